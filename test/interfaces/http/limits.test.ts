import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeyTerms } from '../../../src/access/keys.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

let gleaner: TestService
let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
})
afterAll(() => origin.close())
beforeEach(async () => {
  gleaner = await openTestService()
})
afterEach(() => gleaner.close())

/** Creates a key with these limits, and functions that send requests with it. */
async function withKey(terms: Partial<KeyTerms>) {
  const { key, id } = await gleaner.access.issue('limited', terms)
  const headers = { authorization: `Bearer ${key}` }
  return {
    id,
    get: (path: string, parameters: Record<string, string> = {}) => gleaner.get(path, parameters, { headers }),
    /** An MCP session: `post` sends messages and resolves with the text of the response. */
    async openMcp() {
      const fixed = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const post = (body: object, session: Record<string, string> = {}) =>
        fetch(`${gleaner.url}/mcp`, { method: 'POST', headers: { ...fixed, ...session }, body: JSON.stringify(body) })
      const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const begun = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' }
      return { post: (body: object) => post(body, session) }
    },
  }
}

describe('the limits', () => {
  it.each([
    ['a result', '/v1/scrape', 200],
    ['a faulty input', '/v1/google_ads', 422],
    ['the account', '/v1/account', 200],
  ])('are in the headers of %s', async (_, path, status) => {
    const response = await gleaner.get(path, path === '/v1/scrape' ? { url: `${origin.url}/` } : {})
    expect(response.status).toBe(status)
    expect(response.headers.get('ratelimit-policy')).toBe('"server";q=6000;w=60')
    expect(response.headers.get('ratelimit')).toMatch(/^"server";r=5999;t=\d+$/)
  })

  it('are in the headers of a 401 too, counted by IP address', async () => {
    const response = await fetch(`${gleaner.url}/v1/scrape`)
    expect(response.status).toBe(401)
    expect(response.headers.get('ratelimit')).toMatch(/^"server";r=5999;t=60$/)
  })

  it('include those of the key and those of the server', async () => {
    const { get } = await withKey({ rateLimit: { limit: 2, windowS: 10 } })
    const response = await get('/v1/account')
    expect(response.headers.get('ratelimit-policy')).toBe('"server";q=6000;w=60, "key";q=2;w=10')
    expect(response.headers.get('ratelimit')).toMatch(/^"server";r=5999;t=\d+, "key";r=1;t=\d+$/)
  })

  it('refuse with 429 and Retry-After before the parameters and the credits are checked', async () => {
    const { get } = await withKey({ rateLimit: { limit: 1, windowS: 3600 }, credits: 0 })
    expect(typesOf(await jsonOf(get('/v1/scrape', { zzz: '1' })))).toContain('extra_forbidden')
    for (const [path, parameters] of [
      ['/v1/scrape', { zzz: '1' }],
      ['/v1/scrape', { url: `${origin.url}/` }],
      ['/v1/account', {}],
    ] as const) {
      const response = await get(path, parameters)
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3590)
      expect(response.headers.get('ratelimit')).toMatch(/"key";r=0;t=\d+$/)
      expect(await jsonOf(response)).toMatchObject({ detail: [{ type: 'rate_limited', loc: [] }], retryable: true })
    }
  })

  it('apply to every key separately if they are server limits', async () => {
    const strict = await openTestService({ GLEANER_RATE_LIMIT: '1' })
    expect((await strict.get('/v1/account')).status).toBe(200)
    expect((await strict.get('/v1/account')).status).toBe(429)
    const other = await strict.access.issue('other')
    const headers = { authorization: `Bearer ${other.key}` }
    expect((await strict.get('/v1/account', {}, { headers })).status).toBe(200)
    await strict.close()
  })

  it('apply over MCP, where the refusal is a tool result', async () => {
    const { openMcp } = await withKey({ rateLimit: { limit: 2, windowS: 60 } })
    const { post } = await openMcp()
    const call = (id: number) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'scrape', arguments: { url: `${origin.url}/` } },
    })
    const allowed = await post(call(1))
    expect(allowed.headers.get('ratelimit')).toContain('"key";r=0')
    expect(await allowed.text()).not.toContain('isError')
    const refused = await post(call(2))
    expect(refused.status).toBe(200)
    expect(await refused.text()).toContain('rate_limited: This key may make 2 requests every 60 s')
  })

  it('count every call of a batch', async () => {
    const { openMcp } = await withKey({ rateLimit: { limit: 3, windowS: 60 } })
    const { post } = await openMcp()
    const calls = [1, 2, 3, 4].map((id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'scrape', arguments: { url: `${origin.url}/` } },
    }))
    const text = await (await post(calls)).text()
    // If one message in a batch exceeds the limit, the whole batch is refused.
    expect(text).not.toContain('title: ')
    expect(text.match(/rate_limited: /g)).toHaveLength(4)
  })

  it('never state a longer wait than the window when the clock is set back', async () => {
    const { get } = await withKey({ rateLimit: { limit: 1, windowS: 60 } })
    await get('/v1/account')
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() - 3_600_000)
      const refused = await get('/v1/account')
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('running requests', () => {
  it('are limited per key, and the next one is admitted when one has ended', async () => {
    const waiting: (() => void)[] = []
    const slow = await openOrigin({ '/': (_, response) => void waiting.push(() => response.end('<p>late</p>')) })
    const { get } = await withKey({ concurrency: 2 })
    const running = [1, 2].map(() => get('/v1/scrape', { url: `${slow.url}/` }))
    await expect.poll(() => waiting.length).toBe(2)
    const refused = await get('/v1/scrape', { url: `${slow.url}/` })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(typesOf(await jsonOf(refused))).toEqual(['rate_limited'])
    for (const respond of waiting) respond()
    for (const response of await Promise.all(running)) expect(response.status).toBe(200)
    expect((await get('/v1/scrape', { url: `${origin.url}/` })).status).toBe(200)
    await slow.close()
  })
})

describe('the order of checks', () => {
  it('is 401, 429, 422, 402', async () => {
    const { get } = await withKey({ credits: 0, rateLimit: { limit: 2, windowS: 60 } })
    expect((await fetch(`${gleaner.url}/v1/scrape?zzz=1`)).status).toBe(401)
    expect((await get('/v1/scrape', { zzz: '1' })).status).toBe(422)
    const poor = await get('/v1/scrape', { url: `${origin.url}/` })
    expect(poor.status).toBe(402)
    expect(await jsonOf(poor)).toMatchObject({ detail: [{ type: 'insufficient_credits' }], credits_charged: 0 } as Json)
    expect((await get('/v1/scrape', { zzz: '1' })).status).toBe(429)
    expect(origin.requests.filter((path) => path === '/').length).toBeGreaterThan(0)
  })
})

describe('reading on', () => {
  it('is free, even for a key without credits', async () => {
    const long = await openOrigin({ '/': { body: `<p>${'word '.repeat(200)}</p>` } })
    const { get } = await withKey({ credits: 1 })
    const first = await jsonOf(get('/v1/scrape', { url: `${long.url}/`, max_chars: '100' }))
    expect(first).toMatchObject({ credits_charged: 1, credits_remaining: 0 })
    const next = { url: `${long.url}/`, max_chars: '100', offset: String(first.next_offset) }
    expect(await jsonOf(get('/v1/scrape', next))).toMatchObject({ credits_charged: 0, credits_remaining: 0 })
    expect((await get('/v1/scrape', { url: `${long.url}/` })).status).toBe(402)
    await long.close()
  })
})
