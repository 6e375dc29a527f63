import { describe, expect, it } from 'vitest'
import { dataForSeo } from '../../../src/ads/providers/dataforseo.ts'
import { type GoogleAdsInput, googleAdsInput } from '../../../src/contract/google-ads.ts'
import { samples, searched, tasked } from './provider-samples.ts'
import { readPage } from './read-page.ts'
import { strideAd } from './stride-ad.ts'

const access = { baseUrl: 'https://service.example', key: 'user:secret' }
const authorization = 'Basic dXNlcjpzZWNyZXQ='

/** The task in the request for these parameters. */
function taskOf(input: Partial<GoogleAdsInput>) {
  const { start_page, pages, render_js, ...given } = googleAdsInput.parse({ query: 'x', ...input })
  const search = { ...given, page: start_page, pages, renderJs: render_js, timeMs: 0 }
  return JSON.parse(dataForSeo.buildRequest(search, access).body ?? '')[0]
}

/** The names of the invalid parameters. */
function problemsOf(input: Partial<GoogleAdsInput>) {
  const values = googleAdsInput.parse({ query: 'x', ...input })
  return dataForSeo.rules.flatMap(({ param, check }) => (check(values) === null ? [] : [param]))
}

describe('a search with DataForSEO', () => {
  const search = {
    query: 'running shoes',
    domain: 'de',
    locale: 'de-DE',
    geo_location: 'Bavaria,Germany',
    device: 'mobile' as const,
    page: 2,
    pages: 3,
    renderJs: false,
    timeMs: 0,
  }

  it('is one live request for all pages, with basic authentication', () => {
    const { url, headers, body } = dataForSeo.buildRequest(search, access)
    expect(url).toBe('https://service.example/v3/serp/google/organic/live/advanced')
    expect(headers).toEqual({ 'content-type': 'application/json', authorization })
    expect(JSON.parse(body ?? '')).toEqual([
      {
        keyword: 'running shoes',
        location_name: 'Bavaria,Germany',
        language_code: 'de',
        se_domain: 'google.de',
        device: 'mobile',
        depth: 40,
        max_crawl_pages: 4,
      },
    ])
  })

  it('encodes percent and plus signs, which DataForSEO decodes', () => {
    expect(taskOf({ query: '100% c++ %41' }).keyword).toBe('100%25 c%2B%2B %2541')
  })

  it.each<[Partial<GoogleAdsInput>, string]>([
    [{}, 'United States'],
    [{ domain: 'co.uk' }, 'United Kingdom'],
    [{ domain: 'com.br' }, 'Brazil'],
    [{ domain: 'cat' }, 'Spain'],
    [{ domain: 'de', locale: 'de-CH' }, 'Switzerland'],
    [{ locale: 'es-419' }, 'United States'],
    [{ locale: 'de-CH', geo_location: 'fr' }, 'France'],
    [{ geo_location: 'New York, New York, United States' }, 'New York,New York,United States'],
  ])('has a location for %j: %s', (input, place) => expect(taskOf(input)).toMatchObject({ location_name: place }))

  it.each([
    ['47.6205,-122.3493', '47.6205,-122.3493,199999'],
    ['lat: 47.6205, lng: -122.3493, rad: 50', '47.6205,-122.3493,50000'],
    ['0.0000000049,-180', '0,-180,199999'],
    ['10,100', '10,100,199999'],
  ])('has the point %s in millimeters: %s', (geo_location, told) =>
    expect(taskOf({ geo_location })).toMatchObject({ location_coordinate: told }),
  )

  it.each([
    [undefined, 'en'],
    ['de-CH', 'de'],
    ['en-GB', 'en'],
    ['zh-TW', 'zh-TW'],
    ['pt-BR', 'pt-BR'],
  ])('requests the language of %s: %s', (locale, code) => expect(taskOf({ locale }).language_code).toBe(code))

  it.each<[Partial<GoogleAdsInput>, string[]]>([
    [{ device: 'tablet' }, ['device']],
    [{ query: 'x'.repeat(701) }, ['query']],
    [{ query: '+'.repeat(234) }, ['query']],
    [{ query: 'shoes cache:example.com' }, ['query']],
    [{ geo_location: 'lat: 1, lng: 1, rad: 25000' }, ['geo_location']],
    [{ start_page: 20, pages: 2 }, ['start_page']],
    [{ start_page: 11, pages: 10, device: 'mobile', query: 'x'.repeat(700), geo_location: '1,1' }, []],
    [{ geo_location: 'lat: 1, lng: 1, rad: 199' }, []],
    [{ query: 'a cached page' }, []],
  ])('accepts or refuses %j', (input, params) => expect(problemsOf(input)).toEqual(params))
})

describe('a response from DataForSEO', () => {
  const asked = { page: 1, pages: 2 }
  const failing = (status_code: number, status_message = 'No.') => tasked({ status_code, status_message, result: null })
  const statuses = (json: unknown) => {
    const answer = dataForSeo.readResponse(json, asked)
    return answer.kind === 'pages' ? answer.pages.map(({ status }) => status) : answer.kind
  }

  it('is read with all its fields', () => {
    const { ads } = readPage(dataForSeo, samples.dataforseo.ads(1))
    expect(ads[0]).toEqual({
      ...strideAd,
      tracking_url: 'https://www.google.com/aclk?sa=l&ai=D1',
      rating: 4.8,
      reviews: 2308,
      image_url: 'https://api.dataforseo.example/cdn/i/1',
    })
    expect(ads.map(({ kind, block }) => [kind, block])).toEqual([
      ['text', 'top'],
      ['shopping', 'right'],
      ['local', 'local'],
      ['text', 'bottom'],
    ])
    expect(ads[1]).toMatchObject({ price: '€89.00', old_price: '99 EUR', advertiser: 'Shoe Shop', url: null })
    expect(ads[2]).toMatchObject({ title: 'Heel & Toe', phone: '(555) 010-2233', rating: 5, reviews: 12 })
  })

  it('assigns ads to their page', () => {
    const answer = dataForSeo.readResponse(samples.dataforseo.ads(3), { page: 2, pages: 2 })
    expect(
      answer.kind === 'pages' && answer.pages.map(({ status, ads }) => [status, ...ads.map((ad) => ad.page)]),
    ).toEqual([
      ['ok', 2, 2, 2, 2],
      ['ok', 3, 3, 3, 3],
    ])
  })

  it('is no_results for a page after the last, and an error if a page is missing', () => {
    const organic = (page: number) => ({ type: 'organic', page, title: 'x', url: 'https://x.example/' })
    expect(statuses(searched([organic(1)], 1))).toEqual(['no_ads', 'no_results'])
    expect(statuses(searched([organic(1)], 2))).toEqual(['no_ads', 'error'])
    expect(statuses(searched([organic(2)], 2))).toEqual(['error', 'no_ads'])
    // The search stopped at the requested number of results.
    expect(statuses(searched(Array(20).fill(organic(1)), 1))).toEqual(['no_ads', 'error'])
  })

  it.each<[number, string, unknown]>([
    [40_100, 'You are not authorized to access this resource.', { reason: 'key' }],
    [40_104, 'Please verify your account.', { reason: 'key' }],
    [40_200, 'Payment Required.', { reason: 'spent' }],
    [40_210, 'Insufficient Funds.', { reason: 'spent' }],
    [40_202, 'Rate limit per minute exceeded.', { reason: 'too_many' }],
    [40_209, 'Too many simultaneous requests.', { reason: 'too_many' }],
    [40_501, "Invalid Field: 'language_code'.", { reason: 'parameter', parameter: 'locale' }],
    [40_501, "Invalid Field: 'location_name'.", { reason: 'parameter', parameter: 'geo_location' }],
    [40_501, "Invalid Field: 'se_domain'.", { reason: 'parameter', parameter: 'domain' }],
    [40_501, "Invalid Field: 'tag'.", { reason: 'failed' }],
    [50_000, 'Internal Error.', { reason: 'failed' }],
  ])('is a refusal with status %i', (code, message, refusal) => {
    const refused = { kind: 'refused', refusal, code }
    expect(dataForSeo.readResponse(failing(code, message), asked)).toEqual(refused)
    const early = { status_code: code, status_message: message, tasks: null }
    expect(dataForSeo.readResponse(early, asked)).toEqual(refused)
  })

  it('distinguishes Google’s failures from DataForSEO’s own', () => {
    expect(statuses(failing(40_101))).toEqual(['error', 'error'])
    expect(statuses(failing(40_102))).toEqual(['no_results', 'no_results'])
    expect(statuses(failing(40_103))).toEqual(['error', 'error'])
    expect(statuses(tasked({ status_code: 20_000, result: null }))).toEqual(['error', 'error'])
  })
})
