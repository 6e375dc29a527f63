#!/usr/bin/env bash
# @huggingface/mcp-client 0.2.3 with @modelcontextprotocol/sdk 1.32.2, seen on 2026-12-01.
#
# If a tool of an MCP server returns an image, audio or a file, the model reads that the task is complete and that the user has the content, with no
# regard to what the task was. It can't see the content. A link to a resource becomes an empty message, structured content becomes "[No content]",
# and a tool's error looks like the text of a result, because the mark that it is one is left out.
#
# Why it matters: an agent takes a screenshot or loads a PDF in order to answer a question about it. Here, it is asked to stop before it has
# seen anything, and to say that all is well. In a program without a window, the user has no content either. Only text blocks and embedded
# texts reach the model, so a server has to return those next to everything else.
#
# Output: what a tool returns, and what is sent to the model.
#   image: [Binary Content: Image image/png, 12000 bytes] | The task is complete and the content accessible to the User
#   text and file: page 1 of 9 | [Binary Content (reader://page/1): application/pdf, 12000 bytes] | The task is complete and the content accessible to the User
#   link: (empty)
#   structured: [No content]
#   error: The site refuses robots.
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @huggingface/mcp-client@0.2.3 @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const data = 'AAAA'.repeat(4000)
const uri = 'reader://page/1'
const text = (words) => ({ type: 'text', text: words })
const results = {
  image: { content: [{ type: 'image', mimeType: 'image/png', data }] },
  'text and file': { content: [text('page 1 of 9'), { type: 'resource', resource: { uri, mimeType: 'application/pdf', blob: data } }] },
  link: { content: [{ type: 'resource_link', uri, name: 'page', mimeType: 'text/markdown' }] },
  structured: { content: [], structuredContent: { words: 3 } },
  error: { content: [text('The site refuses robots.')], isError: true },
}
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { McpClient } from '@huggingface/mcp-client'

// A model service that calls each tool once, and then says "ok".
const names = ['image', 'text and file', 'link', 'structured', 'error']
const calls = names.map((name, index) => ({ index, id: name, type: 'function', function: { name, arguments: '{}' } }))
const service = createServer(async (request, response) => {
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()))
  const results = messages.filter(({ role }) => role === 'tool')
  for (const { name, content } of results) console.log(`${name}: ${content.replaceAll('\n', ' | ') || '(empty)'}`)
  const delta = { role: 'assistant', ...(results.length ? { content: 'ok' } : { tool_calls: calls }) }
  const chunk = { id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: 'stop' }] }
  response.setHeader('content-type', 'text/event-stream').end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const client = new McpClient({ endpointUrl: `http://127.0.0.1:${service.address().port}/v1`, model: 'm', apiKey: 'none' })
await client.addMcpServer({ type: 'stdio', config: { command: process.execPath, args: ['server.mjs'] } })
const messages = [{ role: 'user', content: 'What does the chart on this page show?' }]
for (let turn = 0; turn < 2; turn++) for await (const _ of client.processSingleTurnWithTools(messages)) continue
await client.cleanup()
service.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
