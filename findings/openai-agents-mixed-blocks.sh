#!/usr/bin/env bash
# @openai/agents 0.20.0 with @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-29.
#
# One block that the adapter doesn't know, such as an embedded resource or a link to one, changes how all others are sent: instead of text
# parts, the model gets the whole list of blocks as JSON in one string, with each line break and quotation mark of the text escaped. A
# result that has only structured content reaches the model as "[]".
#
# Why it matters: adding a link to a result that worked makes every page longer and harder to read for the model, and nothing reports it.
# Other adapters send the structured content if there are no blocks, so a server that relies on them answers with nothing here.
#
# Output:
#   text: [{"type":"input_text","text":"line 1\nsays \"two\""}]
#   text and link: "[{\"type\":\"text\",\"text\":\"line 1\\nsays \\\"two\\\"\"},{\"name\":\"more\",\"uri\":\"reader://page/1\",\"type\":\"resource_link\"}]"
#   structured: "[]"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @openai/agents@0.20.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const text = { type: 'text', text: 'line 1\nsays "two"' }
const results = {
  text: { content: [text] },
  'text and link': { content: [text, { type: 'resource_link', uri: 'reader://page/1', name: 'more' }] },
  structured: { content: [], structuredContent: { words: 3 } },
}
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { Agent, MCPServerStdio, OpenAIProvider, Runner } from '@openai/agents'

// A model service that asks for each tool once, and then says "ok".
const tools = ['text', 'text and link', 'structured']
const service = createServer(async (request, response) => {
  const { input } = JSON.parse(Buffer.concat(await request.toArray()))
  const last = [input].flat().at(-1)
  if (last.type === 'function_call_output') console.log(`${last.call_id}: ${JSON.stringify(last.output)}`)
  const name = tools.shift()
  const output = name
    ? { type: 'function_call', id: 'f', call_id: name, status: 'completed', name: name.replaceAll(' ', '_'), arguments: '{}' }
    : { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok', annotations: [] }] }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  const body = { id: 'r', model: 'm', created_at: 1, object: 'response', status: 'completed', output: [output], usage }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const server = new MCPServerStdio({ command: process.execPath, args: ['server.mjs'] })
await server.connect()
const baseURL = `http://127.0.0.1:${service.address().port}/v1`
const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL, useResponses: true })
const agent = new Agent({ name: 'reader', model: 'gpt-4.1', mcpServers: [server] })
await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Read it.')
await server.close()
service.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
