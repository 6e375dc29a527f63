// @langchain/mcp-adapters: the tools of LangChain's agents, with the models of @langchain/openai and @langchain/anthropic.

import { ChatAnthropic } from '@langchain/anthropic'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent } from 'langchain'

const options = { model: 'scripted', apiKey: 'none', maxRetries: 0 }

function modelAt(url, format) {
  if (format === 'messages') return new ChatAnthropic({ ...options, anthropicApiUrl: url })
  return new ChatOpenAI({
    ...options,
    useResponsesApi: format === 'responses',
    configuration: { baseURL: `${url}/v1` },
  })
}

export async function open({ stdio, http }, format) {
  const gleaner = stdio ? { transport: 'stdio', ...stdio } : { transport: 'http', ...http }
  const client = new MultiServerMCPClient({ mcpServers: { gleaner } })
  const tools = await client.getTools()
  return {
    async run({ url, signal }) {
      const agent = createAgent({ model: modelAt(url, format), tools })
      await agent.invoke({ messages: [{ role: 'user', content: 'Read the page.' }] }, { signal })
    },
    close: () => client.close(),
  }
}
