// @anthropic-ai/sdk: its mcpTools() helper and its tool runner, with the MCP client of @modelcontextprotocol/sdk.

import Anthropic from '@anthropic-ai/sdk'
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp'
import { connect } from './sdk-v1.mjs'

export async function open(server) {
  const client = await connect(server)
  const { tools } = await client.listTools()
  return {
    async run({ url, signal }) {
      const anthropic = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
      const runner = anthropic.beta.messages.toolRunner(
        {
          model: 'scripted',
          max_tokens: 1024,
          messages: [{ role: 'user', content: 'Read the page.' }],
          tools: mcpTools(tools, client),
        },
        { signal },
      )
      await runner.runUntilDone()
    },
    close: () => client.close(),
  }
}
