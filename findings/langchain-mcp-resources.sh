#!/usr/bin/env bash
# @langchain/mcp-adapters 1.1.4 with @langchain/openai 1.6.0, @langchain/core 1.4.0 and @modelcontextprotocol/sdk 1.32.2, seen on
# 2026-11-29.
#
# A link to a resource (`resource_link`) in a tool's result becomes a file block with the resource's URI. With ChatOpenAI and chat
# completions, the tool call succeeds, and the next call of the model throws, because a file must be a data URL there. An embedded resource,
# whose text is complete in the result, becomes an artifact for the program, and the model never sees it.
#
# Why it matters: it is the opposite of what one would guess. The optional hint stops the agent, and the content gets lost without an error.
# A server that wants its text to be read has to send it as a text block, without a link.
#
# Output:
#   link: the model call throws "URL file blocks with source_type url must be formatted as a data URL for ChatOpenAI"
#   embedded: the model is sent "The page follows."
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 @langchain/openai@1.6.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const text = { type: 'text', text: 'The page follows.' }
const uri = 'reader://page/1'
const results = {
  link: { content: [text, { type: 'resource_link', uri, name: 'page', mimeType: 'text/markdown' }] },
  embedded: { content: [text, { type: 'resource', resource: { uri, mimeType: 'text/markdown', text: '# Page' } }] },
}
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { ChatOpenAI } from '@langchain/openai'

let sent
const service = createServer(async (request, response) => {
  sent = JSON.parse(Buffer.concat(await request.toArray())).messages.at(-1).content
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } }]
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const body = { id: 'r', object: 'chat.completion', created: 1, model: 'm', usage, choices }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const configuration = { baseURL: `http://127.0.0.1:${service.address().port}/v1` }
const model = new ChatOpenAI({ apiKey: 'none', model: 'gpt-4.1', maxRetries: 0, configuration })
const reader = { transport: 'stdio', command: process.execPath, args: ['server.mjs'] }
const client = new MultiServerMCPClient({ mcpServers: { reader } })
for (const tool of await client.getTools()) {
  const { name } = tool
  const call = { type: 'tool_call', id: 'c', name, args: {} }
  const result = await tool.invoke(call)
  const messages = [{ role: 'user', content: 'Read it.' }, { role: 'assistant', content: '', tool_calls: [call] }, result]
  try {
    await model.invoke(messages)
    console.log(`${name}: the model is sent ${JSON.stringify(sent)}`)
  } catch (error) {
    console.log(`${name}: the model call throws ${JSON.stringify(error.message)}`)
  }
}
await client.close()
service.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
