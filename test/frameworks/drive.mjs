// Lets one framework list our tools and call them, as its users would: `node drive.mjs FRAMEWORK '{"server":…,"calls":[…]}'`
// prints `{parameters, answers}`. A process of its own for each, so that none sees another's modules or handles.

const [framework, task] = process.argv.slice(2)
const { server, calls } = JSON.parse(task)
const { open } = await import(`./${framework}.mjs`)

const agent = await open(server)
const answers = []
for (const [name, args] of calls) answers.push(await agent.call(name, args))
await agent.close()

process.stdout.write(JSON.stringify({ parameters: agent.parameters, answers }))
