#!/usr/bin/env bash
# @google/adk 2.0.0 with @modelcontextprotocol/sdk 1.32.2 and zod 4.6.7, seen on 2026-12-01.
#
# The tool `load_mcp_resource` gives the model the texts of an MCP server's resources only if it was the first call of the model's step. Models
# call tools in parallel. If there are two calls of `load_mcp_resource` in a step, the texts of the second are left out, and if the step starts with
# another tool, all are. The results say that the contents were inserted in any case, and nothing is logged.
#
# Why it matters: the model reads that it has a page which it never got, so it answers from memory, or asks again. The same agent works as long
# as the model asks for one thing at a time, which is what one tries first. One call with two names works.
#
# Output: the calls of one step, how many of the results claim to have inserted contents, and the texts that the model gets in the next step.
#   load_mcp_resource(page-1,page-2): 1 claims contents, sent are ["Text of page 1.","Text of page 2."]
#   load_mcp_resource(page-1) and load_mcp_resource(page-2): 2 claim contents, sent are ["Text of page 1."]
#   load_mcp_resource(page-1) and search(): 1 claims contents, sent are ["Text of page 1."]
#   search() and load_mcp_resource(page-1): 1 claims contents, sent are []
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @google/adk@2.0.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null
cat >server.mjs <<'JS'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
const server = new McpServer({ name: 'reader', version: '1' })
for (const number of [1, 2]) {
  const uri = `reader://page/${number}`
  server.registerResource(`page-${number}`, uri, {}, () => ({ contents: [{ uri, text: `Text of page ${number}.` }] }))
}
server.registerTool('search', { description: 'Searches.' }, () => ({ content: [{ type: 'text', text: 'Two pages are found.' }] }))
await server.connect(new StdioServerTransport())
JS
cat >client.mjs <<'JS'
import { BaseLlm, InMemoryRunner, LlmAgent, LoadMcpResourceTool, MCPToolset } from '@google/adk'

const load = (...names) => ({ name: 'load_mcp_resource', args: { resource_names: names } })
const search = { name: 'search', args: {} }
const steps = [[load('page-1', 'page-2')], [load('page-1'), load('page-2')], [load('page-1'), search], [search, load('page-1')]]

// A model that makes the calls of one step, and then says "ok".
class Model extends BaseLlm {
  constructor(calls) {
    super({ model: 'none' })
    this.calls = calls
  }
  async *generateContentAsync({ contents }) {
    this.sent = contents.slice(2).flatMap(({ parts }) => parts)
    const parts = this.sent.length ? [{ text: 'ok' }] : this.calls.map((functionCall, id) => ({ functionCall: { id: `${id}`, ...functionCall } }))
    yield { content: { role: 'model', parts } }
  }
}

const serverParams = { command: process.execPath, args: ['server.mjs'] }
const toolset = new MCPToolset({ type: 'StdioConnectionParams', serverParams })
for (const calls of steps) {
  const model = new Model(calls)
  const agent = new LlmAgent({ name: 'reader', model, tools: [toolset, new LoadMcpResourceTool(toolset)] })
  const runner = new InMemoryRunner({ agent, appName: 'reader' })
  const { id } = await runner.sessionService.createSession({ appName: 'reader', userId: 'user' })
  const newMessage = { role: 'user', parts: [{ text: 'Read the pages.' }] }
  for await (const event of runner.runAsync({ userId: 'user', sessionId: id, newMessage })) if (event.errorMessage) throw new Error(event.errorMessage)
  const claims = model.sent.filter((part) => part.functionResponse?.response.status?.startsWith('resource contents temporarily inserted')).length
  const texts = model.sent.flatMap(({ text }) => (text?.startsWith('Text') ? [text] : []))
  const names = calls.map(({ name, args }) => `${name}(${args.resource_names ?? ''})`).join(' and ')
  console.log(`${names}: ${claims} ${claims === 1 ? 'claims' : 'claim'} contents, sent are ${JSON.stringify(texts)}`)
}
process.exit(0)
JS
seen=$(node client.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
