// Converts the tools to OpenAI's strict form with @openai/agents, and calls scrape: `node strict-tools.mjs '{"url":…,"headers":…}' '{…}'`
// takes the connection and the arguments, and prints `{"isStrict":{"scrape":true,…},"output":…}`.

import { Agent, getAllMcpTools, MCPServerStreamableHttp, RunContext } from '@openai/agents'

const [connection, args] = process.argv.slice(2)
const { url, headers } = JSON.parse(connection)
const server = new MCPServerStreamableHttp({ name: 'gleaner', url, requestInit: { headers } })
await server.connect()
const runContext = new RunContext()
const agent = new Agent({ name: 'reader', mcpServers: [server] })
const tools = await getAllMcpTools({ mcpServers: [server], runContext, agent, convertSchemasToStrict: true })
const isStrict = Object.fromEntries(tools.map(({ name, strict }) => [name, strict]))
const output = await tools.find(({ name }) => name === 'scrape').invoke(runContext, args)
await server.close()
process.stdout.write(JSON.stringify({ isStrict, output }))
