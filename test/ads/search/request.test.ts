import { describe, expect, it } from 'vitest'
import { languageOf, searchUrl, uule } from '../../../src/ads/search/request.ts'
import { googleDomains } from '../../../src/contract/ads/google-domains.ts'

const template = 'https://www.google.{domain}'
const timeMs = 1_741_220_422_082
const ask = (more: object) => new URL(searchUrl(template, { query: 'x', device: 'desktop', page: 1, timeMs, ...more }))

describe('the URL of a result page', () => {
  it('has the query, turns off personal results and sets no number of results', () => {
    const url = ask({ query: 'coffee & "tea" café' })
    expect(url.href).toBe('https://www.google.com/search?q=coffee+%26+%22tea%22+caf%C3%A9&pws=0')
    expect(url.searchParams.get('q')).toBe('coffee & "tea" café')
  })

  it('supports the host of every Google domain', () => {
    expect(googleDomains).toHaveLength(186)
    for (const domain of googleDomains) expect(ask({ domain }).host).toBe(`www.google.${domain}`)
  })

  it('extends the URL template of a compatible service', () => {
    const url = searchUrl('http://127.0.0.1:9100/{domain}/', {
      query: 'x',
      domain: 'co.uk',
      device: 'desktop',
      page: 1,
      timeMs,
    })
    expect(url).toBe('http://127.0.0.1:9100/co.uk/search?q=x&pws=0')
  })

  it.each([
    [1, null],
    [2, '10'],
    [110, '1090'],
  ])('starts page %i at %s', (page, start) => {
    expect(ask({ page }).searchParams.get('start')).toBe(start)
  })
})

describe('the language', () => {
  it.each([
    ['en-US', { hl: 'en', gl: 'US' }],
    ['de-CH', { hl: 'de', gl: 'CH' }],
    ['pt-BR', { hl: 'pt-BR', gl: 'BR' }],
    ['pt-PT', { hl: 'pt-PT', gl: 'PT' }],
    ['zh-TW', { hl: 'zh-TW', gl: 'TW' }],
    ['zh-Hant-HK', { hl: 'zh-HK', gl: 'HK' }],
    ['es-419', { hl: 'es-419' }],
    ['es-MX', { hl: 'es', gl: 'MX' }],
    ['fr-CA', { hl: 'fr-CA', gl: 'CA' }],
    ['en-gb', { hl: 'en-GB', gl: 'GB' }],
    ['ja', { hl: 'ja' }],
    ['de-DE-u-co-phonebk', { hl: 'de', gl: 'DE' }],
  ])('of %s is %o', (locale, expected) => {
    expect(languageOf(locale)).toEqual(expected)
    const url = ask({ locale })
    expect(url.searchParams.get('hl')).toBe(expected.hl)
    expect(url.searchParams.get('gl')).toBe('gl' in expected ? expected.gl : null)
  })

  it('is not set without a locale', () => {
    expect(ask({}).search).toBe('?q=x&pws=0')
  })
})

describe('the location', () => {
  it('is encoded in the URL', () => {
    expect(ask({ geo_location: 'Zürich,Switzerland' }).searchParams.get('uule')).toBe(
      uule('Zürich,Switzerland', timeMs),
    )
    const { href, searchParams } = ask({ geo_location: '47.62,-122.35' })
    expect(searchParams.get('uule')).toBe(uule('47.62,-122.35', timeMs))
    expect(href).toContain('&uule=a+cm9sZToxCnByb2R1Y2VyOjEyCnByb3ZlbmFuY2U6Ngp0aW1lc3RhbXA6')
  })
})
