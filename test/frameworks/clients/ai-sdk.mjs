// @ai-sdk/mcp: the tool set for generateText() and the agents of Vercel's AI SDK.

import { createAnthropic } from '@ai-sdk/anthropic'
import { createMCPClient } from '@ai-sdk/mcp'
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs } from 'ai'

const apiKey = 'none'

export async function open({ stdio, http }, format) {
  const client = await createMCPClient({ transport: stdio ? new StdioMCPTransport(stdio) : { type: 'http', ...http } })
  const tools = await client.tools()
  return {
    async run({ url, signal }) {
      const provider = (format === 'messages' ? createAnthropic : createOpenAI)({ baseURL: `${url}/v1`, apiKey })
      const model = provider[format]('scripted')
      await generateText({
        model,
        tools,
        prompt: 'Read the page.',
        stopWhen: stepCountIs(5),
        maxRetries: 0,
        abortSignal: signal,
      })
    },
    close: () => client.close(),
  }
}
