#!/usr/bin/env bash
# @anthropic-ai/sdk 1.14.0 with @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-29.
#
# `mcpTools`, the helper that hands the tools of an MCP server to the tool runner, throws for a result that contains a `resource_link`,
# which is one of the protocol's five kinds of content since revision 2025-06-18. The text next to it is lost as well: the runner sends the
# model the message "Unsupported MCP content type: resource_link" as the tool's error. An embedded resource works, and so does a result
# without any block but with structured content, which becomes JSON.
#
# Why it matters: a server can't see it. Its call succeeded, and the client listed the tool without complaint. A link that is meant as an
# offer to read more costs the whole result.
#
# Output:
#   text: [{"type":"text","text":"a page"}]
#   embedded: [{"type":"text","text":"a page"},{"type":"document","source":{"type":"text","data":"# More","media_type":"text/plain"}}]
#   structured: "{\"words\":2}"
#   link: throws "Unsupported MCP content type: resource_link"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @anthropic-ai/sdk@1.14.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const text = { type: 'text', text: 'a page' }
const uri = 'reader://page/1'
const results = {
  text: { content: [text] },
  embedded: { content: [text, { type: 'resource', resource: { uri, mimeType: 'text/markdown', text: '# More' } }] },
  structured: { content: [], structuredContent: { words: 2 } },
  link: { content: [text, { type: 'resource_link', uri, name: 'more', mimeType: 'text/markdown' }] },
}
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
const client = new Client({ name: 'runner', version: '1' })
await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] }))
for (const tool of mcpTools((await client.listTools()).tools, client)) {
  try {
    console.log(`${tool.name}: ${JSON.stringify(await tool.run({}))}`)
  } catch (error) {
    console.log(`${tool.name}: throws ${JSON.stringify(error.message)}`)
  }
}
await client.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
