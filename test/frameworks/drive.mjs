// Lists and calls the tools through one framework: `node drive.mjs FRAMEWORK '[{"server":…,"calls":[…]},…]'` prints `[{parameters, outputs},…]`.
// Each framework runs in a separate process, without the modules of the others.

const [framework, tasks] = process.argv.slice(2)
const { open } = await import(`./${framework}.mjs`)

const runs = []
for (const { server, calls } of JSON.parse(tasks)) {
  const agent = await open(server)
  const outputs = []
  for (const [name, args] of calls) outputs.push(await agent.call(name, args))
  await agent.close()
  runs.push({ parameters: agent.parameters, outputs })
}

process.stdout.write(JSON.stringify(runs))
