import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { AdsProviderName } from '../../../src/contract/ads-reading.ts'
import { startLog } from '../../../src/interfaces/monitoring/log/log.ts'
import { documentExamples } from '../../ads/providers/document-examples.ts'
import { samples, searched } from '../../ads/providers/provider-samples.ts'
import { jsonOf, openTestService, typesOf } from '../../service.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { providerKey as key, providerNames as names, provideServices, type Respond, sends } from './provided-service.ts'

const serviceWith = provideServices()

const stores = [{ name: 'Shoe Shop', sponsored: true }]
const organicItem = { type: 'organic', page: 1, title: 'x', url: 'https://x.example/' }

/** A page from each provider with an unknown list of ads. */
const withUnknownList: Record<AdsProviderName, unknown> = {
  serpapi: { search_metadata: { status: 'Success' }, stores, organic_results: [organicItem] },
  oxylabs: {
    results: [
      { status_code: 200, content: { parse_status_code: 12_000, results: { stores, organic: [organicItem] } } },
    ],
  },
  dataforseo: searched([organicItem, { type: 'stores', page: 1, items: stores }]),
}

/** Responds with the page that the request asks for. */
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
  it('returns the same result as from Google, under Google’s URL', async () => {
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
    // DataForSEO returns all pages together.
    expect(service.requests).toHaveLength(adsProviders[name].bringsAllPages ? 1 : 2)
    expect(body.ads).toHaveLength(samples[name].adsOfPage * 2)
    expect(JSON.stringify(body)).not.toContain('k3y')
  })

  it('is target_blocked if the service could not read Google', async () => {
    const { gleaner } = serviceWith(name, sends(samples[name].failed))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x' }))
    expect(typesOf(body)).toEqual(['target_blocked'])
    expect(JSON.stringify(body)).toContain(`is ${samples[name].failedStatus}:`)
  })

  it('names the service if its answer has ads that could not be read', async () => {
    const { gleaner } = serviceWith(name, sends(withUnknownList[name]))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', output: 'json' }))
    expect(body.pages).toMatchObject([{ status: 'layout_changed' }])
    const change = `"Shoe Shop"): ${adsProviders[name].label} may have changed the format of its responses`
    expect(body.warnings).toMatchObject([{ code: 'layout_changed', message: expect.stringContaining(change) }])
  })

  it('names the service if its response is not a result page', async () => {
    const { gleaner } = serviceWith(name, sends({ status_code: 20_000 }))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x' }))
    const msg = `Result page 1 is error: ${adsProviders[name].label}'s response is not a result page`
    expect(body.detail).toMatchObject([{ type: 'target_blocked', msg }])
  })

  it('is target_timeout if the service is slower than timeout_ms', async () => {
    const { promise: arrived, resolve: onRequest } = Promise.withResolvers<void>()
    const { gleaner } = serviceWith(name, () => onRequest())
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = gleaner.get('/v1/google_ads', { query: 'x', timeout_ms })
    await arrived
    pass()
    const response = await asking
    expect([response.status, typesOf(await jsonOf(response))]).toEqual([504, ['target_timeout']])
  })

  it.each([
    ['refuses the key', sends({ error: `Invalid API key ${key}` }, 401), 'target_unreachable'],
    ['has a fault', sends({ error: key }, 500), 'target_unreachable'],
    ['does not respond with JSON', (_, response) => response.end(`<p>${key}</p>`), 'invalid_response'],
    [
      'leads elsewhere',
      (_, response) => response.writeHead(302, { location: `/elsewhere?key=${key}` }).end(),
      'invalid_response',
    ],
    ['breaks off', (_, response) => response.destroy(), 'target_unreachable'],
    ['has no credit left', sends({ message: key }, 402), 'target_unreachable'],
    ['received too many requests', (_, response) => response.writeHead(429).end('<h1>Slow down'), 'target_unreachable'],
    ['refuses something', sends({ error: `No such thing as ${key}` }, 400), 'target_unreachable'],
    ['responds with half of its JSON', (_, response) => response.end('{"ads":[{"title":"A"'), 'invalid_response'],
  ] satisfies [string, (request: IncomingMessage, response: ServerResponse) => unknown, string][])(
    'reveals no key and calls the service once if it %s',
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

describe('pages that are requested one by one', () => {
  it.each(['serpapi', 'oxylabs'] as const)('keep earlier pages if %s fails later', async (name) => {
    let calls = 0
    const { gleaner } = serviceWith(name, (request, response) =>
      (calls++ === 0 ? sendsAds(name) : sends({ error: 'limit' }, 429))(request, response),
    )
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', pages: '3', output: 'json' }))
    expect(body.pages).toMatchObject([{ status: 'ok' }, { status: 'error' }])
    expect(calls).toBe(2)
  })
})

describe('an example in the docs', () => {
  it.each(documentExamples)('works through google_ads: $provider, $page', async ({ provider, json: sent, ads }) => {
    const { gleaner } = serviceWith(provider, sends(sent))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x' }))
    expect(body).toMatchObject({ pages: [{ status: 'ok', ads: ads.length }], ads, warnings: [], credits_charged: 5 })
  })
})

describe('a parameter that a service does not support', () => {
  it.each([
    [{ device: 'tablet' }, 'device'],
    [{ geo_location: 'lat: 1, lng: 1, rad: 25000' }, 'geo_location'],
    [{ start_page: '12', pages: '10' }, 'start_page'],
    [{ query: `cache:${'x'.repeat(10)}` }, 'query'],
  ] satisfies [Record<string, string>, string][])(
    'is value_error before dataforseo is called and before credits are reserved: %j',
    async (parameters, param) => {
      const { gleaner, service } = serviceWith('dataforseo', sends(samples.dataforseo.ads(1)))
      const { key: empty } = await gleaner.access.issue('empty', { credits: 0 })
      const headers = { authorization: `Bearer ${empty}` }
      const response = await gleaner.get('/v1/google_ads', { query: 'x', ...parameters }, { headers })
      const body = await jsonOf(response)
      // A key without credits would get insufficient_credits.
      expect([response.status, typesOf(body)]).toEqual([422, ['value_error']])
      expect(body.detail).toMatchObject([{ loc: ['query', param] }])
      expect(service.requests).toEqual([])
    },
  )

  it('includes a domain with oxylabs, which is then not called', async () => {
    const { gleaner, service } = serviceWith('oxylabs', sends(samples.oxylabs.ads(1)))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', domain: 'de' }))
    expect(body.detail).toMatchObject([{ loc: ['query', 'domain'], type: 'value_error' }])
    expect(service.requests).toEqual([])
    const { pages } = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', domain: 'com' }))
    expect(pages).toMatchObject([{ status: 'ok' }])
  })

  it.each([
    ['serpapi', 400, { error: 'Unsupported `xx` interface language - hl parameter.' }, 'locale'],
    ['serpapi', 400, { error: 'Unsupported `zz` country - gl parameter.' }, 'locale'],
    ['oxylabs', 422, { message: 'geo_location is not supported' }, 'geo_location'],
  ] as const)('is named in the error if %s refuses it with status %i', async (name, status, sent, param) => {
    const { gleaner } = serviceWith(name, sends(sent, status))
    const body = await jsonOf(gleaner.get('/v1/google_ads', { query: 'x', locale: 'xx-ZZ' }))
    expect(body.detail).toMatchObject([{ loc: ['query', param], type: 'value_error' }])
    expect(body.credits_charged).toBe(0)
  })
})

describe('a call to a provider', () => {
  it('is subject to the address policy', async () => {
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

describe('the settings of a provider', () => {
  const read = (settings: Record<string, string>) => () => readConfig({}, settings)

  it('are refused without a key, or with a malformed one', () => {
    const message = /^GLEANER_ADS_PROVIDER_KEY: must be set for GLEANER_ADS_PROVIDER=serpapi$/
    expect(read({ GLEANER_ADS_PROVIDER: 'serpapi' })).toThrow(message)
    expect(read({ GLEANER_ADS_PROVIDER: 'oxylabs', GLEANER_ADS_PROVIDER_KEY: 'no-colon' })).toThrow(
      /^GLEANER_ADS_PROVIDER_KEY: must be USERNAME:PASSWORD for Oxylabs$/,
    )
    expect(read({ GLEANER_ADS_PROVIDER: 'dataforseo', GLEANER_ADS_PROVIDER_KEY: 'no-colon' })).toThrow(
      /^GLEANER_ADS_PROVIDER_KEY: must be LOGIN:PASSWORD for DataForSEO$/,
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
