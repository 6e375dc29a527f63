import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { type AdsProviderName, adsProviders } from '../../../src/google-ads/providers/providers.ts'
import { startLog } from '../../../src/monitoring/log/log.ts'
import { samples } from '../../google-ads/providers/provider-samples.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

const key = 'somebody:k3y-that-nobody-sees'
const jsonType = { 'content-type': 'application/json' }

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown
const names = Object.keys(adsProviders) as AdsProviderName[]

interface Provided {
  gleaner: TestService
  /** The provider's server, and what it responds with. */
  service: Origin
  respond: Respond
}

const provided = {} as Record<AdsProviderName, Provided>
beforeAll(async () => {
  for (const name of names) {
    const answer: Respond = (request, response) => provided[name].respond(request, response)
    const live = '/v3/serp/google/organic/live/advanced'
    const service = await openOrigin({ '/search.json': answer, '/v1/queries': answer, [live]: answer })
    const gleaner = await openTestService({
      GLEANER_ADS_PROVIDER: name,
      GLEANER_ADS_PROVIDER_KEY: key,
      GLEANER_ADS_PROVIDER_URL: `${service.url}/`,
    })
    provided[name] = { gleaner, service, respond: () => {} }
  }
})
afterAll(async () => {
  for (const { gleaner, service } of Object.values(provided)) {
    await gleaner.close()
    await service.close()
  }
})

/** Gleaner with a provider in its settings, and the requests that reach the provider's server, which responds with `respond`. */
function serviceWith(name: AdsProviderName, respond: Respond): { gleaner: TestService; service: Origin } {
  const { gleaner, service } = provided[name]
  provided[name].respond = respond
  service.requests.length = 0
  return { gleaner, service }
}

const sends =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, jsonType).end(JSON.stringify(body))

/** Responds with the page that the request names. */
const sendsAds =
  (name: AdsProviderName): Respond =>
  async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.example')
    const [asked] = [(await json(request).catch(() => ({}))) as Record<string, unknown>].flat()
    const { start_page, max_crawl_pages } = asked as { start_page?: number; max_crawl_pages?: number }
    const page = start_page ?? max_crawl_pages ?? Number(searchParams.get('start') ?? 0) / 10 + 1
    return sends(samples[name].ads(page))(request, response)
  }

describe.each(names)('google_ads through %s', (name) => {
  it('gives the same result as from Google, under Google’s URL', async () => {
    const { gleaner, service } = serviceWith(name, sendsAds(name))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'running shoes', pages: '2' }))
    const url = 'https://www.google.com/search?q=running+shoes'
    expect(body).toMatchObject({
      pages: [
        { page: 1, url: `${url}&pws=0`, status: 'ok', rendered: false },
        { page: 2, url: `${url}&start=10&pws=0`, status: 'ok', rendered: false },
      ],
      credits_charged: 5,
    })
    expect(body.content).toContain('Stride Running Shoes')
    // DataForSEO brings all pages at once.
    expect(service.requests).toHaveLength(adsProviders[name].bringsAllPages ? 1 : 2)
    expect(body.ads).toHaveLength(samples[name].adsOfPage * 2)
    expect(JSON.stringify(body)).not.toContain('k3y')
  })

  it('is target_blocked when the service could not read Google', async () => {
    const { gleaner } = serviceWith(name, sends(samples[name].failed))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x' }))
    expect(typesOf(body)).toEqual(['target_blocked'])
    expect(JSON.stringify(body)).toContain(`is ${samples[name].failedStatus}:`)
  })

  it('is target_timeout when the service is slower than timeout_ms', async () => {
    const { gleaner } = serviceWith(name, () => {})
    const response = await gleaner.get('/v1/google_ads', { query: 'x', timeout_ms: '1000' })
    expect([response.status, typesOf(await jsonOf(response))]).toEqual([504, ['target_timeout']])
  })

  it.each([
    ['refuses the key', sends({ error: `Invalid API key ${key}` }, 401), 'target_unreachable'],
    ['has a fault', sends({ error: key }, 500), 'target_unreachable'],
    ['answers no JSON', (_, response) => response.end(`<p>${key}</p>`), 'invalid_response'],
    [
      'leads elsewhere',
      (_, response) => response.writeHead(302, { location: `/elsewhere?key=${key}` }).end(),
      'invalid_response',
    ],
    ['breaks off', (_, response) => response.destroy(), 'target_unreachable'],
  ] satisfies [string, (request: IncomingMessage, response: ServerResponse) => unknown, string][])(
    'reveals no key and calls the service once when it %s',
    async (_, respond, type) => {
      const { gleaner, service } = serviceWith(name, respond)
      const lines: string[] = []
      const endLog = startLog('debug', { write: (line) => lines.push(line) })
      const response = await gleaner.get('/v1/google_ads', { query: 'x' })
      endLog()
      const text = await response.text()
      expect([response.status, typesOf(JSON.parse(text))]).toEqual([502, [type]])
      expect(lines.join('')).toContain(new URL(service.url).host)
      for (const secret of ['k3y', 'api_key', Buffer.from(key).toString('base64')]) {
        expect(text + lines.join('')).not.toContain(secret)
      }
      expect(service.requests).toHaveLength(1)
    },
  )
})

describe('pages that are asked for one by one', () => {
  it.each(['serpapi', 'oxylabs'] as const)('keep earlier pages when %s fails later', async (name) => {
    let calls = 0
    const { gleaner } = serviceWith(name, (request, response) =>
      (calls++ === 0 ? sendsAds(name) : sends({ error: 'limit' }, 429))(request, response),
    )
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', pages: '3', output: 'json' }))
    expect(body.pages).toMatchObject([{ status: 'ok' }, { status: 'error' }])
    expect(calls).toBe(2)
  })
})

describe('a provider that turns hostile', () => {
  /** Responds to every call as it is told last. */
  let respond: (response: ServerResponse) => unknown = () => {}
  const raw =
    (text: string | Buffer, headers: Record<string, string> = jsonType) =>
    (response: ServerResponse) =>
      response.writeHead(200, headers).end(text)
  /** Sends pieces without end, as fast as they are read. */
  const endless = (piece: string) => (response: ServerResponse) => {
    response.writeHead(200, jsonType).write('{"ads":[')
    const timer = setInterval(() => response.write(piece), 1)
    response.once('close', () => clearInterval(timer))
  }
  const zeros = gzipSync(Buffer.alloc(40_000_000))
  const attacks: [string, typeof respond, RegExp][] = [
    ['sends nothing', raw(''), /^invalid_response$/],
    ['sends garbage', raw(Buffer.from([0, 255, 254, 10, 13, 0])), /^invalid_response$/],
    ['sends HTML', raw('<p>no</p>', { 'content-type': 'text/html' }), /^invalid_response$/],
    ['sends without end', endless(`"${'x'.repeat(60_000)}",`), /^response_too_large$/],
    ['sends a compressed bomb', raw(zeros, { ...jsonType, 'content-encoding': 'gzip' }), /^response_too_large$/],
    ['sends what is no gzip', raw('{}', { ...jsonType, 'content-encoding': 'gzip' }), /^invalid_response$/],
    [
      'redirects to the metadata service',
      (to) => to.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
      /^invalid_response$/,
    ],
    ['sends lists nested without end', raw(`{"ads":${'['.repeat(900_000)}`), /^invalid_response$/],
    [
      'sends ads nested 100,000 deep',
      raw(`{"ads":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      /^(target_blocked|invalid_response)$/,
    ],
    [
      'sends a million ads',
      raw(`{"ads":[${'{},'.repeat(1_000_000)}{}]}`),
      /^(target_blocked|response_too_large|invalid_response)$/,
    ],
    ...[
      'null',
      '5',
      '"ok"',
      '[]',
      '[[]]',
      '{"__proto__":{"ads":[]}}',
      '{"results":[null]}',
      '{"ads":{"length":1e9}}',
    ].map((text): (typeof attacks)[number] => [`sends ${text}`, raw(text), /^target_blocked$/]),
    [
      'sends ads of the wrong types',
      raw(
        '{"ads":[null,5,[],{"title":{},"link":[],"sitelinks":5,"price":{"a":1}},{"title":["x"],"sitelinks":{"inline":"x"}}],"search_metadata":5}',
      ),
      /^target_blocked$/,
    ],
  ]
  it.each(names)('as %s costs the caller nothing', async (name) => {
    const { gleaner } = serviceWith(name, (_, response) => respond(response))
    const { key: poor, id } = await gleaner.access.issue('poor', { credits: 10 })
    const headers = { authorization: `Bearer ${poor}` }
    const outcomes: Record<string, string> = {}
    for (const [what, attack, types] of attacks) {
      respond = attack
      const response = await gleaner.get('/v1/google_ads', { query: 'x', timeout_ms: '20000' }, { headers })
      const body = await jsonOf(response)
      const [type = ''] = typesOf(body)
      if (response.status !== 502 || !types.test(type) || body.credits_charged !== 0)
        outcomes[what] = `${response.status} ${type}`
    }
    expect(outcomes).toEqual({})
    expect((await gleaner.access.keys.find(id))?.credits).toBe(10)
  })
})

describe('the call of a service', () => {
  it('goes through the address policy', async () => {
    const gleaner = await openTestService({
      GLEANER_ADS_PROVIDER: 'serpapi',
      GLEANER_ADS_PROVIDER_KEY: key,
      GLEANER_ADS_PROVIDER_URL: 'http://169.254.169.254',
    })
    onTestFinished(() => gleaner.close())
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x' }))
    expect(typesOf(body)).toEqual(['target_unreachable'])
    expect(body.detail).toMatchObject([{ loc: [] }])
  })
})

describe('the settings of a service', () => {
  const read = (settings: Record<string, string>) => () => readConfig({}, settings)

  it('are refused without a key, or with one that does not fit', () => {
    const message = /^GLEANER_ADS_PROVIDER_KEY: must be set for GLEANER_ADS_PROVIDER=serpapi$/
    expect(read({ GLEANER_ADS_PROVIDER: 'serpapi' })).toThrow(message)
    expect(read({ GLEANER_ADS_PROVIDER: 'oxylabs', GLEANER_ADS_PROVIDER_KEY: 'no-colon' })).toThrow(
      /^GLEANER_ADS_PROVIDER_KEY: must be USERNAME:PASSWORD for Oxylabs$/,
    )
    expect(read({ GLEANER_ADS_PROVIDER: 'another', GLEANER_ADS_PROVIDER_KEY: key })).toThrow(/^GLEANER_ADS_PROVIDER: /)
    expect(read({ GLEANER_ADS_PROVIDER: 'oxylabs', GLEANER_ADS_PROVIDER_KEY: key })).not.toThrow()
  })

  it.each(['ftp://google.{domain}', 'google.{domain}', 'https://user:x@google.{domain}', 'https://g.example/?q='])(
    'refuse %s as the URL of Google',
    (GLEANER_GOOGLE_URL) => {
      expect(read({ GLEANER_GOOGLE_URL })).toThrow(/^GLEANER_GOOGLE_URL: must be an http:\/\/ or https:\/\/ URL$/)
    },
  )
})
