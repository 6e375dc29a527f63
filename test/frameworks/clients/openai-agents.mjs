// @openai/agents: an agent with an MCP server, whose tools have schemas in OpenAI's strict form.

import { Agent, MCPServerStdio, MCPServerStreamableHttp, OpenAIProvider, Runner } from '@openai/agents'

export async function open({ stdio, http }, format) {
  const server = stdio
    ? new MCPServerStdio({ name: 'gleaner', ...stdio })
    : new MCPServerStreamableHttp({ name: 'gleaner', url: http.url, requestInit: { headers: http.headers } })
  await server.connect()
  const agent = new Agent({
    name: 'reader',
    model: 'scripted',
    mcpServers: [server],
    mcpConfig: { convertSchemasToStrict: true },
  })
  return {
    async run({ url, signal }) {
      const modelProvider = new OpenAIProvider({
        baseURL: `${url}/v1`,
        apiKey: 'none',
        useResponses: format === 'responses',
      })
      await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Read the page.', { signal, maxTurns: 5 })
    },
    close: () => server.close(),
  }
}
