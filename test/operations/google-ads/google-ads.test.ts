import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { googleAdsResult } from '../../../src/contract/google-ads.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { until } from '../../waits.ts'
import { fixture, type Google, openGoogle } from './google.ts'

let google: Google
let gleaner: TestService

beforeAll(async () => {
  google = await openGoogle({
    desk: ['text-2021-data-rw', 'no-ads', 'text-2025-group'],
    'desk then captcha': ['text-2021-data-rw', { html: fixture('captcha'), status: 429 }, 'text-2025-group'],
    'desk then silence': ['text-2021-data-rw', 'silence'],
    'desk then nothing': ['text-2021-data-rw', 'no-results', 'text-2025-group'],
    changed: [{ html: fixture('text-2021-data-rw').replaceAll('role="heading"', ''), status: 200 }],
    goto: ['text-2026-goto'],
    'no ads': ['no-ads'],
    'no results': ['no-results', 'text-2025-group'],
    captcha: [{ html: fixture('captcha'), status: 429 }],
    consent: ['consent-form'],
    shell: ['js-shell'],
    refused: [{ html: fixture('refused'), status: 403 }],
    unknown: ['unknown'],
    silence: ['silence'],
  })
  gleaner = await openTestService({ GLEANER_GOOGLE_URL: google.template, GLEANER_BROWSER_PATH: '/nowhere/chromium' })
})

afterAll(async () => {
  await gleaner.close()
  await google.close()
})

const ask = (parameters: Record<string, string>) => jsonOf(gleaner.get('/v1/google_ads', parameters))
const pagesOf = (body: Json) => (body.pages as { page: number; status: string; ads: number }[]) ?? []
const adsOf = (body: Json) => body.ads as { page: number; title: string; url: string | null; tracking_url: string }[]

/** URLs that count a click on an ad. */
const tracked = () => google.requests.filter((path) => /\/(?:aclk|goto|pagead)\b/.test(path))

describe('google_ads', () => {
  it('returns the ads of a page and charges five credits', async () => {
    const body = await ask({ query: 'desk', output: 'json' })
    expect(googleAdsResult.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      query: 'desk',
      domain: 'com',
      locale: null,
      geo_location: null,
      output: 'json',
      content: null,
      credits_charged: 5,
      warnings: [],
    })
    expect(pagesOf(body)).toEqual([
      { page: 1, url: `${google.url}/com/search?q=desk&pws=0`, status: 'ok', ads: 2, rendered: false },
    ])
    expect(adsOf(body)[0]).toMatchObject({
      page: 1,
      block: 'top',
      position: 1,
      title: 'Standing Desks - 15 Year Warranty',
      url: 'https://www.uprise.example/desks?ref=g',
    })
  })

  it('has the same values in markdown', async () => {
    const body = await ask({ query: 'desk', pages: '3' })
    for (const ad of adsOf(body)) {
      expect(body.content).toContain(ad.title)
      expect(body.content).toContain(`<${ad.url}>`)
    }
    for (const { page, status } of pagesOf(body)) {
      expect(body.content).toContain(`## Page ${page}\n\n- Status: ${status} `)
    }
  })

  it('continues after a page without ads, and every ad has the number of its page', async () => {
    const body = await ask({ query: 'desk', pages: '3', output: 'json' })
    expect(pagesOf(body).map(({ page, status }) => [page, status])).toEqual([
      [1, 'ok'],
      [2, 'no_ads'],
      [3, 'ok'],
    ])
    expect(new Set(adsOf(body).map(({ page }) => page))).toEqual(new Set([1, 3]))
    expect(body.credits_charged).toBe(5)
  })

  it('begins at start_page', async () => {
    const body = await ask({ query: 'desk', start_page: '3', output: 'json' })
    expect(pagesOf(body)).toMatchObject([{ page: 3, status: 'ok' }])
    expect(google.requests).toContain('/com/search?q=desk&start=20&pws=0')
    expect(adsOf(body).every(({ page }) => page === 3)).toBe(true)
  })

  it('keeps the ads of earlier pages when a later one is blocked, and loads no more pages', async () => {
    const body = await ask({ query: 'desk then captcha', pages: '3', output: 'json' })
    expect(pagesOf(body).map(({ status, ads }) => [status, ads])).toEqual([
      ['ok', 2],
      ['captcha', 0],
    ])
    expect(adsOf(body)).toHaveLength(2)
    expect(google.requests.some((path) => path.includes('captcha&start=20'))).toBe(false)
  })

  it('keeps the ads of earlier pages at the deadline', async () => {
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = ask({ query: 'desk then silence', pages: '3', output: 'json', timeout_ms })
    await until('the second page', () => google.requests.some((path) => path.includes('silence&start=10')))
    pass()
    const body = await asking
    expect(pagesOf(body).map(({ status }) => status)).toEqual(['ok', 'error'])
    expect(adsOf(body)).toHaveLength(2)
  })

  it('stops at a page without results', async () => {
    const body = await ask({ query: 'desk then nothing', pages: '3', output: 'json' })
    expect(pagesOf(body).map(({ status }) => status)).toEqual(['ok', 'no_results'])
    expect(pagesOf(await ask({ query: 'no results', pages: '2' })).map(({ status }) => status)).toEqual(['no_results'])
  })

  it('distinguishes a page without ads from one that could not be read', async () => {
    expect(await ask({ query: 'no ads' })).toMatchObject({ ads: [], pages: [{ status: 'no_ads' }] })
  })

  it.each([
    ['captcha', 'captcha'],
    ['consent', 'consent'],
    ['shell', 'js_shell'],
    ['refused', 'blocked'],
    ['unknown', 'error'],
  ])('is target_blocked and names the status: %s', async (query, status) => {
    const response = await gleaner.get('/v1/google_ads', { query, pages: '2' })
    const body = (await response.json()) as Json & { detail: { msg: string; loc: string[] }[] }
    expect([response.status, typesOf(body), body.credits_charged]).toEqual([502, ['target_blocked'], 0])
    expect(body.detail[0]?.msg).toContain(`is ${status}:`)
    expect(body.detail[0]?.loc).toEqual([])
    expect(google.requests.filter((path) => path.includes(`q=${query}&`))).toHaveLength(1)
  })

  it('is target_timeout when no page arrives in time', async () => {
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = gleaner.get('/v1/google_ads', { query: 'silence', timeout_ms })
    await until('its request', () => google.requests.some((path) => path.includes('q=silence&')))
    pass()
    const response = await asking
    expect([response.status, typesOf(await jsonOf(response))]).toEqual([504, ['target_timeout']])
  })

  it('keeps what it could read of a changed layout, with a warning', async () => {
    const body = await ask({ query: 'changed', output: 'json' })
    expect(pagesOf(body)).toMatchObject([{ status: 'layout_changed' }])
    expect(body.warnings).toMatchObject([{ code: 'layout_changed', message: expect.stringContaining('page 1') }])
    expect(body.credits_charged).toBe(5)
  })

  it('sends language, country and place in Google’s parameters', async () => {
    await ask({ query: 'no ads', locale: 'pt-BR', geo_location: 'New York, New York, United States' })
    const asked = new URL(google.requests.at(-1) ?? '', google.url).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      q: 'no ads',
      hl: 'pt-BR',
      gl: 'BR',
      uule: 'w+CAIQICIfTmV3IFlvcmssTmV3IFlvcmssVW5pdGVkIFN0YXRlcw==',
      pws: '0',
    })
  })

  it('also requests the language in a header', async () => {
    await ask({ query: 'no ads', locale: 'pt-BR' })
    expect(google.headers.at(-1)).toMatchObject({ 'accept-language': 'pt-BR,pt;q=0.9,*;q=0.5' })
    await ask({ query: 'no ads' })
    expect(google.headers.at(-1)).toMatchObject({ 'accept-language': 'en,*;q=0.5' })
  })

  it.each([
    [{}, '?0', '"Linux"'],
    [{ device: 'desktop' }, '?0', '"Linux"'],
    [{ device: 'mobile' }, '?1', '"Android"'],
    [{ device: 'tablet' }, '?0', '"Android"'],
  ])('sends requests as the device, but identifies itself as Gleaner: %o', async (device, mobile, platform) => {
    await ask({ query: 'no ads', ...device } as Record<string, string>)
    const { headers } = google
    expect(headers.at(-1)).toMatchObject({ 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': platform })
    expect(headers.at(-1)?.['user-agent']).toContain('Gleaner')
  })

  it('sends the same point, radius and search time on each page', async () => {
    const before = Date.now()
    const body = await ask({ query: 'desk', pages: '2', geo_location: 'lat: 47.62, lng: -122.35, rad: 25000' })
    const told = google.requests.slice(-2).map((path) => new URL(path, google.url).searchParams.get('uule') ?? '')
    expect(told[0]).toBe(told[1])
    const text = Buffer.from(told[0]?.replace(/^a /, '') ?? '', 'base64').toString()
    const [, time] = /^role:1\nproducer:12\nprovenance:6\ntimestamp:(\d+)\n/.exec(text) ?? []
    expect(text.split('\n').slice(4)).toEqual([
      ...['latlng{', 'latitude_e7:476200000', 'longitude_e7:-1223500000', '}', 'radius:25000000'],
    ])
    expect(Number(time) / 1000).toBeGreaterThanOrEqual(before)
    expect(Number(time) / 1000).toBeLessThanOrEqual(Date.now())
    expect(body.geo_location).toBe('lat: 47.62, lng: -122.35, rad: 25000')
  })

  it('refuses a bad domain, locale or place before any request', async () => {
    const before = google.requests.length
    const response = await gleaner.get('/v1/google_ads', {
      query: 'desk',
      domain: 'nowhere',
      locale: 'not a locale',
      geo_location: 'Berlin',
    })
    expect(response.status).toBe(422)
    expect(typesOf(await jsonOf(response))).toEqual(['enum', 'value_error', 'value_error'])
    expect(google.requests).toHaveLength(before)
  })

  it('loads no more pages when the client disconnects', async () => {
    const leaving = new AbortController()
    const asked = google.requests.length
    const response = gleaner.get(
      '/v1/google_ads',
      { query: 'desk then silence', pages: '3' },
      { signal: leaving.signal },
    )
    await google.arrived(asked + 2)
    leaving.abort()
    await expect(response).rejects.toThrow()
    // The next request is served, so the disconnected one holds no resources.
    expect(await ask({ query: 'no ads' })).toMatchObject({ pages: [{ status: 'no_ads' }] })
    expect(google.requests.some((path) => path.includes('silence&start=20'))).toBe(false)
  })

  it('reports tracking URLs and requests none of them', async () => {
    const ads = [...adsOf(await ask({ query: 'desk', pages: '3' })), ...adsOf(await ask({ query: 'goto' }))]
    expect(ads.filter(({ tracking_url }) => tracking_url !== null).length).toBeGreaterThan(3)
    expect(tracked()).toEqual([])
  })
})

describe('a server with settings that block Google', () => {
  it('is reported as target_unreachable, because the input is valid', async () => {
    const strict = await openTestService({
      GLEANER_GOOGLE_URL: google.template,
      GLEANER_ALLOW_ADDRESSES: '203.0.113.0/24',
    })
    try {
      const response = await strict.get('/v1/google_ads', { query: 'desk' })
      const body = await jsonOf(response)
      expect([response.status, typesOf(body)]).toEqual([502, ['target_unreachable']])
      expect(body.detail).toMatchObject([{ loc: [] }])
    } finally {
      await strict.close()
    }
  })

  it('is reported as target_blocked if robots.txt is respected and forbids searches', async () => {
    const robots = 'User-agent: *\nDisallow: /com/search\n'
    const closed = await openGoogle({ desk: ['text-2021-data-rw'] }, { robots })
    const careful = await openTestService({ GLEANER_GOOGLE_URL: closed.template, GLEANER_ROBOTS: 'respect' })
    try {
      const body = await jsonOf(careful.get('/v1/google_ads', { query: 'desk' }))
      expect(typesOf(body)).toEqual(['target_blocked'])
      expect(JSON.stringify(body)).toContain('robots.txt')
      expect(body.hint).toContain('GLEANER_ROBOTS=respect')
      expect(closed.requests).toEqual(['/robots.txt'])
    } finally {
      await careful.close()
      await closed.close()
    }
  })
})
