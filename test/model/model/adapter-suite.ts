/** The suite for language model adapters, independent of the service's wire format. */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { createServiceFetch } from '../../../src/fetch/service/service-fetch.ts'
import type { LanguageModel, ModelRequest } from '../../../src/model/model/language-model.ts'
import type { ServiceOptions } from '../../../src/model/model/service-model.ts'
import { openScriptedModel, type Reply, type ScriptedModel, testKey } from '../scripted-model.ts'

/** A vendor's wire format. */
interface Wire {
  create(options: ServiceOptions): LanguageModel
  /** Id of one of the service's models. */
  model: string
  /** Usage of 1,000 input tokens, 7 of them cached, and 42 output tokens. */
  usage: object
  answers(text: string, options?: { usage?: never; chunk?: number }): Reply
  answersWhole(text: string): Reply
  fails(status: number, type: string, headers?: Record<string, string>, message?: string): Reply
  breaksOff(text: string, how?: 'end' | 'destroy'): Reply
  hangs(text?: string): Reply
  sends(body: string, headers?: Record<string, string>): Reply
  /** Retryable errors within the stream. */
  failsForNow(text: string): Reply
  /** An answer cut off by the length limit, a model refusal, or the context limit. */
  stopped(text: string, by: 'length' | 'refusal' | 'context'): Reply
  /** The start of a malformed event, up to its text. */
  malformed: string
}

/** A short delay that the service itself requests. */
const soon = { 'retry-after-ms': '5' }

interface AdapterSuite {
  model(): ScriptedModel
  generate(replies: Reply[], overrides?: Partial<ModelRequest>): ReturnType<LanguageModel['generate']>
  request(overrides?: Partial<ModelRequest>): ModelRequest
  failureOf(replies: Reply[], overrides?: Partial<ModelRequest>): Promise<ServiceError>
  emitted: Events['gleaner:model'][]
}

/** Defines the suite for one adapter. The adapter's own tests use the returned object. */
export function describeAdapter(wire: Wire): AdapterSuite {
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

  const request: AdapterSuite['request'] = (overrides = {}) => ({
    ...{ model: wire.model, system: 'Rules', page: 'Page', cachesPage: true, task: 'What?' },
    ...{ schema: null, maxOutputTokens: 1000, signal: new AbortController().signal },
    ...{ deadlineAt: performance.now() + 60_000, ...overrides },
  })

  function generate(replies: Reply[], overrides: Partial<ModelRequest> = {}, send = fetch) {
    model.play(replies)
    emitted.length = 0
    const service = wire.create({ apiKey: testKey, baseUrl: model.url, fetch: send, firstBackoffMs: 10 })
    return service.generate(request(overrides))
  }

  async function failureOf(replies: Reply[], overrides: Partial<ModelRequest> = {}, send = fetch) {
    const error = await generate(replies, overrides, send).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ServiceError)) throw new Error(`no ServiceError but ${String(error)}`)
    return error
  }

  const { answers, answersWhole, fails, breaksOff, hangs, sends, failsForNow, stopped } = wire

  describe('an answer', () => {
    it('is the text of the stream, with its tokens', async () => {
      const pieces: string[] = []
      const options = { usage: wire.usage as never, chunk: 5 }
      const answer = await generate([answers('It costs five euros.', options)], {
        onText: (text) => pieces.push(text),
      })
      expect(answer).toEqual({
        text: 'It costs five euros.',
        model: wire.model,
        usage: { inputTokens: 1000, outputTokens: 42 },
        isTruncated: false,
      })
      expect(pieces).toEqual(['It co', 'sts f', 'ive e', 'uros.'])
      expect(emitted).toMatchObject([{ inputTokens: 1000, cachedTokens: 7, outputTokens: 42, error: null }])
    })

    it.each([-3, Number.MAX_VALUE, 1.5, '7', {}])('counts no tokens if the service reports %j', async (count) => {
      const usage = Object.fromEntries(Object.keys(wire.usage).map((name) => [name, count]))
      const answer = await generate([answers('Five.', { usage: usage as never })])
      expect(answer.usage).toEqual({ inputTokens: 0, outputTokens: 0 })
      expect(emitted).toMatchObject([{ inputTokens: 0, cachedTokens: 0, outputTokens: 0 }])
    })

    it('keeps every character, regardless of how the stream is split', async () => {
      const text = 'Größe: 5 € – 日本語 🙂 مرحبا'
      expect(await generate([answers(text, { chunk: 1 })])).toMatchObject({ text })
    })

    it('may arrive as one message from a gateway that does not stream', async () => {
      expect(await generate([answersWhole('Whole.')])).toMatchObject({ text: 'Whole.', usage: { inputTokens: 25 } })
    })

    it('is truncated if the length limit cut it off', async () => {
      expect(await generate([stopped('It costs', 'length')])).toMatchObject({ text: 'It costs', isTruncated: true })
    })
  })

  describe('a failed call', () => {
    it('is not retried if the answer is longer than a response may be', async () => {
      const service = createServiceFetch({ proxyUrl: null, maxBytes: 2000 })
      const error = await failureOf([answers('word '.repeat(1000))], {}, service.fetch)
      await service.close()
      expect(error).toMatchObject({ type: 'model_failed', message: expect.stringContaining('too long') })
      expect(model.requests).toHaveLength(1)
    })

    const transient: [string, Reply][] = [
      ['429 with retry-after-ms', fails(429, 'rate_limit_error', soon)],
      ['429 with retry-after in seconds', fails(429, 'rate_limit_error', { 'retry-after': '0.01' })],
      ['429 with retry-after as a date', fails(429, 'rate_limit_error', { 'retry-after': new Date(0).toUTCString() })],
      ['529', fails(529, 'overloaded_error', soon)],
      ['500', fails(500, 'api_error', soon)],
      ['400 with x-should-retry: true', fails(400, 'invalid_request_error', { ...soon, 'x-should-retry': 'true' })],
      ['a stream whose connection breaks', breaksOff('It costs five')],
      ['a stream that ends early', breaksOff('It costs five', 'end')],
      ['an overload within the stream', failsForNow('It')],
      ['malformed JSON in the stream', sends(`${wire.malformed}\n\n`)],
      ['malformed JSON as a message', sends('{"type":"mess', { 'content-type': 'application/json' })],
      ['JSON that is not a message', sends('{"a":null}', { 'content-type': 'application/json' })],
      ['an HTML page', sends('<html>gateway</html>', { 'content-type': 'text/html' })],
      ['a connection that breaks', (response) => void response.destroy()],
    ]

    it.each(transient)('is retried after %s', async (_, reply) => {
      expect(await generate([reply, answers('It costs five euros.')])).toMatchObject({ text: 'It costs five euros.' })
      expect(model.requests).toHaveLength(2)
    })

    it.each(transient)('is model_failed after three attempts with %s', async (_, reply) => {
      const error = await failureOf([reply])
      expect([error.type, error.isFree]).toEqual(['model_failed', true])
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
    ])('is model_failed immediately with %s', async (_, status, type) => {
      const headers: Record<string, string> = status === 500 ? { 'x-should-retry': 'false' } : {}
      expect((await failureOf([fails(status, type, headers)])).type).toBe('model_failed')
      expect(model.requests).toHaveLength(1)
      expect(emitted).toMatchObject([{ error: type }])
    })

    it('is model_failed immediately if the model refuses or its answer is empty', async () => {
      const refused = await failureOf([stopped('I can', 'refusal')])
      expect([refused.message, refused.isFree]).toEqual(['The language model refused to answer', false])
      expect((await failureOf([answers('  ')])).message).toContain('empty')
      expect((await failureOf([stopped('', 'context')])).message).toContain('longer than')
      expect(model.requests).toHaveLength(1)
    })

    it('is not retried if the delay passes the deadline', async () => {
      const error = await failureOf([fails(429, 'rate_limit_error', { 'retry-after': '60' })])
      expect([error.type, error.retryAfterS]).toEqual(['model_failed', 60])
      expect(model.requests).toHaveLength(1)
    })

    it('is not retried after text was streamed', async () => {
      const pieces: string[] = []
      const error = await failureOf([breaksOff('It costs five')], { onText: (text) => pieces.push(text) })
      expect(error.type).toBe('model_failed')
      expect('It costs five'.startsWith(pieces.join(''))).toBe(true)
      expect(model.requests).toHaveLength(1)
    })
  })

  describe('a caller', () => {
    it('closes the connection and gets the reason when it aborts', async () => {
      const client = new AbortController()
      const reason = new Error('gone')
      const long = 'It costs five euros'
      const response = generate([hangs(long)], { signal: client.signal, onText: () => client.abort(reason) })
      await expect(response).rejects.toBe(reason)
      await model.requests[0]?.left
    })

    it('does not wait for a delay to pass when it aborts', async () => {
      const client = new AbortController()
      const reply: Reply = (response, sent) => {
        fails(429, 'rate_limit_error', { 'retry-after': '15' })(response, sent)
        setTimeout(() => client.abort(new Error('gone')), 50)
      }
      await expect(generate([reply], { signal: client.signal })).rejects.toThrow('gone')
      expect(model.requests).toHaveLength(1)
    })

    it('never sees a key or text from the service in an error', async () => {
      const echo = `Bad key ${testKey} in ${'x'.repeat(50)}`
      const write = vi.spyOn(process.stderr, 'write')
      const log = (['log', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
      const replies = [
        fails(401, 'authentication_error', {}, echo),
        fails(400, echo, {}, echo),
        sends(echo),
        sends(`${wire.malformed}${echo}\n\n`),
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

  return { model: () => model, generate, request, failureOf, emitted }
}
