#!/usr/bin/env bash
# @openai/agents 0.20.0 with @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-29.
#
# An image that an MCP tool returns reaches the model only through OpenAI's Responses API. With chat completions, which is what most
# compatible servers offer, the adapter leaves the image out without an error or a log line. A result of an image alone becomes the text
# "[tool output omitted]". A result of a text and an image becomes the text, so that neither the model nor the developer learns that there
# was an image.
#
# Why it matters: the same agent sees a screenshot with one provider and only its caption with another, and answers about what it can't see.
# A tool has to say in its text that an image follows.
#
# Output:
#   responses, alone: [{"type":"input_image","image_url":"data:image/png;base64,PNG"}]
#   responses, both: [{"type":"input_text","text":"a caption"},{"type":"input_image","image_url":"data:image/png;base64,PNG"}]
#   chat completions, alone: "[tool output omitted]"
#   chat completions, both: "a caption"
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
// A PNG of one pixel.
const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { type: 'image', mimeType: 'image/png', data }
const results = { alone: [image], both: [{ type: 'text', text: 'a caption' }, image] }
const server = new Server({ name: 'camera', version: '1' }, { capabilities: { tools: {} } })
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({ content: results[params.name] }))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { Agent, MCPServerStdio, OpenAIProvider, Runner } from '@openai/agents'

let tool = ''
let received
// A model service that asks for the tool once, and then says "ok".
const usage = { input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const service = createServer(async (request, response) => {
  const { input, messages } = JSON.parse(Buffer.concat(await request.toArray()))
  const result = input?.find(({ type }) => type === 'function_call_output')?.output ?? messages?.find(({ role }) => role === 'tool')?.content
  received ??= result
  const isCall = result === undefined
  const call = { name: tool, arguments: '{}' }
  const text = { type: 'output_text', text: 'ok', annotations: [] }
  const output = isCall
    ? { type: 'function_call', id: 'f', call_id: 'c', status: 'completed', ...call }
    : { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [text] }
  const message = isCall
    ? { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: call }] }
    : { role: 'assistant', content: 'ok' }
  const common = { id: 'r', model: 'm', created: 1, created_at: 1, usage }
  const body = input
    ? { ...common, object: 'response', status: 'completed', output: [output] }
    : { ...common, object: 'chat.completion', choices: [{ index: 0, finish_reason: isCall ? 'tool_calls' : 'stop', message }] }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const server = new MCPServerStdio({ name: 'camera', command: process.execPath, args: ['server.mjs'] })
await server.connect()
const agent = new Agent({ name: 'viewer', model: 'gpt-4.1', mcpServers: [server] })
const baseURL = `http://127.0.0.1:${service.address().port}/v1`
for (const useResponses of [true, false]) {
  for (tool of ['alone', 'both']) {
    received = undefined
    const modelProvider = new OpenAIProvider({ baseURL, apiKey: 'none', useResponses })
    await new Runner({ modelProvider, tracingDisabled: true }).run(agent, 'Look.')
    const shown = JSON.stringify(received).replace(/iVBOR[\w+/=]+/g, 'PNG')
    console.log(`${useResponses ? 'responses' : 'chat completions'}, ${tool}: ${shown}`)
  }
}
await server.close()
service.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
