#!/usr/bin/env bash
# mcporter 0.12.3 with @modelcontextprotocol/sdk 1.32.2, on Node 24.21.0, seen on 2026-12-01.
#
# `mcporter call` prints one text of a result and leaves out the others if that one happens to be JSON. Any number is JSON, so that
# a page below the title "1984" is lost. An error with details as JSON loses its message. What is JSON is printed as a parsed value: the
# version "1.10" becomes 1.1, and the last digits of a long ID change. Structured content replaces all texts, and if it has a field `json`, that
# field replaces the rest of it. The README calls this default "pretty-printed auto detection".
#
# Why it matters: agents with a shell use this command to call MCP servers. The model sees a correct value, and nothing says that there was more.
# It depends on the page whether it happens. `--output text` prints all texts unchanged.
#
# Output: what a tool returns, and what is printed.
#   ["# Oak","{\"status\":200}"] -> { "status": 200 }
#   ["1984","A novel by George Orwell."] -> 1984
#   ["1984","A novel by George Orwell."] with --output text -> 1984 A novel by George Orwell.
#   ["1.10"] -> 1.1
#   ["{\"id\":9007199254740993}"] -> { "id": 9007199254740992 }
#   error ["No such page.","{\"retry\":false}"] -> { "retry": false }
#   ["# Oak"], structured {"url":"https://example.com/","json":{"price":4}} -> { "price": 4 }
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mcporter@0.12.3 @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >results.mjs <<'JS'
const text = (...texts) => texts.map((text) => ({ type: 'text', text }))
export const results = {
  page: { content: text('# Oak', '{"status":200}') },
  novel: { content: text('1984', 'A novel by George Orwell.') },
  version: { content: text('1.10') },
  id: { content: text('{"id":9007199254740993}') },
  error: { isError: true, content: text('No such page.', '{"retry":false}') },
  fields: { content: text('# Oak'), structuredContent: { url: 'https://example.com/', json: { price: 4 } } },
}
JS
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { results } from './results.mjs'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { spawnSync } from 'node:child_process'
import { results } from './results.mjs'
function call(name, options = []) {
  const args = ['mcporter', 'call', '--stdio', 'node server.mjs', name, ...options]
  const { stdout } = spawnSync('npx', args, { encoding: 'utf8', env: { ...process.env, HOME: process.cwd() } })
  const { isError, content, structuredContent } = results[name]
  const texts = JSON.stringify(content.map(({ text }) => text))
  const structured = structuredContent ? `, structured ${JSON.stringify(structuredContent)}` : ''
  const written = options.length > 0 ? ` with ${options.join(' ')}` : ''
  console.log(`${isError ? 'error ' : ''}${texts}${structured}${written} -> ${stdout.trim().replace(/\s+/g, ' ')}`)
}
call('page')
call('novel')
call('novel', ['--output', 'text'])
for (const name of ['version', 'id', 'error', 'fields']) call(name)
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
