#!/usr/bin/env bash
# @mastra/mcp 2.0.0 with @mastra/core 1.71.0 and @modelcontextprotocol/sdk 1.32.2, seen on 2026-11-28.
#
# An MCP tool that returns plain text, without `outputSchema`, is passed to the model as JSON: the whole result object, in which every quote
# and line break of the text is escaped. If the tool declares an output schema and returns `structuredContent`, the opposite of what the
# names suggest happens: the model gets the plain text, and the structured content is dropped. Even `{}` is enough.
#
# Why it matters: elsewhere, structured content is what replaces the text (Claude Code, Codex). A server that leaves it out for those
# clients makes the text worse in this one. The client can't be recognized by `clientInfo.name` either, which is the key of the server
# in the user's configuration.
#
# Output:
#   text only: no conversion for the model; the result is {"content":[{"type":"text","text":"line 1\nsays \"two\""}]}
#   schema and {}: the model gets {"type":"text","value":"line 1\nsays \"two\""}
#   the client's name: reader
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mastra/mcp@2.0.0 @mastra/core@1.71.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'two-tools', version: '1' }, { capabilities: { tools: {} } })
const inputSchema = { type: 'object', properties: {} }
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    { name: 'plain', description: 'text only', inputSchema },
    { name: 'typed', description: 'text and a schema', inputSchema, outputSchema: { type: 'object', properties: {} } },
    { name: 'who', description: 'the name of the client', inputSchema },
  ],
}))
server.setRequestHandler(CallToolRequestSchema, ({ params: { name } }) => {
  const text = name === 'who' ? server.getClientVersion().name : 'line 1\nsays "two"'
  return { content: [{ type: 'text', text }], ...(name === 'typed' ? { structuredContent: {} } : {}) }
})
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { MCPClient } from '@mastra/mcp'
const client = new MCPClient({ servers: { reader: { command: process.execPath, args: ['server.mjs'] } } })
const tools = await client.listTools()
const [plain, typed, who] = ['plain', 'typed', 'who'].map((name) => tools[`reader_${name}`])
const run = (tool) => tool.execute({}, {})
const result = await run(plain)
console.log(`text only: ${plain.toModelOutput ? 'a' : 'no'} conversion for the model; the result is ${JSON.stringify({ content: result.content })}`)
console.log(`schema and {}: the model gets ${JSON.stringify(await typed.toModelOutput(await run(typed)))}`)
console.log(`the client's name: ${(await run(who)).content[0].text}`)
await client.disconnect()
process.exit(0)
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
