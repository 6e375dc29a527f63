#!/usr/bin/env bash
# beeai-framework 0.1.30 with ajv 8.20.0, @modelcontextprotocol/sdk 1.32.2 and zod 3.25.76, seen on 2026-12-01.
#
# An optional parameter of an MCP tool that the model leaves out reaches the server as "", 0, false or [""], and not as null, which is its
# default. The framework validates arguments with ajv, sets defaults and converts types. ajv tries the alternatives of `anyOf` in order, and
# converts null to the first type instead of trying the next alternative, which is null. Even a null that the model has sent is replaced. The
# same happens to a text in an `anyOf` whose first type is a number, so that the version "1.10" becomes 1.1.
#
# Why it matters: servers that are written in Python with type hints declare each optional parameter in this way. A crawl without a limit gets
# the limit 0, a page is read with an empty selector, and an option that is on unless somebody turns it off is off. The arguments are valid, the
# server answers, and its own log shows values that look like the model's choice. `type: ["integer", "null"]` isn't changed.
#
# Output: the arguments that the model sends, and the ones that the server gets.
#   {} -> {"selector":"","limit":0,"links":false,"formats":[""],"pages":null}
#   {"limit":null} -> {"limit":0,"selector":"","links":false,"formats":[""],"pages":null}
#   {"version":"1.10"} -> {"version":1.1,"selector":"","limit":0,"links":false,"formats":[""],"pages":null}
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps beeai-framework@0.1.30 ajv@8.20.0 @modelcontextprotocol/sdk@1.32.2 zod@3.25.76 >/dev/null
cat >server.mjs <<'JS'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const orNull = (schema) => ({ anyOf: [schema, { type: 'null' }], default: null })
const properties = {
  selector: orNull({ type: 'string' }),
  limit: orNull({ type: 'integer' }),
  links: orNull({ type: 'boolean' }),
  formats: orNull({ type: 'array', items: { type: 'string' } }),
  pages: { type: ['integer', 'null'], default: null },
  version: { anyOf: [{ type: 'number' }, { type: 'string' }] },
}
const server = new Server({ name: 'reader', version: '1' }, { capabilities: { tools: {} } })
const tools = [{ name: 'read', description: 'Reads a page.', inputSchema: { type: 'object', properties } }]
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
  content: [{ type: 'text', text: JSON.stringify(params.arguments) }],
}))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { MCPTool } from 'beeai-framework/tools/mcp'
const client = new Client({ name: 'agent', version: '1' })
await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] }))
const [tool] = await MCPTool.fromClient(client)
for (const sent of [{}, { limit: null }, { version: '1.10' }]) {
  const output = await tool.run(sent)
  console.log(`${JSON.stringify(sent)} -> ${output.result.content[0].text}`)
}
await client.close()
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
