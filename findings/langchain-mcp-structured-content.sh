#!/usr/bin/env bash
# @langchain/mcp-adapters 1.1.4 with @langchain/core 1.4.0 and @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-29.
#
# Whether the model sees a tool's structured content depends on the number of text blocks. With exactly one, the message for the model is a
# JSON object of the text, the structured content and `_meta`, all as one string, in which line breaks and quotation marks are escaped. With
# two text blocks, the model gets the texts unchanged, and the structured content is only an artifact for the program.
#
# Why it matters: a tool that returns a page as text and the same as structured content, which the protocol recommends, sends the page
# twice, and `_meta`, which is meant for clients, also costs the model's tokens. A title in a separate text block avoids both.
#
# Output:
#   text alone: "line 1\nsays \"two\""
#   text and structured content: "{\"type\":\"text\",\"text\":\"line 1\\nsays \\\"two\\\"\",\"structuredContent\":{\"words\":3},\"meta\":{\"example.com/trace\":7}}"
#   two texts and structured content: [{"type":"text","text":"Title"},{"type":"text","text":"line 1\nsays \"two\""}]
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const text = { type: 'text', text: 'line 1\nsays "two"' }
const programs = { structuredContent: { words: 3 }, _meta: { 'example.com/trace': 7 } }
const results = {
  'text alone': { content: [text] },
  'text and structured content': { content: [text], ...programs },
  'two texts and structured content': { content: [{ type: 'text', text: 'Title' }, text], ...programs },
}
const tools = Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }))
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => results[params.name])
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
const reader = { transport: 'stdio', command: process.execPath, args: ['server.mjs'] }
const client = new MultiServerMCPClient({ mcpServers: { reader } })
for (const tool of await client.getTools()) {
  const message = await tool.invoke({ type: 'tool_call', id: 'c', name: tool.name, args: {} })
  console.log(`${tool.name}: ${JSON.stringify(message.content)}`)
}
await client.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
