#!/usr/bin/env bash
# @google/adk 2.0.0 with @modelcontextprotocol/sdk 1.32.2 and zod 4.6.7, seen on 2026-12-01.
#
# An agent has no lasting session with an MCP server. Each request for the list of tools and each call gets a new one, and with stdio a new process
# of the server, which ends with the call. What one call leaves for the next is lost: a page that was opened, a login, a crawl that runs. The list
# is requested twice before each step of the model. Over HTTP, the client doesn't end the sessions, so that they stay on the server until it
# removes them itself.
#
# Why it matters: servers that control a browser have a tool that opens a page and one that reads it. Each call succeeds, and the model reads a blank
# page. A server with a slow start is started eight times for an answer with two calls, and work that a tool leaves to run in the background
# stops without an error. Other clients connect once. A server has to return all in one call, or to keep its state outside the session.
#
# Output: the model opens a page, reads it, and answers.
#   stdio: open -> "opened https://example.com/", read -> "no page is open"
#   stdio: 8 processes of the server were started
#   HTTP: open -> "opened https://example.com/", read -> "no page is open"
#   HTTP: 8 sessions were started, 0 were ended by the client
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @google/adk@2.0.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { appendFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export function createServer() {
  let page
  const answer = (text) => ({ content: [{ type: 'text', text }] })
  const server = new McpServer({ name: 'browser', version: '1' })
  server.registerTool('open', { description: 'Opens a page.' }, () => {
    page = 'https://example.com/'
    return answer(`opened ${page}`)
  })
  server.registerTool('read', { description: 'Reads the page.' }, () => answer(page ? `text of ${page}` : 'no page is open'))
  return server
}
if (process.argv[2] === 'stdio') {
  appendFileSync('starts', 'x')
  await createServer().connect(new StdioServerTransport())
}
JS
cat >client.mjs <<'JS'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { BaseLlm, InMemoryRunner, LlmAgent, MCPToolset } from '@google/adk'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createServer } from './server.mjs'

// A model that opens a page, reads it, and then says "ok".
class Model extends BaseLlm {
  constructor() {
    super({ model: 'none' })
  }
  async *generateContentAsync({ contents }) {
    const results = contents.flatMap(({ parts }) => parts.flatMap((part) => part.functionResponse ?? []))
    this.seen = results.map(({ name, response }) => `${name} -> ${JSON.stringify(response.content[0].text)}`).join(', ')
    const name = ['open', 'read'][results.length]
    yield { content: { role: 'model', parts: [name ? { functionCall: { id: name, name, args: {} } } : { text: 'ok' }] } }
  }
}
async function run(connection) {
  const model = new Model()
  const runner = new InMemoryRunner({ agent: new LlmAgent({ name: 'reader', model, tools: [new MCPToolset(connection)] }), appName: 'reader' })
  const { id } = await runner.sessionService.createSession({ appName: 'reader', userId: 'user' })
  const newMessage = { role: 'user', parts: [{ text: 'Read the page.' }] }
  for await (const event of runner.runAsync({ userId: 'user', sessionId: id, newMessage })) if (event.errorMessage) throw new Error(event.errorMessage)
  return model.seen
}

console.log(`stdio: ${await run({ type: 'StdioConnectionParams', serverParams: { command: process.execPath, args: ['server.mjs', 'stdio'] } })}`)
console.log(`stdio: ${readFileSync('starts').length} processes of the server were started`)

const sessions = new Map()
let ended = 0
const service = createHttpServer(async (request, response) => {
  let transport = sessions.get(request.headers['mcp-session-id'])
  if (request.method === 'DELETE') ended++
  if (!transport) {
    transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: (id) => sessions.set(id, transport) })
    await createServer().connect(transport)
  }
  await transport.handleRequest(request, response)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))
console.log(`HTTP: ${await run({ type: 'StreamableHTTPConnectionParams', url: `http://127.0.0.1:${service.address().port}/mcp` })}`)
console.log(`HTTP: ${sessions.size} sessions were started, ${ended} were ended by the client`)
process.exit(0)
JS
seen=$(node client.mjs 2>/dev/null | grep -E '^(stdio|HTTP):')
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
