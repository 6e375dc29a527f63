#!/usr/bin/env bash
# @llamaindex/workflow 1.1.24 with @llamaindex/core 0.6.22, @llamaindex/openai 0.4.22, @llamaindex/tools 0.1.12 and
# @modelcontextprotocol/sdk 1.32.2, seen on 2026-12-01.
#
# An agent removes every quotation mark from what a tool returns before the model sees it. The result is written as JSON, from which the marks
# are then cut out, also those of the text itself, whose escapes stay: "yes" becomes \yes\, and a line break becomes a backslash and an "n", which
# looks the same as these two characters in code. That happens to results of MCP tools and to plain strings alike.
#
# Why it matters: a page arrives in one line, quoted speech loses its bounds, and an example of code or JSON loses its strings. The model copies the
# damaged code into its answer. The tool's author sees a correct result, because only the request to the model has the changed text.
#
# Output: " | " stands for a line break.
#   the tool returns: # Print |  | Run `print("done\n")`. It says "yes".
#   MCP tool: { |   content: [ |     { |       type: text, |       text: # Print\n\nRun `print(\done\\n\)`. It says \yes\. |     } |   ] | }
#   function that returns the string: # Print\n\nRun `print(\done\\n\)`. It says \yes\.
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @llamaindex/core@0.6.22 @llamaindex/env@0.1.30 @llamaindex/openai@0.4.22 @llamaindex/tools@0.1.12 @llamaindex/workflow@1.1.24 @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >page.mjs <<'JS'
export const page = '# Print\n\nRun `print("done\\n")`. It says "yes".'
JS
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { page } from './page.mjs'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const tools = [{ name: 'read', description: 'Reads a page.', inputSchema: { type: 'object', properties: {} } }]
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text: page }] }))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { FunctionTool } from '@llamaindex/core/tools'
import { OpenAI } from '@llamaindex/openai'
import { mcp } from '@llamaindex/tools'
import { agent } from '@llamaindex/workflow'
import { page } from './page.mjs'

// A model service that asks for the tool once, and then says "ok".
let sent
const service = createServer(async (request, response) => {
  const last = JSON.parse(Buffer.concat(await request.toArray())).messages.at(-1)
  const first = last.role !== 'tool'
  if (!first) sent = last.content
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }
  const choices = [
    { index: 0, delta: { role: 'assistant', ...(first ? { tool_calls: [call] } : { content: 'ok' }) }, finish_reason: null },
    { index: 0, delta: {}, finish_reason: first ? 'tool_calls' : 'stop' },
  ]
  const events = choices.map((choice) => JSON.stringify({ id: 'r', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] }))
  response.setHeader('content-type', 'text/event-stream').end([...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join(''))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const oneLine = (text) => text.replaceAll('\n', ' | ')
const baseURL = `http://127.0.0.1:${service.address().port}/v1`
const llm = new OpenAI({ apiKey: 'none', model: 'gpt-4.1', baseURL, maxRetries: 0 })
const server = mcp({ command: process.execPath, args: ['server.mjs'] })
const parameters = { type: 'object', properties: {} }
const plain = FunctionTool.from(() => page, { name: 'read', description: 'Reads a page.', parameters })
console.log(`the tool returns: ${oneLine(page)}`)
for (const [name, tools] of Object.entries({ 'MCP tool': await server.tools(), 'function that returns the string': [plain] })) {
  await agent({ llm, tools }).run('Read it.')
  console.log(`${name}: ${oneLine(sent)}`)
}
await server.cleanup()
service.close()
process.exit(0)
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
