// @openai/agents: the function tools that a run passes to the model, with schemas in OpenAI's strict form.

import { Agent, getAllMcpTools, MCPServerStdio, MCPServerStreamableHttp, RunContext } from '@openai/agents'

export async function open({ stdio, http }) {
  const server = stdio
    ? new MCPServerStdio({ name: 'gleaner', ...stdio })
    : new MCPServerStreamableHttp({ name: 'gleaner', url: http.url, requestInit: { headers: http.headers } })
  await server.connect()
  const runContext = new RunContext()
  const agent = new Agent({ name: 'reader', mcpServers: [server] })
  const tools = await getAllMcpTools({ mcpServers: [server], runContext, agent, convertSchemasToStrict: true })
  return {
    parameters: Object.fromEntries(tools.map(({ name, parameters }) => [name, Object.keys(parameters.properties)])),
    async call(name, args) {
      const output = await tools.find((tool) => tool.name === name).invoke(runContext, JSON.stringify(args))
      // Several blocks, such as text and a link, are passed to the model as a JSON array.
      const blocks = typeof output === 'string' && output.startsWith('[{') ? JSON.parse(output) : output
      const [{ text }] = Array.isArray(blocks) ? blocks : [blocks]
      return { text: text ?? (typeof output === 'string' ? output : JSON.stringify(output)) }
    },
    close: () => server.close(),
  }
}
