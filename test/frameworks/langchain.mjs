// @langchain/mcp-adapters: the tools of LangChain's agents. A failure is thrown, and LangGraph passes its message to the model.

import { MultiServerMCPClient } from '@langchain/mcp-adapters'

export async function open({ stdio, http }) {
  const gleaner = stdio ? { transport: 'stdio', ...stdio } : { transport: 'http', ...http }
  const client = new MultiServerMCPClient({ mcpServers: { gleaner } })
  const tools = await client.getTools()
  return {
    parameters: Object.fromEntries(tools.map(({ name, schema }) => [name, Object.keys(schema.properties)])),
    async call(name, args) {
      try {
        // A link to the stored page follows the text.
        const [block] = [await tools.find((tool) => tool.name === name).invoke(args)].flat()
        return { text: block.text, body: block.structuredContent }
      } catch (error) {
        return { text: error.message, failed: true }
      }
    },
    close: () => client.close(),
  }
}
