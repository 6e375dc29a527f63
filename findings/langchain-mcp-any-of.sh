#!/usr/bin/env bash
# @langchain/mcp-adapters 1.1.4 with @langchain/core 1.4.0 and @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-28.
#
# A parameter of an MCP tool that may be a string or an object (`anyOf`) accepts only objects: the adapter rewrites the input schema for
# providers that don't support `anyOf`, keeps one alternative, and then validates the model's arguments against the rewritten schema. A
# valid string is refused before the server sees it, with a message that names neither the parameter nor the reason.
#
# Why it matters: declaring both forms is the usual way to accept JSON either as an object or as text. Here, it turns the text into an error.
# A parameter that is declared as a string alone works.
#
# Output:
#   any of, object: {"value":{"a":1}}
#   any of, string: Received tool input did not match expected schema
#   string alone: {"value":"{\"a\":1}"}
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
const server = new Server({ name: 'echo', version: '1' }, { capabilities: { tools: {} } })
const takes = (value) => ({ type: 'object', properties: { value }, required: ['value'] })
const tools = [
  { name: 'either', inputSchema: takes({ anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }) },
  { name: 'text', inputSchema: takes({ type: 'string' }) },
]
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: JSON.stringify(params.arguments) }],
}))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
const echo = { transport: 'stdio', command: process.execPath, args: ['server.mjs'] }
const client = new MultiServerMCPClient({ mcpServers: { echo } })
const tools = await client.getTools()
const call = async (name, value) => {
  try {
    const [block] = [await tools.find((tool) => tool.name === name).invoke({ value })].flat()
    return block.text ?? block
  } catch (error) {
    return error.message.split('\n')[0].replace(/\.$/, '')
  }
}
console.log(`any of, object: ${await call('either', { a: 1 })}`)
console.log(`any of, string: ${await call('either', '{"a":1}')}`)
console.log(`string alone: ${await call('text', '{"a":1}')}`)
await client.close()
JS
seen=$(node client.mjs 2>/dev/null)
printf '%s\n' "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ] || { echo 'The behavior has changed.' >&2; exit 1; }
