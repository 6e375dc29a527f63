import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { KeyTerms } from '../../../../src/access/keys.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { jsonOf, openTestService, requestsTo, type TestService, typesOf } from '../../../service.ts'
import { until } from '../../../waits.ts'
import { allOf, linesOf, runBatch, sendBatch, typesOfLine } from './batch-lines.ts'

let gleaner: TestService
let origin: Origin
let other: Origin
const waiting: (() => void)[] = []
let underWay = 0
let highest = 0

beforeAll(async () => {
  origin = await openOrigin({
    '/page': { body: '<title>Oak</title><p>An oak is a tree.</p>' },
    '/moved': { status: 302, headers: { location: '/page' } },
    '/gone': { status: 410, body: '<p>gone</p>' },
    '/cut': (_, response) =>
      void response.writeHead(200, { 'content-length': 1000 }).write('<p>cut', () => response.destroy()),
    '/never': (_, response) => void waiting.push(() => response.end('<p>late')),
    '/counted': (_, response) => {
      highest = Math.max(highest, ++underWay)
      setTimeout(() => {
        underWay--
        response.end('<p>counted')
      }, 20)
    },
  })
  other = await openOrigin({ '/page': { body: '<p>Another site.</p>' } })
  gleaner = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '64' })
})
afterAll(async () => {
  for (const end of waiting) end()
  await gleaner.close()
  await origin.close()
  await other.close()
})

/** Creates a separate key, and returns its requests and its balance. */
async function withKey(terms: Partial<KeyTerms> = {}) {
  const { key, id } = await gleaner.access.issue('batches', terms)
  const requests = requestsTo(gleaner.url, key)
  return { ...requests, id, used: async () => (await jsonOf(requests.get('/v1/account'))).credits_used as number }
}

const urlsOf = (...paths: string[]) => paths.map((path) => `${origin.url}${path}`)

describe('a batch', () => {
  it('answers one line for each URL with the body of a single request, and a last line with the sums', async () => {
    const urls = [...urlsOf('/page', '/moved', '/gone', '/cut', '/page'), 'ftp://example.com/', '']
    const { response, lines, end } = await runBatch(gleaner, { urls })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(response.headers.get('ratelimit')).toMatch(/^"server";r=/)
    expect(lines.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    for (const line of lines) {
      expect(line.url).toBe(urls[line.index])
      const single = await gleaner.post('/v1/scrape', { url: line.url })
      const { request_id, fetched_at, ...body } = await jsonOf(single)
      expect(line.status).toBe(single.status)
      expect(line.result ?? line.error).toEqual({
        ...body,
        request_id: expect.any(String),
        ...(fetched_at ? { fetched_at: expect.any(String) } : {}),
      })
      expect((line.result ?? (line.error as Record<string, unknown>))?.request_id).not.toBe(request_id)
    }
    expect(end).toEqual({ done: true, ok: 4, failed: 3, credits_charged: 3 })
  })

  it('applies the parameters to every URL, with a time limit for each', async () => {
    const { lines, end } = await runBatch(gleaner, {
      urls: urlsOf('/page', '/never', '/never'),
      output: 'text',
      timeout_ms: 1000,
    })
    expect(lines[0]?.result?.content).toBe('An oak is a tree.')
    expect(lines.slice(1).map((line) => [line.status, typesOfLine(line)])).toEqual([
      [504, ['target_timeout']],
      [504, ['target_timeout']],
    ])
    expect(end).toEqual({ done: true, ok: 1, failed: 2, credits_charged: 1 })
  })

  it('sends a line as soon as its URL is finished, also compressed', async () => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const init = { headers: { 'accept-encoding': coding } }
      const before = waiting.length
      const response = await sendBatch(gleaner, { urls: urlsOf('/never', '/page') }, init)
      expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
      const lines = linesOf(response)
      expect((await lines.next()).value).toMatchObject({ index: 1, status: 200 })
      await until('the slow page to be requested', () => waiting.length > before)
      waiting.at(-1)?.()
      expect((await lines.next()).value).toMatchObject({ index: 0, status: 200 })
      expect((await lines.next()).value).toMatchObject({ done: true, ok: 2 })
    }
  })

  it('uses at most half of the concurrency of its key, over all its batches', async () => {
    const key = await withKey({ concurrency: 6 })
    highest = 0
    const urls = Array.from({ length: 12 }, (_, n) => `${origin.url}/counted?${n}`)
    const batches = await Promise.all([runBatch(key, { urls }), runBatch(key, { urls })])
    expect(batches.map(({ end }) => end.ok)).toEqual([12, 12])
    expect(highest).toBe(3)
  })

  it('waits for the slots of single requests, whose limit stays the same', async () => {
    const key = await withKey({ concurrency: 2 })
    const held = ['1', '2'].map((n) => key.post('/v1/scrape', { url: `${origin.url}/never?${n}` }))
    await origin.arrived('/never?2')
    const batch = runBatch(key, { urls: urlsOf('/page') })
    expect((await key.post('/v1/scrape', { url: `${origin.url}/page` })).status).toBe(429)
    for (const end of waiting.splice(0)) end()
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
    expect((await batch).end).toMatchObject({ ok: 1, failed: 0 })
  })

  it('counts each URL against the rate limit, and waits for it', async () => {
    const key = await withKey({ rateLimit: { limit: 3, windowS: 2 } })
    const before = origin.requests.length
    const { end } = await runBatch(key, { urls: urlsOf(...Array.from({ length: 5 }, () => '/page')) })
    expect(end).toEqual({ done: true, ok: 5, failed: 0, credits_charged: 5 })
    expect(origin.requests.length - before).toBe(5)
  })

  it('is refused when its own request exceeds the rate limit', async () => {
    const key = await withKey({ rateLimit: { limit: 1, windowS: 3600 } })
    await key.post('/v1/scrape', { url: `${origin.url}/page` })
    const refused = await sendBatch(key, { urls: urlsOf('/page') })
    expect([refused.status, typesOf(await jsonOf(refused))]).toEqual([429, ['rate_limited']])
  })

  it('is charged for each URL separately, until the credits are used up', async () => {
    const key = await withKey({ credits: 2, concurrency: 2 })
    const { lines, end } = await runBatch(key, { urls: urlsOf('/page', '/gone', '/page', '/page', '/page') })
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200, 402, 402])
    expect(end).toEqual({ done: true, ok: 3, failed: 2, credits_charged: 2 })
    expect(await key.used()).toBe(2)
  })
})

describe('a faulty batch', () => {
  const faults: [string, object, string[][]][] = [
    ['no urls', {}, [['missing', 'urls']]],
    ['an empty list', { urls: [] }, [['value_error', 'urls']]],
    ['1,001 urls', { urls: Array.from({ length: 1001 }, () => 'https://example.com/') }, [['value_error', 'urls']]],
    ['one URL as a string', { urls: 'https://example.com/' }, [['value_error', 'urls']]],
    ['url', { urls: ['https://example.com/'], url: 'https://example.com/' }, [['extra_forbidden', 'url']]],
    ['offset', { urls: ['https://example.com/'], offset: 0 }, [['extra_forbidden', 'offset']]],
    ['a shared parameter out of bounds', { urls: ['x'], timeout_ms: 1 }, [['greater_than_equal', 'timeout_ms']]],
    ['shared parameters that exclude each other', { urls: ['x'], wait_for: 'p' }, [['value_error', 'wait_for']]],
    ['an invalid selector', { urls: ['x'], css_selector: 'p >' }, [['value_error', 'css_selector']]],
    ['an invalid schema', { urls: ['x'], json_schema: { type: 'array' } }, [['value_error', 'json_schema']]],
  ]
  it.each(faults)('is refused as a whole before anything runs: %s', async (_, body, expected) => {
    const response = await sendBatch(gleaner, body)
    const { detail } = (await jsonOf(response)) as { detail: { type: string; loc: string[] }[] }
    expect(response.status).toBe(422)
    expect(detail.map(({ type, loc }) => [type, loc[1]])).toEqual(expected)
  })

  it.each(['headers', 'cookies'])('is refused when %s would be sent to two origins', async (param) => {
    const own = { [param]: { token: 'secret' } }
    const before = origin.requests.length
    const refused = await sendBatch(gleaner, { urls: [`${origin.url}/page`, `${other.url}/page`], ...own })
    const { detail } = (await jsonOf(refused)) as { detail: { type: string; loc: string[]; msg: string }[] }
    expect(detail).toMatchObject([{ type: 'value_error', loc: ['query', param] }])
    expect(detail[0]?.msg).not.toContain('secret')
    expect(origin.requests.length).toBe(before)
    const { end } = await runBatch(gleaner, { urls: [...urlsOf('/page', '/page'), 'not a URL'], ...own })
    expect(end).toMatchObject({ ok: 2, failed: 1 })
  })

  it('is refused with an Idempotency-Key, another media type, a query string or more than 4 MiB', async () => {
    const body = { urls: urlsOf('/page') }
    const named = await sendBatch(gleaner, body, { headers: { 'idempotency-key': 'one' } })
    expect([named.status, typesOf(await jsonOf(named))]).toEqual([422, ['value_error']])
    expect((await sendBatch(gleaner, body, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await gleaner.post('/v1/scrape/batch?output=text', body)).status).toBe(400)
    expect((await sendBatch(gleaner, { ...body, prompt: 'x'.repeat(4 * 1024 * 1024) })).status).toBe(413)
    expect(
      (await sendBatch(gleaner, { urls: [`${origin.url}/page`], css_selector: 'x'.repeat(2 * 1024 * 1024) })).status,
    ).toBe(422)
    expect((await sendBatch(gleaner, body, { headers: { authorization: 'Bearer glnr_x' } })).status).toBe(401)
    expect((await gleaner.get('/v1/scrape/batch')).status).toBe(405)
  })
})

describe('a client that disconnects', () => {
  it('is charged for the finished URLs, and the others never start', async () => {
    const key = await withKey({ concurrency: 4 })
    const urls = urlsOf('/page', '/page?2', ...Array.from({ length: 50 }, (_, n) => `/never?left${n}`))
    const left = new AbortController()
    const lines = linesOf(await sendBatch(key, { urls }, { signal: left.signal }))
    expect([(await lines.next()).value, (await lines.next()).value]).toMatchObject([{ status: 200 }, { status: 200 }])
    await until('both slots to be in use', () => origin.requests.filter((path) => path.includes('left')).length === 2)
    left.abort()
    await expect(lines.next()).rejects.toThrow()
    await until('the request to end', () => gleaner.http.requests() === 0)
    expect(origin.requests.filter((path) => path.includes('left'))).toHaveLength(2)
    expect(await key.used()).toBe(2)
    expect(gleaner.runtime.budget.bytes).toBe(0)
    // The slots are free again.
    expect((await runBatch(key, { urls: urlsOf('/page', '/page') })).end.ok).toBe(2)
  })

  it('leaves nothing behind while its URLs wait for the rate limit', async () => {
    const key = await withKey({ rateLimit: { limit: 1, windowS: 3600 } })
    const left = new AbortController()
    const lines = linesOf(await sendBatch(key, { urls: urlsOf('/page', '/page') }, { signal: left.signal }))
    await lines.next()
    left.abort()
    await expect(lines.next()).rejects.toThrow()
    await until('the request to end', () => gleaner.http.requests() === 0)
  })

  it('that reads slowly stops the batch from running ahead', async () => {
    const body = `<p>${'An oak is a tree. '.repeat(200_000)}`
    const site = await openOrigin({ '/large': { body } })
    onTestFinished(() => site.close())
    const key = await withKey({ concurrency: 4 })
    const urls = Array.from({ length: 100 }, (_, n) => `${site.url}/large?${n}`)
    const { port } = new URL(gleaner.url)
    const headers = { authorization: '', 'content-type': 'application/json' }
    const issued = await gleaner.access.issue('slow', { concurrency: 4 })
    headers.authorization = `Bearer ${issued.key}`
    const sent = request({ port, method: 'POST', path: '/v1/scrape/batch', headers })
    sent.on('error', () => {}).end(JSON.stringify({ urls, output: 'raw_html' }))
    const [response] = await once(sent, 'response')
    response.pause()
    let [seen, looks] = [-1, 0]
    await until('the batch to pause', async () => {
      looks = site.requests.length === seen ? looks + 1 : 0
      seen = site.requests.length
      return looks > 50
    })
    expect(seen).toBeLessThan(20)
    sent.destroy()
    await until('the request to end', () => gleaner.http.requests() === 0)
    expect(gleaner.runtime.budget.bytes).toBe(0)
    expect(await key.used()).toBe(0)
  })
})

describe('two keys', () => {
  it('share a host: a batch of one key leaves room for the other while its pages hang', async () => {
    const service = await openTestService({ GLEANER_PER_HOST_CONCURRENCY: '4' })
    const left = new AbortController()
    onTestFinished(async () => {
      left.abort()
      await service.close()
    })
    const second = requestsTo(service.url, (await service.access.issue('second')).key)
    const urls = Array.from({ length: 100 }, (_, n) => `${origin.url}/never?hangs${n}`)
    const running = sendBatch(service, { urls }, { signal: left.signal })
    await until('the first key to hang', () => origin.requests.filter((path) => path.includes('hangs')).length === 3)
    expect((await runBatch(second, { urls: urlsOf('/page', '/page', '/page') })).end.ok).toBe(3)
    expect(origin.requests.filter((path) => path.includes('hangs'))).toHaveLength(3)
    expect((await running).status).toBe(200)
  })
})

describe('a service that stops', () => {
  it('answers a line for every URL that it no longer runs', async () => {
    const service = await openTestService()
    let isClosed = false
    onTestFinished(async () => {
      if (!isClosed) await service.close()
    })
    const urls = urlsOf('/page', ...Array.from({ length: 40 }, (_, n) => `/never?stop${n}`))
    const lines = linesOf(await sendBatch(service, { urls }))
    expect((await lines.next()).value).toMatchObject({ index: 0, status: 200 })
    const closing = service.close()
    const rest = await allOf(lines)
    await closing
    isClosed = true
    expect(rest).toHaveLength(41)
    expect(rest.at(-1)).toEqual({ done: true, ok: 1, failed: 40, credits_charged: 1 })
    expect(rest[0]).toMatchObject({ status: 503, error: { retryable: true } })
  })
})
