import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { routes } from '../../packages/client/src/api.ts'
import { type Client, createClient, GleanerError } from '../../packages/client/src/client.ts'
import type { RegisteredOperation } from '../../src/operations/registry.ts'
import { type Origin, openLoopback, openOrigin } from '../origin.ts'
import { openTestService, type TestService } from '../service.ts'

let gleaner: TestService
let origin: Origin
let client: Client
beforeAll(async () => {
  origin = await openOrigin({
    '/': { body: '<title>Oak</title><p>An oak is a <a href="/tree">tree</a>.</p>' },
    '/never': () => {},
    '/own': (request, response) => response.end(`${request.headers['x-token']} ${request.headers.cookie}`),
  })
  gleaner = await openTestService({ GLEANER_BROWSER_PATH: '/nowhere/chromium' })
  client = createClient({ key: gleaner.key, baseUrl: `${gleaner.url}/` })
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** Returns the request that a call sends, using a fetch that responds with an empty object. */
async function sent(ask: (client: Client) => Promise<unknown>, baseUrl = 'https://gleaner.example'): Promise<Request> {
  let request: Request | null = null
  const fetch: typeof globalThis.fetch = async (input, init) => {
    request = new Request(input, init)
    return Response.json({})
  }
  await ask(createClient({ key: 'glnr_k', baseUrl, fetch }))
  if (request === null) throw new Error('nothing was sent')
  return request
}

describe('the client', () => {
  it('has a method for every operation that REST offers', () => {
    const offered = Object.values<RegisteredOperation>(gleaner.runtime.operations).filter(({ restPath }) => restPath)
    expect(Object.values(routes)).toEqual(
      offered.map(({ restPath, takesJson, takesDocument }) => {
        return { path: restPath, takes: takesDocument ? 'document' : takesJson ? 'json' : 'query' }
      }),
    )
    expect(Object.keys(client)).toEqual([...Object.keys(routes), 'scrapeBatch'])
  })

  it('returns the result of each operation', async () => {
    const url = `${origin.url}/`
    expect(await client.scrape({ url })).toMatchObject({ title: 'Oak', credits_charged: 1 })
    const { content } = await client.scrape({ url, output: 'links', timeout_ms: 90_000 })
    expect(content).toEqual([{ url: `${origin.url}/tree`, text: 'tree', internal: true }])
    expect(await client.explain({ url })).toMatchObject({ title: 'Oak', status_code: 200 })
    expect(await client.account()).toMatchObject({ name: 'test', credits_remaining: null })
    const { usage } = await client.accountUsage()
    expect(usage.map(({ operation, requests }) => [operation, requests])).toContainEqual(['scrape', 2])
  })

  it('has a type for every field, except for free-form objects and JSON-LD', () => {
    const fields = readFileSync(new URL('../../packages/client/src/api.ts', import.meta.url), 'utf8').split('\n')
    // Comments and texts may contain the word.
    const known = /Record<string, unknown>|\/\*\*.*\*\/|'[^']*'/g
    const ofAnyForm = fields.filter((line) => line.replace(known, '').includes('unknown'))
    expect(ofAnyForm.map((line) => line.trim())).toEqual(['json_ld?: Array<unknown>'])
    expect(fields.some((line) => line.endsWith(' title: string | null'))).toBe(true)
  })

  it.each(['glnr_abc_SECRET\nX', 'glnr_abc_SECRET ', 'glnr_SECRET…', ''])(
    'refuses the key %j immediately, without quoting it',
    (key) => {
      const create = () => createClient({ key })
      expect(create).toThrow(new TypeError('key must be printable ASCII without white space'))
    },
  )

  it("throws the service's error with all of its details", async () => {
    const error = await failure(client.scrape({ url: 'ftp://example.com/', max_chars: 0 }))
    expect(error).toBeInstanceOf(GleanerError)
    expect(error).toMatchObject({
      name: 'GleanerError',
      type: 'url_scheme',
      status: 422,
      retryable: false,
      retryAfterS: null,
      creditsCharged: 0,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      detail: [
        { loc: ['query', 'url'], type: 'url_scheme' },
        { loc: ['query', 'max_chars'], type: 'greater_than_equal' },
      ],
    })
    const { url } = gleaner
    expect(await failure(createClient({ baseUrl: url }).account())).toMatchObject({ type: 'unauthorized', status: 401 })
    expect(await failure(client.explain({ url: `${origin.url}/`, render_js: true }))).toMatchObject({
      type: 'browser_unavailable',
      status: 503,
    })
  })

  it('reports how long to wait before a request may succeed', async () => {
    const limited = await gleaner.access.issue('limited', { rateLimit: { limit: 1, windowS: 60 } })
    const slow = createClient({ key: limited.key, baseUrl: gleaner.url, maxRetries: 0 })
    await slow.account()
    const error = await failure(slow.account())
    expect(error).toMatchObject({ type: 'rate_limited', status: 429, retryable: true })
    expect((error as GleanerError).retryAfterS).toBeGreaterThan(0)
  })

  it('retries a free, retryable failure after the delay that the service states', async () => {
    let asked = 0
    const server = createServer((_, response) => {
      asked++
      if (asked < 3) response.writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' })
      const failure = { detail: [{ loc: [], msg: 'Busy', type: 'overloaded' }], retryable: true, credits_charged: 0 }
      response.end(JSON.stringify(asked < 3 ? failure : { credits_remaining: 1 }))
    })
    const { url: baseUrl, close } = await openLoopback(server)
    onTestFinished(close)
    expect(await createClient({ baseUrl }).account()).toEqual({ credits_remaining: 1 })
    asked = 0
    expect(await failure(createClient({ baseUrl, maxRetries: 1 }).account())).toMatchObject({ type: 'overloaded' })
    expect(asked).toBe(2)
  })

  it("reads the service's URL and key from the environment", async () => {
    vi.stubEnv('GLEANER_URL', gleaner.url)
    vi.stubEnv('GLEANER_API_KEY', gleaner.key)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await createClient().account()).toMatchObject({ name: 'test' })
  })

  it('names the URL of a service that it cannot reach, and stops at its time limit', async () => {
    const closed = createServer()
    const { url: baseUrl, close } = await openLoopback(closed)
    await close()
    expect(await failure(createClient({ baseUrl }).account())).toMatchObject({
      message: expect.stringContaining(baseUrl),
    })
    const late = createClient({ key: gleaner.key, baseUrl: gleaner.url, timeoutMs: 50 })
    expect(await failure(late.scrape({ url: `${origin.url}/never` }))).toMatchObject({ name: 'TimeoutError' })
  })

  it('types content by output', async () => {
    const url = `${origin.url}/`
    const markdown: string = (await client.scrape({ url })).content
    const [link] = (await client.scrape({ url, output: 'links' })).content
    const words: string | undefined = link?.text
    const { title } = (await client.scrape({ url, output: 'html_head_metadata_json' })).content
    expect([markdown, words, title]).toEqual([expect.stringContaining('oak'), 'tree', 'Oak'])
  })

  it('aborts a request with its signal', async () => {
    const leaving = new AbortController()
    const asked = failure(client.scrape({ url: `${origin.url}/never` }, { signal: leaving.signal }))
    await origin.arrived('/never')
    leaving.abort(new Error('enough'))
    expect(await asked).toMatchObject({ message: 'enough' })
  })

  it('sends an Idempotency-Key, so that a request is done and charged once', async () => {
    const ask = () => client.scrape({ url: `${origin.url}/?named` }, { idempotencyKey: 'once' })
    const [first, second] = [await ask(), await ask()]
    expect(second.request_id).toBe(first.request_id)
    expect(origin.requests.filter((path) => path === '/?named')).toHaveLength(1)
  })

  it('sends the parameters of the two operations as JSON, and none of them in the URL', async () => {
    const request = await sent((one) =>
      one.scrape({ url: 'https://example.com/?a=b', headers: { Authorization: 'Bearer s3cret' }, prompt: undefined }),
    )
    expect([request.method, request.url, request.redirect]).toEqual([
      'POST',
      'https://gleaner.example/v1/scrape',
      'manual',
    ])
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer glnr_k',
      'content-type': 'application/json',
    })
    expect(await request.json()).toEqual({
      url: 'https://example.com/?a=b',
      headers: { Authorization: 'Bearer s3cret' },
    })
    expect(await (await sent((one) => one.googleAds({ query: 'a & b', pages: 2 }))).json()).toEqual({
      query: 'a & b',
      pages: 2,
    })
  })

  it('sends a document as the body, and its parameters in the query string', async () => {
    const html = '<title>Oak</title><p>An <a href="/oak">oak</a>.'
    const read = await client.convert(html, { url: 'https://example.com/', extra_outputs: ['links', 'emails'] })
    expect(read).toMatchObject({ title: 'Oak', content: 'An [oak](https://example.com/oak).', credits_charged: 1 })
    expect(read.extra).toEqual({ links: [expect.objectContaining({ text: 'oak' })], emails: [] })
    const table = new Blob(['a,b\n1,2\n'], { type: 'text/csv' })
    for (const one of [table, new Uint8Array(Buffer.from(html)), await new Blob([html]).arrayBuffer()])
      expect(await client.convert(one)).toMatchObject({
        content: one === table ? '| a | b |\n| --- | --- |\n| 1 | 2 |' : 'An oak.',
      })
    const named = await sent((one) => one.convert(html, { max_chars: 5 }, { idempotencyKey: 'once' }))
    expect([named.method, named.url, await named.text()]).toEqual([
      'POST',
      'https://gleaner.example/v1/convert?max_chars=5',
      html,
    ])
    expect(named.headers.get('idempotency-key')).toBe('once')
    expect(await failure(client.convert(''))).toMatchObject({ type: 'missing', status: 422 })
  })

  it('passes headers and cookies to the page', async () => {
    const own = { headers: { 'X-Token': 'a b' }, cookies: { id: '1' } }
    expect(await client.scrape({ url: `${origin.url}/own`, output: 'raw_html', ...own })).toMatchObject({
      content: 'a b id=1',
    })
  })

  it('sends the parameters of the others in the query string', async () => {
    const { method, url, headers } = await sent((one) =>
      one.explain({ url: 'https://example.com/?a=b', timeout_ms: undefined, render_js: false }),
    )
    expect(method).toBe('GET')
    expect(url).toBe('https://gleaner.example/v1/explain?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db&render_js=false')
    expect(Object.fromEntries(headers)).toEqual({ accept: 'application/json', authorization: 'Bearer glnr_k' })
    const below = await sent((one) => one.account(), 'https://example.org/gleaner/')
    expect(below.url).toBe('https://example.org/gleaner/v1/account')
  })

  it("distinguishes another server's response from the service's", async () => {
    const other = createServer((_, response) => response.writeHead(502, { 'x-request-id': 'r' }).end('<h1>Bad gateway'))
    const { url, close } = await openLoopback(other)
    onTestFinished(close)
    const error = await failure(createClient({ baseUrl: url }).account())
    expect(error).toMatchObject({
      type: 'unknown_response',
      message: `${url}/v1/account responded with status 502, but not with a Gleaner error`,
    })
    expect(error).toMatchObject({ status: 502, requestId: 'r', retryable: false, detail: [] })
  })
})
