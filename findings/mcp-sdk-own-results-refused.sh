#!/usr/bin/env bash
# @modelcontextprotocol/sdk 1.32.2, and @modelcontextprotocol/server 2.4.0 with @modelcontextprotocol/client 2.4.0, all with zod 4.6.7, seen on
# 2026-12-01.
#
# The SDK's client refuses results that the SDK's server has checked. The server checks `structuredContent` with the tool's Zod schema, and
# sends it as the tool returned it. The client checks it with the JSON Schema that was made from the Zod schema, which means something else:
# `z.url()` takes what browsers take, and `format: uri` only what RFC 3986 allows, so brackets and letters beyond ASCII aren't valid. Zod
# tolerates the rounding of 19.99, ignores fields that it doesn't know, and fills in defaults, in a copy that isn't sent. Flags of a regular
# expression aren't in the schema. `callTool` throws, so that the text of the result is lost as well.
#
# The client knows the schema only after `listTools`, so that the same call succeeds before.
#
# Why it matters: it depends on the data. A tool works until a page has a link with "[]" in it, or a table gets another column. The server's log
# shows a success, and tests that call the tool without listing it pass. Return what the schema's `parse` returns, and declare URLs as
# `z.string()` and prices as `z.number()`.
#
# Output: the same with both versions.
#   z.url(), "https://example.com/?ids[]=1": data/value must match format "uri"
#   z.url(), "https://example.com/Öl": data/value must match format "uri"
#   z.number().multipleOf(0.01), 19.99: data/value must be multiple of 0.01
#   z.string().default("EUR"), no value: data must have required property 'value'
#   z.object({ name }), a row with a second column: data/value must NOT have additional properties
#   z.string().regex(/^en/i), "EN-GB": data/value must match pattern "^en"
#   z.url(), "https://example.com/?ids[]=1", before listTools: {"value":"https://example.com/?ids[]=1"}
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zod@4.6.7 @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/server@2.4.0 \
  @modelcontextprotocol/client@2.4.0 >/dev/null
cat >results.mjs <<'JS'
import * as v2client from '@modelcontextprotocol/client'
import * as v1client from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import * as v1server from '@modelcontextprotocol/sdk/server/mcp.js'
import * as v2server from '@modelcontextprotocol/server'
import { z } from 'zod'

const brackets = ['z.url(), "https://example.com/?ids[]=1"', z.url(), 'https://example.com/?ids[]=1']
const cases = [
  brackets,
  ['z.url(), "https://example.com/Öl"', z.url(), 'https://example.com/Öl'],
  ['z.number().multipleOf(0.01), 19.99', z.number().multipleOf(0.01), 19.99],
  ['z.string().default("EUR"), no value', z.string().default('EUR'), undefined],
  ['z.object({ name }), a row with a second column', z.object({ name: z.string() }), { name: 'Ada', city: 'London' }],
  ['z.string().regex(/^en/i), "EN-GB"', z.string().regex(/^en/i), 'EN-GB'],
]

async function run({ McpServer, Client, InMemoryTransport }, [name, schema, value], { lists }) {
  const server = new McpServer({ name: 'shop', version: '1' })
  const tool = { description: 'Reads a value.', outputSchema: z.object({ value: schema }) }
  const result = { content: [{ type: 'text', text: 'Text.' }], structuredContent: { value } }
  server.registerTool('read', tool, () => result)
  const client = new Client({ name: 'agent', version: '1' })
  const [left, right] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(left), client.connect(right)])
  if (lists) await client.listTools()
  const seen = await client.callTool({ name: 'read', arguments: {} }).then(
    ({ isError, content, structuredContent }) => (isError ? `server: ${content[0].text}` : JSON.stringify(structuredContent)),
    (error) => error.message.replace(/^.*output schema: /, ''),
  )
  await client.close()
  return `${name}${lists ? '' : ', before listTools'}: ${seen}`
}

async function runAll(version) {
  const lines = []
  for (const one of cases) lines.push(await run(version, one, { lists: true }))
  lines.push(await run(version, brackets, { lists: false }))
  return lines.join('\n')
}

const first = await runAll({ ...v1server, ...v1client, InMemoryTransport })
const second = await runAll({ ...v2server, ...v2client })
console.log(first === second ? first : `${first}\n\n${second}`)
JS
seen=$(node results.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
