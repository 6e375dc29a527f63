// mcp-use: its agent, with a model of LangChain.

process.env.MCP_USE_ANONYMIZED_TELEMETRY = 'false'
const { ChatOpenAI } = await import('@langchain/openai')
const { MCPAgent } = await import('mcp-use/agent')
const { MCPClient } = await import('mcp-use/client')

export async function open({ stdio, http }) {
  const client = MCPClient.fromDict({ mcpServers: { gleaner: stdio ?? http } })
  return {
    async run({ url, signal }) {
      const configuration = { baseURL: `${url}/v1` }
      const llm = new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration })
      const agent = new MCPAgent({ llm, client, maxSteps: 5, autoInitialize: true })
      await agent.run({ prompt: 'Read the page.', signal })
    },
    close: () => client.closeAllSessions(),
  }
}
