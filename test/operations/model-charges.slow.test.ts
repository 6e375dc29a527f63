import { describe, expect, it } from 'vitest'
import { type Events, subscribe } from '../../src/base/events.ts'
import { noShare } from '../../src/base/share.ts'
import { serviceStops } from '../../src/interfaces/http/server.ts'
import { jsonHeaders, modern } from '../interfaces/mcp/requests.ts'
import { answers, fails, hangs, type Reply } from '../model/scripted-model.ts'
import { jsonOf } from '../service.ts'
import { holdTimeLimit } from '../time-limit.ts'
import { until } from '../waits.ts'
import { usePromptService } from './prompt-service.ts'

const service = usePromptService()

/** A separate key with credits. */
async function withKey(credits = 300) {
  const { key, id } = await service.gleaner.access.issue('asker', { credits })
  const headers = { authorization: `Bearer ${key}` }
  const record = () => service.gleaner.access.keys.find(id)
  return {
    id,
    ask: (parameters: Record<string, string> = {}, init: RequestInit = {}) =>
      service.ask('What does it cost?', parameters, { ...init, headers: { ...headers, ...init.headers } }),
    call: (url: string, init: RequestInit = {}) => {
      const [body, options] = modern('tools/call', {
        name: 'scrape',
        arguments: { url, prompt: 'What does it cost?' },
      })
      return fetch(`${service.gleaner.url}/mcp`, {
        ...{ method: 'POST', body: JSON.stringify(body), ...init },
        headers: { ...jsonHeaders, ...headers, ...options.headers },
      })
    },
    balance: async () => {
      const found = await record()
      return [found?.credits, found?.used]
    },
    usage: () => service.gleaner.access.usage({ keyId: id, from: '2000-01-01', to: '9999-12-31' }),
  }
}

const unhelpful = { 'x-should-retry': 'false' }
const json = { prompt: 'Answer as JSON with this schema: {"type":"object","required":["a"]}' }

/** Failures after the model was called: the model's replies, the request, and its charge. */
const failures: [string, Reply[], Record<string, string>, string, number][] = [
  ['a refusal by the model', [answers('', { stop: 'refusal' })], {}, 'model_failed', 5],
  ['an empty answer', [answers(' ')], {}, 'model_failed', 5],
  [
    'a page longer than the model reads',
    [answers('', { stop: 'model_context_window_exceeded' })],
    {},
    'model_failed',
    5,
  ],
  ['an answer that is not the requested JSON, twice', [answers('no JSON')], json, 'model_failed', 5],
  ['a service that fails', [fails(500, 'api_error', unhelpful)], {}, 'model_failed', 0],
  ['a service that asks for fewer requests', [fails(429, 'rate_limit_error', unhelpful)], {}, 'model_failed', 0],
  ['a service that refuses our key', [fails(401, 'authentication_error')], {}, 'model_failed', 0],
  ['a service that breaks the connection', [(response) => response.destroy()], {}, 'model_failed', 0],
  [
    'a service that fails at the second call',
    [answers('no JSON'), fails(500, 'api_error', unhelpful)],
    json,
    'model_failed',
    0,
  ],
  ['a page without the requested part', [answers('never asked')], { css_selector: '#none' }, 'selector_not_matched', 0],
]

describe('a request with a prompt that fails', () => {
  it('is charged for work that had begun by the deadline', async () => {
    const key = await withKey()
    service.model.play([hangs('It costs')])
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = jsonOf(key.ask({ timeout_ms }))
    await until('the call of the model', () => service.model.requests.length === 1)
    pass()
    expect(await asking).toMatchObject({ detail: [{ type: 'model_failed' }], credits_charged: 5 })
    expect(await key.balance()).toEqual([295, 5])
  })

  it.each(failures)('is charged for work that had begun: %s', async (_, replies, parameters, type, charged) => {
    const key = await withKey()
    service.model.play(replies)
    const response = await key.ask(parameters)
    expect(await jsonOf(response)).toMatchObject({ detail: [{ type }], credits_charged: charged })
    expect(await key.balance()).toEqual([300 - charged, charged])
    expect(await key.usage()).toMatchObject([{ requests: 0, failed: 1, credits: charged }])
  })

  it('is charged the same over MCP, and the error says so', async () => {
    const key = await withKey()
    service.model.play([answers('', { stop: 'refusal' })])
    expect(await (await key.call(service.testUrl())).text()).toContain('5 credits were charged')
    service.model.play([fails(500, 'api_error', unhelpful)])
    expect(await (await key.call(service.testUrl())).text()).not.toContain('credits were charged')
    expect(await key.balance()).toEqual([295, 5])
  })

  it('keeps its Idempotency-Key, so the model is not asked again', async () => {
    const key = await withKey()
    service.model.play([answers('', { stop: 'refusal' })])
    const named = { headers: { 'idempotency-key': 'refused' } }
    expect((await key.ask({}, named)).status).toBe(502)
    const again = await key.ask({}, named)
    expect(again.status).toBe(409)
    expect(await jsonOf(again)).toMatchObject({ detail: [{ type: 'idempotency_not_kept' }], credits_charged: 0 })
    expect(service.model.requests).toHaveLength(1)
    expect(await key.balance()).toEqual([295, 5])
  })

  it('frees its Idempotency-Key if the model service failed', async () => {
    const key = await withKey()
    const named = { headers: { 'idempotency-key': 'failed' } }
    service.model.play([fails(500, 'api_error', unhelpful), answers('12.50 euros')])
    expect((await key.ask({}, named)).status).toBe(502)
    expect(await jsonOf(key.ask({}, named))).toMatchObject({ content: '12.50 euros', credits_charged: 6 })
    expect(await key.balance()).toEqual([294, 6])
  })

  it('is refunded when the service is stopped', async () => {
    const key = await withKey()
    service.model.play([hangs('It costs')])
    const { invoke, operations } = service.gleaner.runtime
    const stop = new AbortController()
    const caller = { keyId: key.id, transport: 'rest' } as const
    const ended = invoke(
      operations.scrape,
      { raw: { url: service.testUrl(), prompt: 'What does it cost?' } },
      { caller, share: noShare, requestId: 'r-1', signal: stop.signal },
    )
    await expect.poll(() => service.model.requests.length).toBe(1)
    stop.abort(serviceStops())
    await expect(ended).rejects.toMatchObject({ type: 'overloaded', creditsCharged: 0 })
    expect(await key.balance()).toEqual([300, 0])
  })
})

describe('attack: free model tokens', () => {
  /** Starts 25 calls, each about a different page, and closes their connections while the model is answering. */
  async function leave25(start: (url: string, init: RequestInit) => Promise<Response>, from: number) {
    service.model.play([hangs('It costs')])
    const leaving = new AbortController()
    const calls = Array.from({ length: 25 }, (_, i) =>
      start(`${service.testUrl()}&n=${from + i}`, { signal: leaving.signal })
        .then((response) => response.text())
        .catch(() => 'left'),
    )
    await expect.poll(() => service.model.requests.length).toBe(25)
    leaving.abort()
    expect(await Promise.all(calls)).not.toContain('')
  }

  it.each(['REST', 'MCP'])(
    '50 calls over %s that disconnect while the model answers cost 50 × 5 credits',
    async (via) => {
      const key = await withKey(300)
      const seen: Events['gleaner:operation'][] = []
      const end = subscribe('gleaner:operation', (event) => void (event.keyId === key.id && seen.push(event)))
      const start = via === 'MCP' ? key.call : (url: string, init: RequestInit) => key.ask({ url }, init)
      await leave25(start, 0)
      await expect.poll(key.balance).toEqual([175, 125])
      await leave25(start, 25)
      await expect.poll(key.balance).toEqual([50, 250])
      await expect.poll(() => seen.length).toBe(50)
      end()
      expect(new Set(seen.map(({ outcome, creditsCharged }) => `${outcome} ${creditsCharged}`))).toEqual(
        new Set(['cancelled 5']),
      )
      expect(await key.usage()).toMatchObject([{ requests: 0, failed: 50, credits: 250 }])
    },
  )

  it('a balance is never overdrawn, so 14 credits allow two calls and the third is refused', async () => {
    const key = await withKey(14)
    for (const left of [9, 4]) {
      service.model.play([answers('', { stop: 'refusal' })])
      expect((await key.ask({ url: `${service.testUrl()}&left=${left}` })).status).toBe(502)
      expect(await key.balance()).toEqual([left, 14 - left])
    }
    service.model.play([answers('never asked')])
    expect((await key.ask({ url: `${service.testUrl()}&left=none` })).status).toBe(402)
    expect(service.model.requests).toHaveLength(0)
  })
})
