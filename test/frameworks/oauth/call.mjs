// Calls `scrape` with one client, which keeps its tokens in a folder. Prints each URL that a person must open to sign in, and then the result.

const { client, page, ...options } = JSON.parse(process.argv[2])
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const { open } = await import(`./${client}.mjs`)
const { scrape, close } = await open({ ...options, show: (url) => print({ open: String(url) }) })
print({ text: await scrape(page) })
await close()
process.exit()
