// mcp-use: the session that agents use.

process.env.MCP_USE_ANONYMIZED_TELEMETRY = 'false'
const { MCPClient } = await import('mcp-use/client')

export async function open({ stdio, http }) {
  const client = MCPClient.fromDict({ mcpServers: { gleaner: stdio ?? http } })
  const session = await client.createSession('gleaner')
  const tools = await session.listTools()
  return {
    parameters: Object.fromEntries(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)])),
    async call(name, args) {
      const result = await session.callTool(name, args)
      return { text: result.content[0].text, body: result.structuredContent, failed: result.isError }
    },
    close: () => client.closeAllSessions(),
  }
}
