import { describe, expect, it } from 'vitest'
import { oxylabs } from '../../../src/ads/providers/oxylabs.ts'
import type { ProviderSearch } from '../../../src/ads/providers/provider.ts'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import { serpApi } from '../../../src/ads/providers/serpapi.ts'
import { uule } from '../../../src/ads/search/request.ts'
import type { AdsProviderName } from '../../../src/contract/ads-reading.ts'
import { ad } from '../../../src/contract/google-ads.ts'
import { samples } from './provider-samples.ts'
import { readPage } from './read-page.ts'
import { strideAd } from './stride-ad.ts'

const names = Object.keys(adsProviders) as AdsProviderName[]

const search: ProviderSearch = {
  query: 'running shoes',
  domain: 'de',
  locale: 'de-DE',
  geo_location: 'Bavaria,Germany',
  device: 'tablet',
  page: 2,
  pages: 1,
  timeMs: 1_741_220_422_082,
  renderJs: true,
}
const bare: ProviderSearch = {
  query: 'x',
  domain: undefined,
  locale: undefined,
  geo_location: undefined,
  device: 'desktop',
  page: 1,
  pages: 1,
  timeMs: 1_741_220_422_082,
  renderJs: false,
}
const access = { baseUrl: 'https://service.example', key: 'user:secret' }

describe.each(names)('every provider: %s', (name) => {
  const { buildRequest } = adsProviders[name]
  const readResponse = (json: unknown, page: number) => readPage(adsProviders[name], json, page)
  const sample = samples[name]

  it('returns ads that match the contract, with their page', () => {
    const page = readResponse(sample.ads(3), 3)
    expect(page.status).toBe('ok')
    expect(page.ads.length).toBeGreaterThan(2)
    for (const one of page.ads) {
      expect(ad.safeParse(one).error).toBeUndefined()
      expect(one.page).toBe(3)
    }
  })

  it('counts positions within each block', () => {
    const counts = new Map<string, number>()
    for (const { block, position } of readResponse(sample.ads(1), 1).ads) {
      expect(position).toBe((counts.get(block) ?? 0) + 1)
      counts.set(block, position)
    }
    expect([...counts.keys()]).toContain('bottom')
  })

  it('never returns a Google URL as the landing page', () => {
    const { ads } = readResponse(sample.ads(1), 1)
    const urls = ads.flatMap(({ url, sitelinks }) => [url, ...sitelinks.map((one) => one.url)])
    expect(urls.filter((url) => url !== null && /google\.|doubleclick/.test(new URL(url).hostname))).toEqual([])
    expect(ads.some(({ tracking_url }) => tracking_url?.includes('/aclk?'))).toBe(true)
  })

  it('returns the displayed URL’s origin for an opaque link', () => {
    const opaque = readResponse(sample.ads(1), 1).ads.find(({ title }) => title === 'Opaque Runner')
    expect(opaque).toMatchObject({
      url: 'https://www.opaque.example/',
      displayed_url: expect.stringContaining('opaque'),
    })
  })

  it('distinguishes no ads, no results and a failure', () => {
    expect(readResponse(sample.noAds, 1)).toEqual({ status: 'no_ads', ads: [] })
    expect(readResponse(sample.noResults, 1)).toEqual({ status: 'no_results', ads: [] })
    expect(readResponse(sample.failed, 1)).toEqual({ status: sample.failedStatus, ads: [] })
  })

  it.each([null, 'text', 7, [], {}, { results: null }, { results: [null] }, { ads: 'none' }, { ads: [null, 3, 'x'] }])(
    'returns error for unknown JSON, never no_ads: %j',
    (json) => {
      expect(readResponse(json, 1)).toEqual({ status: 'error', ads: [] })
    },
  )

  it('sends its request to the given origin', () => {
    expect(buildRequest(search, access).url.startsWith('https://service.example/')).toBe(true)
    expect(adsProviders[name].baseUrl).toMatch(/^https:\/\/[a-z.]+$/)
  })
})

describe('SerpApi', () => {
  it('is requested with a query string', () => {
    const { url, body } = serpApi.buildRequest(search, access)
    expect(body).toBeNull()
    expect(new URL(url).pathname).toBe('/search.json')
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      engine: 'google_ads',
      q: 'running shoes',
      google_domain: 'google.de',
      hl: 'de',
      gl: 'de',
      uule: 'w+CAIQICIPQmF2YXJpYSxHZXJtYW55',
      device: 'tablet',
      start: '10',
      api_key: 'user:secret',
    })
    expect(Object.fromEntries(new URL(serpApi.buildRequest(bare, access).url).searchParams)).toEqual({
      engine: 'google_ads',
      q: 'x',
      device: 'desktop',
      api_key: 'user:secret',
    })
  })

  it('receives a point in Google’s format, and a country by name', () => {
    const asked = (geo_location: string) => {
      return new URL(serpApi.buildRequest({ ...bare, geo_location }, access).url).searchParams.get('uule')
    }
    expect(asked('47.62,-122.35')).toBe(uule('47.62,-122.35', bare.timeMs))
    expect(asked('DE')).toBe('w+CAIQICIHR2VybWFueQ==')
  })

  it('is read with all of its fields', () => {
    const { ads } = readPage(serpApi, samples.serpapi.ads(1))
    const [trail, sale] = strideAd.sitelinks
    expect(ads[0]).toEqual({
      ...strideAd,
      displayed_url: 'https://www.stride.example › run',
      tracking_url: 'https://www.google.com/aclk?sa=L&ai=S1&adurl',
      sitelinks: [{ ...trail, description: 'Grip for mud. And for rock.' }, sale],
    })
    expect(ads.map(({ kind, block }) => [kind, block])).toEqual([
      ['text', 'top'],
      ['text', 'bottom'],
      ['call', 'bottom'],
      ['shopping', 'right'],
      ['local', 'local'],
    ])
    expect(ads[3]).toMatchObject({ price: '€89.00', advertiser: 'Shoe Shop', url: null, displayed_url: null })
    expect(ads[4]).toMatchObject({ phone: '(555) 010-2233', url: null })
  })
})

describe('Oxylabs', () => {
  it('is requested with a JSON body and basic authentication', () => {
    const { url, headers, body } = oxylabs.buildRequest(search, access)
    expect(url).toBe('https://service.example/v1/queries')
    expect(headers).toEqual({ 'content-type': 'application/json', authorization: 'Basic dXNlcjpzZWNyZXQ=' })
    expect(JSON.parse(body ?? '')).toEqual({
      source: 'google_ads',
      query: 'running shoes',
      locale: 'de-DE',
      geo_location: 'Bavaria,Germany',
      user_agent_type: 'tablet',
      start_page: 2,
      pages: 1,
      parse: true,
      render: 'html',
    })
    expect(JSON.parse(oxylabs.buildRequest(bare, access).body ?? '')).toEqual({
      source: 'google_ads',
      query: 'x',
      user_agent_type: 'desktop',
      start_page: 1,
      pages: 1,
      parse: true,
    })
  })

  it.each([
    ['Germany', 'DE'],
    ['gb', 'GB'],
    ['New York, New York, United States', 'New York,New York,United States'],
    ['47.6205,-122.3493', 'lat: 47.6205, lng: -122.3493, rad: 30000'],
    ['lat:47.6205,lng:-122.3493,rad:25000', 'lat: 47.6205, lng: -122.3493, rad: 25000'],
  ])('receives the location in its own format: %s', (geo_location, told) => {
    expect(JSON.parse(oxylabs.buildRequest({ ...bare, geo_location }, access).body ?? '').geo_location).toBe(told)
  })

  it('is read with all of its fields', () => {
    const { ads } = readPage(oxylabs, samples.oxylabs.ads(1))
    expect(ads[0]).toEqual({
      ...strideAd,
      advertiser: null,
      tracking_url: 'https://www.google.com/aclk?sa=L&ai=O1&adurl=',
    })
    expect(ads.map(({ kind, block }) => [kind, block])).toEqual([
      ['text', 'top'],
      ['text', 'bottom'],
      ['shopping', 'top'],
      ['local', 'local'],
    ])
    expect(ads[2]).toMatchObject({ price: '€89.00', advertiser: 'Shoe Shop' })
  })

  it('is an error if its own parser failed', () => {
    const content = {
      parse_status_code: 12002,
      results: { organic: [{ pos: 1, title: 'x', url: 'https://x.example/' }] },
    }
    expect(readPage(oxylabs, { results: [{ status_code: 200, content }] }).status).toBe('error')
  })
})
