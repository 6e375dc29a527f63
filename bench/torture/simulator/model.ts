/** The language model's service, simulated according to the plan, behind the real adapter. */

import { createAnthropic } from '../../../src/model/anthropic/anthropic.ts'
import type { LanguageModel } from '../../../src/model/model/language-model.ts'
import { sleepUnder } from './pages.ts'
import { type ModelFate, serviceFates } from './plan.ts'
import type { World } from './world.ts'

const latencyMs = 40

const answers: Partial<Record<ModelFate, string>> = {
  'no json': 'I would rather talk about the weather.',
  misfit: '{"price": "twelve"}',
  empty: '',
}

/** Counts calls in the trace of the request that makes them. */
export function createPlayedModel(world: World): LanguageModel {
  const adapter = createAnthropic({
    apiKey: 'sk-ant-simulated',
    baseUrl: 'http://model.example',
    fetch: (_, init) => reply(world, init as RequestInit),
  })
  return {
    async generate(request) {
      const trace = world.trace()
      if (trace) trace.modelCalls++
      trace?.reach('asked')
      try {
        return await adapter.generate(request)
      } catch (error) {
        if (trace?.serviceFails && !request.signal.aborted) trace.isServiceFailure = true
        throw error
      }
    },
  }
}

async function reply(world: World, init: RequestInit): Promise<Response> {
  const trace = world.trace()
  const signal = init.signal ?? new AbortController().signal
  const fault = world.next('model', '')
  const fate = fault?.fate
  if (trace) trace.serviceFails = serviceFates.some((each) => each === fate)
  await sleepUnder(world, fault && fate === 'slow' ? fault.ms : latencyMs, signal)
  if (fate === 'hangs') await sleepUnder(world, Number.POSITIVE_INFINITY, signal)
  if (fate === 'unreachable') throw new TypeError('fetch failed')
  if (fate === '429') return failure(429, 'rate_limit_error', { 'retry-after': '1' })
  if (fate === '429 for long') return failure(429, 'rate_limit_error', { 'retry-after': '600' })
  if (fate === '500') return failure(500, 'api_error')
  if (fate === '529') return failure(529, 'overloaded_error')
  if (fate === 'garbage') return new Response('data: {"type":', { headers: stream })
  trace?.reach('answering')
  const wantsJson = String(init.body).includes('schema')
  const text = (fate && answers[fate]) ?? (wantsJson ? '{"price": 12.5}' : 'The basic plan costs 12.50 euros.')
  const events = eventsOf(text, fate === 'refuses' ? 'refusal' : fate === 'cut answer' ? 'max_tokens' : 'end_turn')
  if (fate === 'cut stream') return new Response(events.slice(0, -2).join(''), { headers: stream })
  if (fate === 'hangs in stream')
    return new Response(endless(events.slice(0, -2).join(''), signal), { headers: stream })
  return new Response(events.join(''), { headers: stream })
}

const stream = { 'content-type': 'text/event-stream' }

function failure(status: number, type: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ type: 'error', error: { type, message: 'No.' } })
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Returns the events of an answer. @see https://platform.claude.com/docs/en/build-with-claude/streaming */
function eventsOf(text: string, stop: string): string[] {
  const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  const usage = { input_tokens: 25, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'simulated', content: [], usage }
  return [
    event('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 15 } }),
    event('message_stop', {}),
  ]
}

/** Returns a body that continues until the caller aborts the call. */
function endless(text: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      const end = () => controller.error(signal.reason)
      // The client may have disconnected by the time the first byte arrived.
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    },
  })
}
