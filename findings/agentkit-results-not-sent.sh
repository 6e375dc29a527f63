#!/usr/bin/env bash
# @inngest/agent-kit 0.13.2 with inngest 4.24.0, zod 4.6.7 and @modelcontextprotocol/sdk 1.32.2, seen on 2026-12-01.
#
# `agent.run` with `maxIter` calls the tools and asks the model again, but without their results. The next request has the tool call of the step
# before and nothing after it, and calls of earlier steps are gone as well. The value that `run` returns has no tool calls either. In a network, where
# `maxIter` counts agents, the results are sent. Without `maxIter`, there is only one request. The README describes `maxIter` only for networks.
#
# In addition, no agent with `mcpServers` gets as far as its first request. The package requires zod 4, but schemas of MCP tools are converted
# with a dependency that brings zod 3, and zod 4 can't read these.
#
# Why it matters: each tool runs, pages are fetched and paid for, and the model answers as if it had seen none of them. OpenAI refuses a call
# without a result, but servers that are compatible with it often don't. Use a network of one agent, and call MCP servers in the handler of a
# `createTool`. An override that gives the dependency zod 4 doesn't help, because it imports a name that is missing there.
#
# Output: the messages of each request.
#   agent.run, request 1: system, user
#   agent.run, request 2: system, user, call of read(1)
#   agent.run, request 3: system, user, call of read(2)
#   agent.run: the tool ran 2 times, and the value lists 0 tool calls
#   network, request 1: system, user
#   network, request 2: system, user, call of read(1), result {"data":"Text of page 1."}
#   network, request 3: system, user, call of read(1), result {"data":"Text of page 1."}, call of read(2), result {"data":"Text of page 2."}
#   agent with an MCP server: TypeError: Cannot read properties of undefined (reading 'def')
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @inngest/agent-kit@0.13.2 inngest@4.24.0 zod@4.6.7 @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >server.mjs <<'JS'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
const server = new McpServer({ name: 'reader', version: '1' })
server.registerTool('read', { description: 'Reads a page.' }, () => ({ content: [{ type: 'text', text: 'Text.' }] }))
await server.connect(new StdioServerTransport())
JS
cat >agents.mjs <<'JS'
import { createServer } from 'node:http'
import { createAgent, createNetwork, createTool, openai } from '@inngest/agent-kit'
import { z } from 'zod'

// Calls the tool in the first two requests, and answers the third.
let requests = []
const model = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  requests.push(JSON.parse(body).messages)
  const page = requests.length
  const call = { id: `call-${page}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ page }) } }
  const choice =
    page > 2
      ? { finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }
      : { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [call] } }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ index: 0, ...choice }] }))
})
await new Promise((listening) => model.listen(0, '127.0.0.1', listening))
const baseUrl = `http://127.0.0.1:${model.address().port}/v1/`

let reads = 0
const read = createTool({
  name: 'read',
  description: 'Reads a page.',
  parameters: z.object({ page: z.number() }),
  handler: ({ page }) => {
    reads++
    return `Text of page ${page}.`
  },
})
const options = { name: 'agent', system: 'Answer.', model: openai({ model: 'model', apiKey: 'key', baseUrl }) }

function show(name) {
  for (const [index, messages] of requests.entries()) {
    const shown = messages.map(({ role, content, tool_calls: calls }) => {
      if (calls) return `call of read(${JSON.parse(calls[0].function.arguments).page})`
      return role === 'tool' ? `result ${content}` : role
    })
    console.log(`${name}, request ${index + 1}: ${shown.join(', ')}`)
  }
  requests = []
}

const agent = createAgent({ ...options, tools: [read] })
const value = await agent.run('What is on the pages?', { maxIter: 5 })
show('agent.run')
console.log(`agent.run: the tool ran ${reads} times, and the value lists ${value.toolCalls.length} tool calls`)
const router = ({ lastResult }) => (lastResult?.output.at(-1)?.type === 'text' ? undefined : agent)
await createNetwork({ name: 'network', agents: [agent], router, maxIter: 5 }).run('What is on the pages?')
show('network')
const transport = { type: 'stdio', command: process.execPath, args: ['server.mjs'] }
const withServer = createAgent({ ...options, mcpServers: [{ name: 'reader', transport }] })
await withServer.run('What is on the pages?').catch((error) => console.log(`agent with an MCP server: ${error}`))
process.exit(0)
JS
seen=$(node agents.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
