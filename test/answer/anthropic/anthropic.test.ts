import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAnthropic } from '../../../src/answer/anthropic/anthropic.ts'
import type { ModelQuestion } from '../../../src/answer/model/language-model.ts'
import { ServiceError } from '../../../src/errors.ts'
import { type Events, subscribe } from '../../../src/observe.ts'
import {
  breaksOff,
  fails,
  failsInStream,
  hangs,
  openScriptedModel,
  type Reply,
  type ScriptedModel,
  says,
  saysWhole,
  sends,
  testKey,
} from '../scripted-model.ts'

let model: ScriptedModel
const told: Events['gleaner:model'][] = []
const endTelling = subscribe('gleaner:model', (event) => told.push(event))

beforeAll(async () => {
  model = await openScriptedModel()
})
afterAll(async () => {
  endTelling()
  await model.close()
})

function questionWith(differences: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    ...{ model: 'claude-haiku-5-5', system: 'Rules', page: 'Page', keepsPage: true, question: 'What?' },
    ...{ schema: null, maxOutputTokens: 1000, signal: new AbortController().signal },
    ...{ deadlineAt: performance.now() + 20_000, ...differences },
  }
}

function ask(replies: Reply[], differences: Partial<ModelQuestion> = {}) {
  model.play(replies)
  told.length = 0
  const { ask: put } = createAnthropic({ apiKey: testKey, baseUrl: model.url, fetch, firstPauseMs: 10 })
  return put(questionWith(differences))
}

async function failureOf(replies: Reply[], differences: Partial<ModelQuestion> = {}): Promise<ServiceError> {
  const error = await ask(replies, differences).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ServiceError)) throw new Error(`no ServiceError but ${String(error)}`)
  return error
}

/** Quick, and still by the service's own word. */
const soon = { 'retry-after-ms': '5' }

describe('an answer', () => {
  it('is the text of the stream, with its tokens', async () => {
    const usage = { input_tokens: 100, cache_creation_input_tokens: 900, cache_read_input_tokens: 7, output_tokens: 42 }
    const pieces: string[] = []
    const answer = await ask([says('It costs five euros.', { usage, chunk: 5 })], {
      onText: (text) => pieces.push(text),
    })
    expect(answer).toEqual({
      text: 'It costs five euros.',
      model: 'claude-haiku-5-5',
      usage: { inputTokens: 1000, outputTokens: 42 },
      isCut: false,
    })
    expect(pieces).toEqual(['It co', 'sts f', 'ive e', 'uros.'])
    expect(told).toMatchObject([{ inputTokens: 1000, keptTokens: 7, outputTokens: 42, error: null }])
  })

  it('may come as one message from a gateway that does not stream', async () => {
    expect(await ask([saysWhole('Whole.')])).toMatchObject({ text: 'Whole.', usage: { inputTokens: 25 } })
  })

  it('is asked for in one request: rules, the page up to the mark, the question, no tools', async () => {
    await ask([says('x')])
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

  it('that was cut by the length limit says so', async () => {
    expect(await ask([says('It costs', { stop: 'max_tokens' })])).toMatchObject({ text: 'It costs', isCut: true })
  })

  it('of a shape is asked for by output_config, and in words where the service refuses the shape', async () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    await ask([says('{}')], { schema })
    expect(model.requests[0]?.body.output_config).toEqual({ format: { type: 'json_schema', schema } })
    expect(await ask([fails(400, 'invalid_request_error'), says('{}')], { schema })).toMatchObject({ text: '{}' })
    expect(model.requests.map(({ body }) => 'output_config' in body)).toEqual([true, false])
  })
})

describe('an answer with fields of any name', () => {
  const priceOf = (prices: object) => ({ type: 'object', properties: { prices }, additionalProperties: false })
  it.each([
    { type: 'object', additionalProperties: { type: 'number' } },
    { type: 'object' },
    { type: 'array', items: { type: 'object', properties: {} } },
  ])('is not held to a shape without any: %j', async (prices) => {
    expect(await ask([says('{"prices":{"basic":1}}')], { schema: priceOf(prices) })).toMatchObject({ isCut: false })
    expect(model.requests[0]?.body).not.toHaveProperty('output_config')
  })
})

describe('the service fails', () => {
  const passing: [string, Reply][] = [
    ['429 with retry-after-ms', fails(429, 'rate_limit_error', soon)],
    ['429 with retry-after in seconds', fails(429, 'rate_limit_error', { 'retry-after': '0.01' })],
    ['429 with retry-after as a date', fails(429, 'rate_limit_error', { 'retry-after': new Date(0).toUTCString() })],
    ['529', fails(529, 'overloaded_error', soon)],
    ['500', fails(500, 'api_error', soon)],
    ['a 400 that it wants tried again', fails(400, 'invalid_request_error', { ...soon, 'x-should-retry': 'true' })],
    ['a stream that is cut', breaksOff('It costs five')],
    ['a stream that ends early', breaksOff('It costs five', 'end')],
    ['an overload within the stream', failsInStream('overloaded_error', 'It')],
    ['malformed JSON in the stream', sends('event: message_start\ndata: {"type":"message_st\n\n')],
    ['malformed JSON as a message', sends('{"type":"mess', { 'content-type': 'application/json' })],
    ['an answer that is none', sends('<html>gateway</html>', { 'content-type': 'text/html' })],
    ['a connection that breaks', (response) => void response.destroy()],
  ]

  it.each(passing)('%s: tried again, and answered', async (_, reply) => {
    expect(await ask([reply, says('It costs five euros.')])).toMatchObject({ text: 'It costs five euros.' })
    expect(model.requests).toHaveLength(2)
  })

  it.each(passing)('%s, and again: model_failed after three tries', async (_, reply) => {
    expect((await failureOf([reply])).type).toBe('model_failed')
    expect(model.requests).toHaveLength(3)
    expect(told.map(({ error }) => error)).toHaveLength(3)
  })

  it.each([
    ['400', 400, 'invalid_request_error'],
    ['401', 401, 'authentication_error'],
    ['403', 403, 'permission_error'],
    ['404', 404, 'not_found_error'],
    ['413', 413, 'request_too_large'],
    ['a 500 that it wants left', 500, 'api_error'],
  ])('%s: model_failed at once', async (_, status, type) => {
    const headers: Record<string, string> = status === 500 ? { 'x-should-retry': 'false' } : {}
    expect((await failureOf([fails(status, type, headers)])).type).toBe('model_failed')
    expect(model.requests).toHaveLength(1)
    expect(told).toMatchObject([{ error: type }])
  })

  it('refusal and an empty answer: model_failed at once', async () => {
    expect((await failureOf([says('I can', { stop: 'refusal' })])).message).toContain('refused')
    expect((await failureOf([says('  ')])).message).toContain('empty')
    expect((await failureOf([says('', { stop: 'model_context_window_exceeded' })])).message).toContain('longer than')
    expect(model.requests).toHaveLength(1)
  })

  it('is not waited for longer than there is time', async () => {
    const error = await failureOf([fails(429, 'rate_limit_error', { 'retry-after': '60' })])
    expect([error.type, error.retryAfterS]).toEqual(['model_failed', 60])
    expect(model.requests).toHaveLength(1)
  })

  it('after a piece was told: nothing is told twice', async () => {
    const pieces: string[] = []
    const error = await failureOf([breaksOff('It costs five')], { onText: (text) => pieces.push(text) })
    expect(error.type).toBe('model_failed')
    expect(pieces.join('')).toBe('It costs five')
    expect(model.requests).toHaveLength(1)
  })
})

describe('the caller', () => {
  it('who leaves takes the connection along, and gets the reason', async () => {
    const leaving = new AbortController()
    const reason = new Error('gone')
    const asked = ask([hangs('It')], { signal: leaving.signal, onText: () => leaving.abort(reason) })
    await expect(asked).rejects.toBe(reason)
    await model.requests[0]?.left
  })

  it('who leaves during a pause is not kept waiting', async () => {
    const leaving = new AbortController()
    const reply: Reply = (response, request) => {
      fails(429, 'rate_limit_error', { 'retry-after': '15' })(response, request)
      setTimeout(() => leaving.abort(new Error('gone')), 50)
    }
    await expect(ask([reply], { signal: leaving.signal })).rejects.toThrow('gone')
    expect(model.requests).toHaveLength(1)
  })

  it('sees no key and no word of the service in what failed', async () => {
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
      expect(JSON.stringify(told)).not.toContain('NeverToBeSeen')
    }
    for (const spy of [write, ...log]) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})
