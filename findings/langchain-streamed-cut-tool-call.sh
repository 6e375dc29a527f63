#!/usr/bin/env bash
# langchain 1.5.14 with @langchain/openai 1.6.0, @langchain/core 1.4.0 and @langchain/langgraph 1.7.3, on Node 24.21.0, seen on 2026-11-30.
#
# If a model's answer ends at its token limit in the middle of a tool call, it depends on the mode in which the developer watches the agent
# whether the tool runs. With `streamMode: 'messages'`, the answer is streamed, and the arguments' JSON is completed by closing its open
# strings and braces: the tool runs with what there was of the last value. Here, the price 1250 becomes 12. With 'updates' or `invoke`,
# the call is an invalid one, and the tool doesn't run. The finish reason "length" is ignored in both.
#
# Why it matters: a cut number, URL or text is a valid value, so no schema refuses it, and the model reads that the call succeeded. Tools
# that store what was read from a page store half of it. Compare the finish reason before a tool runs.
#
# Output:
#   the model's arguments: {"item":"Oak","price":12
#   updates: the tool doesn't run
#   messages: the tool runs with {"item":"Oak","price":12}, and the model gets "saved"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund langchain@1.5.14 @langchain/core@1.4.0 @langchain/openai@1.6.0 @langchain/langgraph@1.7.3 \
  zod@4.6.7 node@24.21.0 >/dev/null
cat >agent.mjs <<'JS'
import { createServer } from 'node:http'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

// A model service whose answer is cut in the middle of "1250". It says "ok" once it has the tool's result.
const cut = '{"item":"Oak","price":12'
let got
const service = createServer(async (request, response) => {
  const { messages, stream } = JSON.parse(Buffer.concat(await request.toArray()))
  const last = messages.at(-1)
  if (last.role === 'tool') got = last.content
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'save', arguments: cut } }
  const message = last.role === 'tool' ? { role: 'assistant', content: 'ok' } : { role: 'assistant', content: null, tool_calls: [call] }
  const finish_reason = last.role === 'tool' ? 'stop' : 'length'
  const answer = { id: 'r', created: 1, model: 'm' }
  if (!stream) {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const choices = [{ index: 0, message, finish_reason }]
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...answer, choices, usage }))
  }
  response.setHeader('content-type', 'text/event-stream')
  for (const choice of [{ delta: message, finish_reason: null }, { delta: {}, finish_reason }])
    response.write(`data: ${JSON.stringify({ ...answer, choices: [{ index: 0, ...choice }] })}\n\n`)
  response.end('data: [DONE]\n\n')
}).listen(0, '127.0.0.1')
await new Promise((resolve) => service.once('listening', resolve))

let ran
const save = tool((row) => { ran = JSON.stringify(row); return 'saved' }, {
  name: 'save',
  description: 'stores a row',
  schema: z.object({ item: z.string(), price: z.number() }),
})
const configuration = { baseURL: `http://127.0.0.1:${service.address().port}/v1` }
const model = new ChatOpenAI({ model: 'gpt-4o', apiKey: 'none', maxRetries: 0, configuration })
console.log(`the model's arguments: ${cut}`)
for (const streamMode of ['updates', 'messages']) {
  ran = undefined
  const messages = [{ role: 'user', content: 'Save the row.' }]
  for await (const _ of await createAgent({ model, tools: [save] }).stream({ messages }, { streamMode })) {}
  console.log(`${streamMode}: the tool ${ran ? `runs with ${ran}, and the model gets "${got}"` : "doesn't run"}`)
}
process.exit(0)
JS
seen=$(timeout 100 node_modules/.bin/node agent.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
