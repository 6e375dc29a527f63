#!/usr/bin/env bash
# ai 7.0.173 with @ai-sdk/mcp 2.0.99 and @modelcontextprotocol/sdk 1.32.2, on Node 24.21.0, seen on 2026-11-30.
#
# The `abortSignal` of `generateText` stops the call for the caller, but not the MCP tool that runs at that time. The AI SDK doesn't send
# `notifications/cancelled`, which is how the protocol cancels a request. Over HTTP, it only closes the connection, which the protocol says isn't
# a cancellation. Tools that are written for the AI SDK itself get the signal, and the protocol's own client sends the notification if
# `callTool` gets it.
#
# Why it matters: a user who presses "stop" during a crawl has every page fetched and paid for, and nothing on the client's side shows it. A
# server can't tell such a client from one that lost its connection and will ask for the result again. Every tool needs a limit.
#
# Output: the tool reads 8 pages, and the caller aborts after the second.
#   protocol's client, HTTP: cancelled, 2 pages read
#   protocol's client, stdio: cancelled, 2 pages read
#   AI SDK, HTTP: completed, 8 pages read
#   AI SDK, stdio: completed, 8 pages read
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps ai@7.0.173 @ai-sdk/mcp@2.0.99 @modelcontextprotocol/sdk@1.32.2 \
  zod@4.6.7 node@24.21.0 >/dev/null
cat >server.mjs <<'JS'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const server = new McpServer({ name: 'crawler', version: '1' })
server.registerTool('crawl', { description: 'reads a site' }, async ({ signal }) => {
  for (let page = 1; page <= 8 && !signal.aborted; page++) {
    appendFileSync('log', 'page\n')
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  appendFileSync('log', signal.aborted ? 'cancelled' : 'completed')
  return { content: [{ type: 'text', text: 'the pages' }] }
})
if (process.argv[2] === 'stdio') await server.connect(new StdioServerTransport())
else {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' })
  await server.connect(transport)
  const http = createServer((request, response) => transport.handleRequest(request, response))
  http.listen(0, '127.0.0.1', () => console.log(http.address().port))
}
JS
cat >clients.mjs <<'JS'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { generateText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

const stdio = { command: process.execPath, args: ['server.mjs', 'stdio'] }
const protocol = async (transport, abort) => {
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(transport)
  return () => client.callTool({ name: 'crawl' }, undefined, { signal: abort })
}
const aiSdk = async (transport, abortSignal) => {
  const tools = await (await createMCPClient({ transport })).tools()
  const content = [{ type: 'tool-call', toolCallId: 'c', toolName: 'crawl', input: '{}' }]
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const model = new MockLanguageModelV4({ doGenerate: async () => ({ content, finishReason: { unified: 'tool-calls' }, usage, warnings: [] }) })
  return () => generateText({ model, tools, prompt: 'Read the site.', abortSignal })
}
const log = () => (existsSync('log') ? readFileSync('log', 'utf8') : '')
const until = async (done) => { while (!done()) await new Promise((resolve) => setTimeout(resolve, 20)) }
async function run(name, prepare, transport) {
  rmSync('log', { force: true })
  const server = spawn(process.execPath, ['server.mjs'])
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(Number(data))))
  const stop = new AbortController()
  const call = await prepare(transport(`http://127.0.0.1:${port}`), stop.signal)
  call().catch(() => {})
  await until(() => log().split('page').length > 2)
  stop.abort()
  await until(() => log().includes('ed'))
  console.log(`${name}: ${log().split('\n').at(-1)}, ${log().split('page').length - 1} pages read`)
  server.kill()
}
await run("protocol's client, HTTP", protocol, (url) => new StreamableHTTPClientTransport(new URL(url)))
await run("protocol's client, stdio", protocol, () => new StdioClientTransport(stdio))
await run('AI SDK, HTTP', aiSdk, (url) => ({ type: 'http', url }))
await run('AI SDK, stdio', aiSdk, () => new Experimental_StdioMCPTransport(stdio))
process.exit(0)
JS
seen=$(timeout 100 node_modules/.bin/node clients.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
