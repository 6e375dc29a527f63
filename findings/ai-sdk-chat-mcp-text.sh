#!/usr/bin/env bash
# ai 7.0.173 with @ai-sdk/openai 4.0.118 and @ai-sdk/mcp 2.0.99, seen on 2026-11-29.
#
# The text that an MCP tool returns reaches the model in two forms, depending on which of OpenAI's two APIs the same provider object is asked
# for. `openai.responses(…)` sends it as text. `openai.chat(…)`, which is also what servers compatible with OpenAI's chat completions get,
# sends the list of content blocks as JSON inside a string, in which every quotation mark and line break of a page is escaped. Chat
# completions accept an array of text parts there, so nothing in the API asks for it.
#
# Why it matters: the author of a tool who tests with the default API sees clean text. A user with a local model gets escaped JSON from the
# same tool, and no field of the MCP result changes that.
#
# Output:
#   chat completions: "[{\"type\":\"text\",\"text\":\"line 1\\nsays \\\"two\\\"\"}]"
#   responses: [{"type":"input_text","text":"line 1\nsays \"two\""}]
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ai@7.0.173 @ai-sdk/openai@4.0.118 @ai-sdk/mcp@2.0.99 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const tool = { name: 'read', description: 'a text', inputSchema: { type: 'object', properties: {} } }
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }))
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text', text: 'line 1\nsays "two"' }] }))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { createServer } from 'node:http'
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, stepCountIs } from 'ai'

// A model service that asks for the tool once, and then says "ok".
const call = { name: 'read', arguments: '{}' }
const usage = { input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const responseItems = {
  call: { type: 'function_call', id: 'f', call_id: 'c', status: 'completed', ...call },
  end: { type: 'message', id: 'm', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'ok', annotations: [] }] },
}
const chatMessages = {
  call: { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: call }] },
  end: { role: 'assistant', content: 'ok' },
}
const received = {}
const service = createServer(async (request, response) => {
  const { input, messages } = JSON.parse(Buffer.concat(await request.toArray()))
  const result = input?.find(({ type }) => type === 'function_call_output')?.output ?? messages?.find(({ role }) => role === 'tool')?.content
  received[input ? 'responses' : 'chat completions'] = result
  const step = result === undefined ? 'call' : 'end'
  const common = { id: 'r', model: 'm', created: 1, created_at: 1, usage }
  const body = input
    ? { ...common, object: 'response', status: 'completed', output: [responseItems[step]] }
    : { ...common, object: 'chat.completion', choices: [{ index: 0, finish_reason: step === 'call' ? 'tool_calls' : 'stop', message: chatMessages[step] }] }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

const openai = createOpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${service.address().port}/v1` })
const mcp = await createMCPClient({ transport: new StdioTransport({ command: process.execPath, args: ['server.mjs'] }) })
const tools = await mcp.tools()
for (const model of [openai.chat('gpt-4.1'), openai.responses('gpt-4.1')]) {
  await generateText({ model, tools, prompt: 'Read it.', stopWhen: stepCountIs(3) })
}
for (const [api, result] of Object.entries(received)) console.log(`${api}: ${JSON.stringify(result)}`)
await mcp.close()
service.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
