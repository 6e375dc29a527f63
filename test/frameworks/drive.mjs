// Lists and calls the tools through one framework: `node drive.mjs FRAMEWORK '{"server":…,"calls":[…]}'` prints `{parameters, outputs}`.
// Each framework runs in a process of its own, without the modules of the others.

const [framework, task] = process.argv.slice(2)
const { server, calls } = JSON.parse(task)
const { open } = await import(`./${framework}.mjs`)

const agent = await open(server)
const outputs = []
for (const [name, args] of calls) outputs.push(await agent.call(name, args))
await agent.close()

process.stdout.write(JSON.stringify({ parameters: agent.parameters, outputs }))
