#!/usr/bin/env bash
# @strands-agents/sdk 1.19.0 with openai 6.45.0 and zod 4.6.7, seen on 2026-12-01.
#
# With OpenAI's chat completions, an agent runs only the last of the tools that a model calls in one step. The other calls are removed from the
# conversation too, and so is the text that the model wrote before the calls. Nothing is logged. The adapter reports the start of each part of
# the answer at once, and the ends of all parts at the end, but what puts the parts together knows only one open part. With the Responses
# API, which is the default, all calls run and the text stays.
#
# Why it matters: servers that are compatible with OpenAI, such as those of local models, mostly have only chat completions. The model asks for
# three pages and gets one. It sees a conversation in which it asked for one, so that it answers from that, or asks for the others one by
# one, which looks like a weak model. A plan that it wrote down is gone. `params: { parallel_tool_calls: false }` avoids the lost calls where a
# server knows it.
#
# Output: what the model answers, the calls that run, and the answer as the model sees it in the next request.
#   chat, read(1): runs read(1), next request has read(1)
#   chat, read(1) read(2) read(3): runs read(3), next request has read(3)
#   chat, "First page 1." read(1): runs read(1), next request has read(1)
#   responses, read(1) read(2) read(3): runs read(1) read(2) read(3), next request has read(1) read(2) read(3)
#   responses, "First page 1." read(1): runs read(1), next request has "First page 1." read(1)
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# Without the many optional peers of the SDK.
npm install --silent --no-audit --no-fund --legacy-peer-deps @strands-agents/sdk@1.19.0 openai@6.45.0 zod@4.6.7 \
  @modelcontextprotocol/sdk@1.32.2 @opentelemetry/api@1.9.0 >/dev/null
cat >model.mjs <<'JS'
import { createServer } from 'node:http'

/** Events of a chat completion, in the order in which OpenAI sends them. */
function chatEvents({ text, pages }) {
  const calls = pages.flatMap((page, index) => [
    { tool_calls: [{ index, id: `call-${page}`, type: 'function', function: { name: 'read', arguments: '' } }] },
    { tool_calls: [{ index, function: { arguments: JSON.stringify({ page }) } }] },
  ])
  const choices = [{ role: 'assistant', content: text }, ...calls].map((delta) => ({ index: 0, delta, finish_reason: null }))
  choices.push({ index: 0, delta: {}, finish_reason: pages.length > 0 ? 'tool_calls' : 'stop' })
  return choices.map((choice) => ({ id: 'answer', object: 'chat.completion.chunk', choices: [choice] }))
}

/** Events of a response. */
function responseEvents({ text, pages }) {
  const calls = pages.flatMap((page) => {
    const item = { type: 'function_call', id: `item-${page}`, call_id: `call-${page}`, name: 'read', arguments: '' }
    const done = { type: 'response.function_call_arguments.done', item_id: item.id, arguments: JSON.stringify({ page }) }
    return [{ type: 'response.output_item.added', item }, done]
  })
  const response = { id: 'answer', status: 'completed' }
  const texts = text ? [{ type: 'response.output_text.delta', item_id: 'text', delta: text }] : []
  return [{ type: 'response.created', response }, ...texts, ...calls, { type: 'response.completed', response }]
}

/** Starts a model that answers the first request with `answer` and the second with a text. */
export async function startModel(answer) {
  const requests = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push(JSON.parse(body))
    const next = requests.length === 1 ? answer : { text: 'Done.', pages: [] }
    const events = request.url.endsWith('/responses') ? responseEvents(next) : chatEvents(next)
    response.setHeader('content-type', 'text/event-stream')
    for (const event of events) response.write(`event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { requests, baseURL: `http://127.0.0.1:${server.address().port}/v1` }
}
JS
cat >agents.mjs <<'JS'
import { Agent, tool } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { z } from 'zod'
import { startModel } from './model.mjs'

const written = (text, calls) => [...(text ? [JSON.stringify(text)] : []), ...calls].join(' ')
const readOf = (json) => `read(${JSON.parse(json).page})`

async function run(api, answer) {
  const { requests, baseURL } = await startModel(answer)
  const runs = []
  const read = tool({
    name: 'read',
    description: 'Reads a page.',
    inputSchema: z.object({ page: z.number() }),
    callback: ({ page }) => {
      runs.push(`read(${page})`)
      return `Text of page ${page}.`
    },
  })
  const model = new OpenAIModel({ api, modelId: 'model', apiKey: 'key', clientConfig: { baseURL } })
  await new Agent({ model, tools: [read], printer: false }).invoke('What is on the pages?')
  const { messages = [], input = [] } = requests[1]
  const seen = [...messages, ...input].filter(({ role }) => role === 'assistant')
  const calls = [
    ...seen.flatMap(({ tool_calls: list = [] }) => list.map((call) => readOf(call.function.arguments))),
    ...input.filter(({ type }) => type === 'function_call').map((call) => readOf(call.arguments)),
  ]
  const text = seen.map(({ content }) => content ?? '').join('')
  const asked = written(answer.text, answer.pages.map((page) => `read(${page})`))
  console.log(`${api}, ${asked}: runs ${runs.join(' ')}, next request has ${written(text, calls)}`)
}

const three = { text: '', pages: [1, 2, 3] }
const withText = { text: 'First page 1.', pages: [1] }
for (const answer of [{ text: '', pages: [1] }, three, withText]) await run('chat', answer)
for (const answer of [three, withText]) await run('responses', answer)
process.exit(0)
JS
seen=$(node agents.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
