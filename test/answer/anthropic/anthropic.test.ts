import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAnthropic } from '../../../src/answer/anthropic/anthropic.ts'
import type { ModelRequest } from '../../../src/answer/model/language-model.ts'
import { ServiceError } from '../../../src/errors.ts'
import { type Events, subscribe } from '../../../src/observe.ts'
import {
  answers,
  answersWhole,
  breaksOff,
  fails,
  failsInStream,
  hangs,
  openScriptedModel,
  type Reply,
  type ScriptedModel,
  sends,
  testKey,
} from '../scripted-model.ts'

let model: ScriptedModel
const emitted: Events['gleaner:model'][] = []
const unsubscribe = subscribe('gleaner:model', (event) => emitted.push(event))

beforeAll(async () => {
  model = await openScriptedModel()
})
afterAll(async () => {
  unsubscribe()
  await model.close()
})

function requestWith(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    ...{ model: 'claude-haiku-5-5', system: 'Rules', page: 'Page', cachesPage: true, task: 'What?' },
    ...{ schema: null, maxOutputTokens: 1000, signal: new AbortController().signal },
    ...{ deadlineAt: performance.now() + 20_000, ...overrides },
  }
}

function generate(replies: Reply[], overrides: Partial<ModelRequest> = {}) {
  model.play(replies)
  emitted.length = 0
  const anthropic = createAnthropic({ apiKey: testKey, baseUrl: model.url, fetch, firstBackoffMs: 10 })
  return anthropic.generate(requestWith(overrides))
}

async function failureOf(replies: Reply[], overrides: Partial<ModelRequest> = {}): Promise<ServiceError> {
  const error = await generate(replies, overrides).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ServiceError)) throw new Error(`no ServiceError but ${String(error)}`)
  return error
}

/** A short delay that the service itself names. */
const soon = { 'retry-after-ms': '5' }

describe('an answer', () => {
  it('is the text of the stream, with its tokens', async () => {
    const usage = { input_tokens: 100, cache_creation_input_tokens: 900, cache_read_input_tokens: 7, output_tokens: 42 }
    const pieces: string[] = []
    const answer = await generate([answers('It costs five euros.', { usage, chunk: 5 })], {
      onText: (text) => pieces.push(text),
    })
    expect(answer).toEqual({
      text: 'It costs five euros.',
      model: 'claude-haiku-5-5',
      usage: { inputTokens: 1000, outputTokens: 42 },
      isTruncated: false,
    })
    expect(pieces).toEqual(['It co', 'sts f', 'ive e', 'uros.'])
    expect(emitted).toMatchObject([{ inputTokens: 1000, cachedTokens: 7, outputTokens: 42, error: null }])
  })

  it('may come as one message from a gateway that does not stream', async () => {
    expect(await generate([answersWhole('Whole.')])).toMatchObject({ text: 'Whole.', usage: { inputTokens: 25 } })
  })

  it('is requested with the rules, the page with its cache mark and the task, without tools', async () => {
    await generate([answers('x')])
    const [request] = model.requests
    expect(request?.path).toBe('/v1/messages')
    expect(request?.body).toEqual({
      model: 'claude-haiku-5-5',
      max_tokens: 1000,
      stream: true,
      system: [{ type: 'text', text: 'Rules' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Page', cache_control: { type: 'ephemeral' } },
            { type: 'text', text: 'What?' },
          ],
        },
      ],
    })
  })

  it('that the length limit ended is truncated', async () => {
    expect(await generate([answers('It costs', { stop: 'max_tokens' })])).toMatchObject({
      text: 'It costs',
      isTruncated: true,
    })
  })

  it('under a schema is requested with output_config, and without it where the service refuses the schema', async () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    await generate([answers('{}')], { schema })
    expect(model.requests[0]?.body.output_config).toEqual({ format: { type: 'json_schema', schema } })
    expect(await generate([fails(400, 'invalid_request_error'), answers('{}')], { schema })).toMatchObject({
      text: '{}',
    })
    expect(model.requests.map(({ body }) => 'output_config' in body)).toEqual([true, false])
  })
})

describe('a schema with additional properties', () => {
  const priceOf = (prices: object) => ({ type: 'object', properties: { prices }, additionalProperties: false })
  it.each([
    { type: 'object', additionalProperties: { type: 'number' } },
    { type: 'object' },
    { type: 'array', items: { type: 'object', properties: {} } },
  ])('is not enforced by the service: %j', async (prices) => {
    expect(await generate([answers('{"prices":{"basic":1}}')], { schema: priceOf(prices) })).toMatchObject({
      isTruncated: false,
    })
    expect(model.requests[0]?.body).not.toHaveProperty('output_config')
  })
})

describe('a failed call', () => {
  const transient: [string, Reply][] = [
    ['429 with retry-after-ms', fails(429, 'rate_limit_error', soon)],
    ['429 with retry-after in seconds', fails(429, 'rate_limit_error', { 'retry-after': '0.01' })],
    ['429 with retry-after as a date', fails(429, 'rate_limit_error', { 'retry-after': new Date(0).toUTCString() })],
    ['529', fails(529, 'overloaded_error', soon)],
    ['500', fails(500, 'api_error', soon)],
    ['400 with x-should-retry: true', fails(400, 'invalid_request_error', { ...soon, 'x-should-retry': 'true' })],
    ['a stream whose connection breaks', breaksOff('It costs five')],
    ['a stream that ends early', breaksOff('It costs five', 'end')],
    ['an overload within the stream', failsInStream('overloaded_error', 'It')],
    ['malformed JSON in the stream', sends('event: message_start\ndata: {"type":"message_st\n\n')],
    ['malformed JSON as a message', sends('{"type":"mess', { 'content-type': 'application/json' })],
    ['a page of HTML', sends('<html>gateway</html>', { 'content-type': 'text/html' })],
    ['a connection that breaks', (response) => void response.destroy()],
  ]

  it.each(transient)('is retried after %s', async (_, reply) => {
    expect(await generate([reply, answers('It costs five euros.')])).toMatchObject({ text: 'It costs five euros.' })
    expect(model.requests).toHaveLength(2)
  })

  it.each(transient)('is model_failed after three attempts with %s', async (_, reply) => {
    expect((await failureOf([reply])).type).toBe('model_failed')
    expect(model.requests).toHaveLength(3)
    expect(emitted.map(({ error }) => error)).toHaveLength(3)
  })

  it.each([
    ['400', 400, 'invalid_request_error'],
    ['401', 401, 'authentication_error'],
    ['403', 403, 'permission_error'],
    ['404', 404, 'not_found_error'],
    ['413', 413, 'request_too_large'],
    ['500 with x-should-retry: false', 500, 'api_error'],
  ])('is model_failed at once with %s', async (_, status, type) => {
    const headers: Record<string, string> = status === 500 ? { 'x-should-retry': 'false' } : {}
    expect((await failureOf([fails(status, type, headers)])).type).toBe('model_failed')
    expect(model.requests).toHaveLength(1)
    expect(emitted).toMatchObject([{ error: type }])
  })

  it('is model_failed at once for a refusal and for an empty answer', async () => {
    expect((await failureOf([answers('I can', { stop: 'refusal' })])).message).toContain('refused')
    expect((await failureOf([answers('  ')])).message).toContain('empty')
    expect((await failureOf([answers('', { stop: 'model_context_window_exceeded' })])).message).toContain('longer than')
    expect(model.requests).toHaveLength(1)
  })

  it('is not retried when the delay passes the deadline', async () => {
    const error = await failureOf([fails(429, 'rate_limit_error', { 'retry-after': '60' })])
    expect([error.type, error.retryAfterS]).toEqual(['model_failed', 60])
    expect(model.requests).toHaveLength(1)
  })

  it('is not retried after text was streamed', async () => {
    const pieces: string[] = []
    const error = await failureOf([breaksOff('It costs five')], { onText: (text) => pieces.push(text) })
    expect(error.type).toBe('model_failed')
    expect(pieces.join('')).toBe('It costs five')
    expect(model.requests).toHaveLength(1)
  })
})

describe('a caller', () => {
  it('that aborts closes the connection and gets the reason', async () => {
    const client = new AbortController()
    const reason = new Error('gone')
    const response = generate([hangs('It')], { signal: client.signal, onText: () => client.abort(reason) })
    await expect(response).rejects.toBe(reason)
    await model.requests[0]?.left
  })

  it('that aborts during a delay does not wait for its end', async () => {
    const client = new AbortController()
    const reply: Reply = (response, request) => {
      fails(429, 'rate_limit_error', { 'retry-after': '15' })(response, request)
      setTimeout(() => client.abort(new Error('gone')), 50)
    }
    await expect(generate([reply], { signal: client.signal })).rejects.toThrow('gone')
    expect(model.requests).toHaveLength(1)
  })

  it('gets no key and no text of the service in an error', async () => {
    const echo = `Bad key ${testKey} in ${'x'.repeat(50)}`
    const write = vi.spyOn(process.stderr, 'write')
    const log = (['log', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
    const replies = [
      fails(401, 'authentication_error', {}, echo),
      fails(400, echo, {}, echo),
      sends(echo),
      sends(`event: message_start\ndata: {"${echo}\n\n`),
    ]
    for (const reply of replies) {
      const error = await failureOf([reply])
      const shown = JSON.stringify([error, error.message, error.stack, error.problems, error.cause ?? null])
      expect(shown).not.toContain('NeverToBeSeen')
      expect(shown).not.toContain('xxxxx')
      expect(JSON.stringify(emitted)).not.toContain('NeverToBeSeen')
    }
    for (const spy of [write, ...log]) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
