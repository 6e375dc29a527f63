import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { googleAds } from '../../src/contract/google-ads.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { RequestedUrl } from '../../src/contract/requested-url.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'

const scrape = scrapeOperation(['model-a', 'model-b'])

function faults(operation: Operation, raw: Record<string, unknown>): string[] {
  try {
    parseInput(operation, raw)
  } catch (error) {
    if (error instanceof ServiceError) return error.problems.map(({ loc, type }) => `${loc.join('.')} ${type}`)
    throw error
  }
  return []
}

const url = 'https://example.com/'

/** Builds `count` entries with names of at most two characters and values of `chars`. */
const headersOf = (count: number, chars: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 'x'.repeat(chars)]))

describe('scrape input', () => {
  it('gets its defaults', () => {
    expect(parseInput(scrape, { url })).toEqual({
      url: new RequestedUrl(url),
      output: 'markdown',
      render_js: false,
      render_if_needed: false,
      timeout_ms: 30_000,
      main_content: true,
      include_links: true,
      include_images: true,
      front_matter: false,
      include_comments: true,
      full_page: false,
      viewport: '1280x800',
      offset: 0,
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no URL', {}, ['query.url missing']],
    ['an empty URL', { url: '' }, ['query.url string_too_short']],
    ['a URL of 2,084 characters', { url: url.padEnd(2084, 'x') }, ['query.url string_too_long']],
    ['a URL that is a number', { url: 5 }, ['query.url string_type']],
    ['a relative URL', { url: '/page' }, ['query.url url_parsing']],
    ['a URL without a host', { url: 'http://' }, ['query.url url_parsing']],
    ['a bad port', { url: 'http://a:99999/' }, ['query.url url_parsing']],
    ['ftp', { url: 'ftp://example.com/' }, ['query.url url_scheme']],
    ['file', { url: 'file:///etc/passwd' }, ['query.url url_scheme']],
    ['javascript', { url: 'javascript:alert(1)' }, ['query.url url_scheme']],
    ['user info', { url: 'https://u:p@example.com/' }, ['query.url value_error']],
    ['only a user name', { url: 'https://u@example.com/' }, ['query.url value_error']],
    ['an unknown output', { url, output: 'pdf' }, ['query.output enum']],
    ['an empty selector', { url, css_selector: '' }, ['query.css_selector string_too_short']],
    ['a long selector', { url, css_selector: 'a'.repeat(1001) }, ['query.css_selector string_too_long']],
    ['an empty prompt', { url, prompt: '' }, ['query.prompt string_too_short']],
    ['a long prompt', { url, prompt: 'a'.repeat(10_001) }, ['query.prompt string_too_long']],
    ['a model that is not allowed', { url, prompt: 'x', model: 'other' }, ['query.model enum']],
    ['a model without a prompt', { url, model: 'model-a' }, ['query.model value_error']],
    ['a wrong boolean', { url, render_js: 'maybe' }, ['query.render_js bool_parsing']],
    ['a short time limit', { url, timeout_ms: 999.9 }, ['query.timeout_ms greater_than_equal']],
    ['a long time limit', { url, timeout_ms: 120_000.5 }, ['query.timeout_ms less_than_equal']],
    ['a time limit written in words', { url, timeout_ms: 'long' }, ['query.timeout_ms float_parsing']],
    ['max_chars 0', { url, max_chars: 0 }, ['query.max_chars greater_than_equal']],
    ['max_chars above its maximum', { url, max_chars: 1_000_001 }, ['query.max_chars less_than_equal']],
    ['half a character', { url, max_chars: 1.5 }, ['query.max_chars int_parsing']],
    ['a negative offset', { url, offset: -1 }, ['query.offset greater_than_equal']],
    ['null for an option', { url, prompt: null }, ['query.prompt string_type']],
    ['no quotes', { url, quotes: [] }, ['query.quotes value_error']],
    ['headers as a string', { url, headers: 'a: b' }, ['query.headers value_error']],
    ['a header that is not a string', { url, headers: { a: 1 } }, ['query.headers value_error']],
    ['a list of headers', { url, headers: ['a', 'b'] }, ['query.headers value_error']],
    [
      'a header whose name is repeated in another case',
      { url, headers: { 'X-A': '1', 'x-a': '2' } },
      ['query.headers value_error'],
    ],
    ['a header __proto__', { url, headers: JSON.parse('{"__proto__": "x"}') }, ['query.headers value_error']],
    ['21 headers', { url, headers: headersOf(21, 1) }, ['query.headers value_error']],
    ['headers of more than 8 KiB', { url, headers: headersOf(8, 1100) }, ['query.headers value_error']],
    ['a cookie with a semicolon', { url, cookies: { a: 'b; c=d' } }, ['query.cookies value_error']],
    ['a cookie with two lines', { url, cookies: { a: 'b\r\nc: d' } }, ['query.cookies value_error']],
    ['a non-ASCII cookie', { url, cookies: { a: 'ä' } }, ['query.cookies value_error']],
    ['a cookie with = in its name', { url, cookies: { 'a=b': 'c' } }, ['query.cookies value_error']],
    ['a cookie without a name', { url, cookies: { '': 'c' } }, ['query.cookies value_error']],
    ['a locale with an underscore', { url, locale: 'de_CH' }, ['query.locale value_error']],
    ['an empty locale', { url, locale: '' }, ['query.locale value_error']],
    ['an unknown parameter', { url, render: true }, ['query.render extra_forbidden']],
    ['the name of a built-in property', { url, constructor: 'x' }, ['query.constructor extra_forbidden']],
  ])('refuses %s', (_, raw, expected) => {
    expect(faults(scrape, raw)).toEqual(expected)
  })

  it.each([
    ...['Host', 'user-agent', 'COOKIE', 'Range', 'If-None-Match', 'if-', 'Proxy-Authorization', 'Sec-Fetch-Site'],
    ...['Content-Type', 'content-length', 'Accept-Encoding', 'Connection', 'Keep-Alive', 'TE', 'Trailer', 'Upgrade'],
    ...['Transfer-Encoding', 'Expect', 'HTTP2-Settings', 'a b', 'a:b', '', 'ä', 'a\n', ':path'],
  ])('refuses the header %j', (name) => {
    expect(faults(scrape, { url, headers: { [name]: 'x' } })).toEqual(['query.headers value_error'])
  })

  it.each(['a\r\nb: c', 'a\nb', 'a\rb', 'a\0', '\u0100', '\x7f'])('refuses the header value %j', (value) => {
    expect(faults(scrape, { url, headers: { 'X-A': value } })).toEqual(['query.headers value_error'])
  })

  it('never quotes the value of a header or a cookie', () => {
    const wrong = { 'X-A': 'canary\n', Host: 'canary', 'x-a': 'canary', 'a b': 'canary', n: 7 }
    for (const [name, value] of Object.entries(wrong)) {
      for (const param of ['headers', 'cookies']) {
        const raw = { url, [param]: { good: 'canary', [name]: `${value};` } }
        let thrown: unknown
        try {
          parseInput(scrape, raw)
        } catch (error) {
          thrown = error
        }
        expect(JSON.stringify([thrown, String(thrown)])).not.toContain('canary')
      }
    }
  })

  it('accepts the examples in its description', () => {
    const { headers, cookies, locale } = scrape.input.shape
    for (const [name, schema] of Object.entries({ headers, cookies, locale })) {
      for (const example of (schema.meta()?.examples ?? []) as unknown[])
        expect(faults(scrape, { url, [name]: example })).toEqual([])
      expect(schema.meta()?.examples).toBeDefined()
    }
  })

  it('accepts headers and cookies of 8 KiB including their names, and sorts them', () => {
    const { headers, cookies } = parseInput(scrape, {
      url,
      headers: { b: '2', A: 'é', a1: '' },
      cookies: { z: ' "x', y: 'a=b' },
    })
    expect(JSON.stringify([headers, cookies])).toBe('[{"A":"é","a1":"","b":"2"},{"y":"a=b","z":" \\"x"}]')
    expect(faults(scrape, { url, headers: headersOf(20, 400), cookies: headersOf(8, 1023) })).toEqual([])
  })

  it('reports all problems together, one entry each', () => {
    expect(faults(scrape, { output: 'x', timeout_ms: 1, offset: 'a', zzz: 1 })).toEqual([
      'query.url missing',
      'query.output enum',
      'query.offset int_parsing',
      'query.timeout_ms greater_than_equal',
      'query.zzz extra_forbidden',
    ])
  })

  it('accepts a URL of 2,083 characters and a prompt of 10,000', () => {
    expect(faults(scrape, { url: url.padEnd(2083, 'x'), prompt: 'a'.repeat(10_000), model: 'model-b' })).toEqual([])
  })

  it('counts lengths in UTF-16 units', () => {
    expect(faults(scrape, { url, css_selector: '😀'.repeat(501) })).toEqual(['query.css_selector string_too_long'])
  })
})

describe('google_ads input', () => {
  it('gets its defaults', () => {
    expect(parseInput(googleAds, { query: 'x' })).toEqual({
      query: 'x',
      device: 'desktop',
      start_page: 1,
      pages: 1,
      render_js: false,
      output: 'markdown',
      timeout_ms: 60_000,
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no query', {}, ['query.query missing']],
    ['an empty query', { query: '' }, ['query.query string_too_short']],
    ['a domain that Google does not have', { query: 'x', domain: 'example' }, ['query.domain enum']],
    ['an invalid locale', { query: 'x', locale: 'en_US!' }, ['query.locale value_error']],
    ['an empty locale', { query: 'x', locale: '' }, ['query.locale value_error']],
    ['a place without a comma', { query: 'x', geo_location: 'Berlin' }, ['query.geo_location value_error']],
    ['a place with an empty part', { query: 'x', geo_location: 'Berlin,' }, ['query.geo_location value_error']],
    ['a place with a control character', { query: 'x', geo_location: 'A\n,B' }, ['query.geo_location value_error']],
    ['a point that is out of range', { query: 'x', geo_location: '91,0' }, ['query.geo_location value_error']],
    ['an unknown device', { query: 'x', device: 'watch' }, ['query.device enum']],
    ['page 0', { query: 'x', start_page: 0 }, ['query.start_page greater_than_equal']],
    ['page 101', { query: 'x', start_page: 101 }, ['query.start_page less_than_equal']],
    ['eleven pages', { query: 'x', pages: 11 }, ['query.pages less_than_equal']],
    ['an output that only scrape has', { query: 'x', output: 'links' }, ['query.output enum']],
    ['a long time limit', { query: 'x', timeout_ms: 300_001 }, ['query.timeout_ms less_than_equal']],
  ])('refuses %s', (_, raw, expected) => {
    expect(faults(googleAds, raw)).toEqual(expected)
  })

  it.each(['Germany', 'de', '47.62,-122.35', 'lat: 47.62, lng: -122.35, rad: 25000'])('accepts %s', (place) => {
    expect(faults(googleAds, { query: 'x', geo_location: place })).toEqual([])
  })

  it('accepts domains, locales and places that exist', () => {
    for (const domain of ['DE', '.de', 'google.de', 'www.google.de', 'WWW.Google.DE']) {
      expect(parseInput(googleAds, { query: 'x', domain })).toMatchObject({ domain: 'de' })
    }
    const raw = { query: 'x', domain: 'co.uk', locale: 'zh-Hant-TW', geo_location: 'New York,New York,United States' }
    expect(faults(googleAds, raw)).toEqual([])
  })
})

describe('prices', () => {
  it('are 1, 5, 6 and 10 credits for scrape and 5 for google_ads', () => {
    const price = (raw: Record<string, unknown>) => scrape.price?.credits(parseInput(scrape, { url, ...raw }))
    expect(price({})).toBe(1)
    expect(price({ render_js: true })).toBe(5)
    expect(price({ prompt: 'x' })).toBe(6)
    expect(price({ prompt: 'x', render_js: true })).toBe(10)
    expect(googleAds.price?.credits(parseInput(googleAds, { query: 'x', pages: 10 }))).toBe(5)
  })
})
