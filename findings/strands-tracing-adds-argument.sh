#!/usr/bin/env bash
# @strands-agents/sdk 1.19.0 with @modelcontextprotocol/sdk 1.32.2, openai 6.45.0, zod 4.6.7 and @opentelemetry/sdk-trace-node 2.8.0, seen on
# 2026-12-01.
#
# As soon as an application has OpenTelemetry, every call of an MCP tool gets an argument that neither the model nor the tool's schema knows. The
# agent puts the trace's ID into `_meta` within the tool's arguments. The protocol has `_meta` next to the arguments. Tools whose schema doesn't
# allow other arguments (`additionalProperties: false`) refuse all calls then, and the model reads that it sent an unknown key. Any tracer that is
# registered has this effect, also one of another library.
#
# Why it matters: an agent works on a developer's computer, and fails in production, where there is tracing. The model can't correct the call,
# because it never sent the key. Tools that accept other arguments pass them on, into a query or a log. `disableMcpInstrumentation: true` of
# `McpClient` turns it off. A server can ignore `_meta` in arguments.
#
# Output: what the model gets for a call with {"url":"https://example.com/"}. A trace's ID is shown as "ID".
#   no tracer, tool that accepts other arguments: called with {"url":"https://example.com/"}
#   no tracer, strict tool: called with {"url":"https://example.com/"}
#   tracer, tool that accepts other arguments: called with {"url":"https://example.com/","_meta":{"traceparent":"ID"}}
#   tracer, strict tool: [ERROR] MCP error -32602: Input validation error: Invalid arguments for tool strict: Unrecognized key: "_meta"
#   tracer, strict tool, disableMcpInstrumentation: called with {"url":"https://example.com/"}
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# Without the many optional peers of the SDK.
npm install --silent --no-audit --no-fund --legacy-peer-deps @strands-agents/sdk@1.19.0 @modelcontextprotocol/sdk@1.32.2 openai@6.45.0 \
  zod@4.6.7 @opentelemetry/api@1.9.0 @opentelemetry/sdk-trace-node@2.8.0 >/dev/null
cat >server.mjs <<'JS'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
const server = new McpServer({ name: 'reader', version: '1' })
const shape = { url: z.string() }
const call = (args) => ({ content: [{ type: 'text', text: `called with ${JSON.stringify(args)}` }] })
server.registerTool('loose', { description: 'Reads a page.', inputSchema: z.looseObject(shape) }, call)
server.registerTool('strict', { description: 'Reads a page.', inputSchema: z.strictObject(shape) }, call)
await server.connect(new StdioServerTransport())
JS
cat >agents.mjs <<'JS'
import { createServer } from 'node:http'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { Agent, McpClient } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'

// Calls the agent's only tool once.
let result
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { messages, tools } = JSON.parse(body)
  result = messages.find(({ role }) => role === 'tool')?.content
  const call = { name: tools[0].function.name, arguments: '{"url":"https://example.com/"}' }
  const delta = result ? { content: 'Done.' } : { tool_calls: [{ index: 0, id: 'call', type: 'function', function: call }] }
  const ends = { index: 0, delta: {}, finish_reason: result ? 'stop' : 'tool_calls' }
  response.setHeader('content-type', 'text/event-stream')
  for (const choice of [{ index: 0, delta: { role: 'assistant', ...delta } }, ends])
    response.write(`data: ${JSON.stringify({ id: 'answer', object: 'chat.completion.chunk', choices: [choice] })}\n\n`)
  response.end('data: [DONE]\n\n')
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const clientConfig = { baseURL: `http://127.0.0.1:${server.address().port}/v1` }

async function run(name, tool, options = {}) {
  const transport = new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] })
  const client = new McpClient({ transport, toolFilters: { allowed: [tool] }, ...options })
  const model = new OpenAIModel({ api: 'chat', modelId: 'model', apiKey: 'key', clientConfig })
  await new Agent({ model, tools: [client], printer: false }).invoke('Read the page.')
  await client.disconnect()
  console.log(`${name}: ${result.replace(/00-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+/, 'ID')}`)
}

await run('no tracer, tool that accepts other arguments', 'loose')
await run('no tracer, strict tool', 'strict')
new NodeTracerProvider().register()
await run('tracer, tool that accepts other arguments', 'loose')
await run('tracer, strict tool', 'strict')
await run('tracer, strict tool, disableMcpInstrumentation', 'strict', { disableMcpInstrumentation: true })
process.exit(0)
JS
seen=$(node agents.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
