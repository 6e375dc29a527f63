// Runs conversations with one client: `node drive.mjs CLIENT TASK`. TASK is JSON: the server, the format of the model's API, and the
// conversations. Prints `[{error, results, cancel}, …]`, one for each conversation. Each client runs in a separate process, without
// the modules of the others.

const request = async (url) => (await fetch(url)).text()

const [client, task] = process.argv.slice(2)
const { open } = await import(`./${client}.mjs`)
const { server, format, conversations } = JSON.parse(task)

const agent = await open(server, format)
const ended = []
for (const { url, calls, held } of conversations) {
  const controller = new AbortController()
  const running = agent.run({ url, calls, signal: controller.signal }).then(
    (results) => ({ results }),
    (error) => ({ error: String(error?.message ?? error) }),
  )
  if (held) {
    // The page does not respond. It reports when it was requested, and whether that request was dropped.
    await request(held.arrived)
    controller.abort()
    ended.push({ cancel: await request(held.dropped) })
    await running
  } else {
    ended.push(await running)
  }
}
await agent.close()

process.stdout.write(JSON.stringify(ended))
process.exit()
