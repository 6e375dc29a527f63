// @mastra/mcp: the tools of an agent of @mastra/core.

import { createOpenAI } from '@ai-sdk/openai'
import { Agent } from '@mastra/core/agent'
import { MCPClient } from '@mastra/mcp'

export async function open({ stdio, http }, format) {
  const gleaner = stdio ?? { url: new URL(http.url), requestInit: { headers: http.headers } }
  const client = new MCPClient({ servers: { gleaner } })
  const tools = await client.listTools()
  return {
    async run({ url, signal }) {
      const provider = createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' })
      const agent = new Agent({
        id: 'reader',
        name: 'reader',
        instructions: 'Read.',
        tools,
        model: provider[format]('scripted'),
      })
      await agent.generate('Read the page.', { maxSteps: 5, abortSignal: signal })
    },
    close: () => client.disconnect(),
  }
}
