// @ai-sdk/mcp: the tool set for generateText() and the agents of Vercel's AI SDK.

import { createMCPClient } from '@ai-sdk/mcp'
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'

export async function open({ stdio, http }) {
  const client = await createMCPClient({ transport: stdio ? new StdioMCPTransport(stdio) : { type: 'http', ...http } })
  const tools = await client.tools()
  const parametersOf = async ([name, { inputSchema }]) => [name, Object.keys((await inputSchema.jsonSchema).properties)]
  return {
    parameters: Object.fromEntries(await Promise.all(Object.entries(tools).map(parametersOf))),
    async call(name, args) {
      const result = await tools[name].execute(args, { toolCallId: name, messages: [] })
      return { text: result.content[0].text, body: result.structuredContent, failed: result.isError }
    },
    close: () => client.close(),
  }
}
