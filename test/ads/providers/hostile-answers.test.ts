import { describe, expect, it } from 'vitest'
import { adsProviders, readAnswer } from '../../../src/ads/providers/providers.ts'
import type { AdsProviderName } from '../../../src/contract/ads-reading.ts'
import { ad } from '../../../src/contract/google-ads.ts'
import { searched } from './provider-samples.ts'
import { readPage } from './read-page.ts'

const names = Object.keys(adsProviders) as AdsProviderName[]
const organic = { type: 'organic', title: 'x', link: 'https://x.example/', url: 'https://x.example/', page: 1 }

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

/** A page with these text ads and one organic result, in each service's format. */
const pageWith: Record<AdsProviderName, (ads: unknown[]) => unknown> = {
  serpapi: (ads) => ({ search_metadata: { status: 'Success' }, ads, organic_results: [organic] }),
  oxylabs: (paid) => ({
    results: [{ status_code: 200, content: { parse_status_code: 12_000, results: { paid, organic: [organic] } } }],
  }),
  dataforseo: (ads) =>
    searched([organic, ...ads.map((one) => (isFields(one) ? { ...one, type: 'paid', page: 1 } : one))]),
}

describe.each(names)('a hostile response from %s', (name) => {
  const read = (...ads: unknown[]) => readPage(adsProviders[name], pageWith[name](ads))

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'https://www.google.com/search?q=x',
    'https://www.google.com/aclk?adurl=javascript:alert(1)',
    `https://www.google.com/aclk?adurl=${'https://www.google.com/aclk?adurl='.repeat(200)}`,
    'https://maps.google.co.uk./x',
    `https://a.example/${'x'.repeat(20_000)}`,
    'http://[::1',
    '//google.com/x',
  ])('has no url with the link %.60s', (link) => {
    const { ads } = read({ title: 'A', link, url: link })
    expect(ads.map(({ url }) => url)).toEqual([null])
  })

  it('contains no links with other schemes', () => {
    const bad = 'javascript:alert(1)'
    const sitelinks = { inline: [{ title: 'S', link: bad, url: bad }] }
    const fields = { tracking_link: bad, data_rw: bad, thumbnail: bad, url_image: bad, image_url: bad, sitelinks }
    const { ads } = read({
      title: 'A',
      link: bad,
      url: bad,
      ...fields,
      links: sitelinks.inline,
      images: [{ url: bad }],
    })
    expect(JSON.stringify(ads)).not.toContain('javascript:')
    expect(ads[0]?.sitelinks).toEqual([{ title: 'S', url: null, description: null }])
  })

  it('yields clean texts despite control characters and lone surrogates', () => {
    const text = 'A\u0000B\u001b[2J\u202e\u200bC\ud800'
    const [one] = read({ title: text, description: text, desc: text }).ads
    expect([one?.title, one?.description]).toEqual(['A B [2JC\ufffd', 'A B [2JC\ufffd'])
  })

  it('has very long texts truncated', () => {
    const long = 'word '.repeat(200_000)
    const [one] = read({ title: long, description: long, desc: long, extensions: Array(9999).fill(long) }).ads
    expect(JSON.stringify(one).length).toBeLessThan(10_000)
  })

  it('keeps 1,000 ads and is layout_changed beyond the maximum', () => {
    const page = read(...Array.from({ length: 20_000 }, (_, index) => ({ title: `Ad ${index}` })))
    expect(page.status).toBe('layout_changed')
    expect(page.ads).toHaveLength(1000)
    expect(page.ads.flatMap((one) => ad.safeParse(one).error ?? [])).toEqual([])
  })

  it.each<[string, unknown[]]>([
    ['objects instead of texts', [{ title: { a: 1 }, link: ['x'], url: {}, price: [], rating: { value: {} } }]],
    ['a label instead of a title', [{ title: 'Sponsored' }]],
    ['neither title nor link', [{ position: 1, block_position: 'top' }]],
  ])('is layout_changed, never no_ads, if the ads have %s', (_, ads) => {
    expect(read(...ads)).toMatchObject({ status: 'layout_changed', ads: [] })
  })

  it.each([[[null, 5, 'x', [], {}, true]], [[]]])('has no ads if the list is %j', (ads) => {
    expect(read(...ads)).toEqual({ status: 'no_ads', ads: [] })
  })

  it('is read without changing prototypes that it names', () => {
    const json = JSON.parse('{"title":"A","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(read(json)).toMatchObject({ status: 'ok', ads: [{ title: 'A' }] })
    expect({}).not.toHaveProperty('polluted')
  })

  it.each([
    [401, { reason: 'key' }],
    [402, { reason: 'spent' }],
    [403, { reason: 'key' }],
    [429, { reason: 'too_many' }],
    [400, { reason: 'failed' }],
    [404, { reason: 'failed' }],
    [500, { reason: 'failed' }],
    [204, { reason: 'failed' }],
  ])('is a refusal with status %i, regardless of its body', (status, refusal) => {
    for (const body of ['', '<h1>No', '{"search_metadata":{"status":"Success"},"ads":[{"title":"A"}]}', 'null']) {
      const response = { status, body: Buffer.from(body) }
      expect(readAnswer(adsProviders[name], response, { page: 1, pages: 1 })).toEqual({
        kind: 'refused',
        refusal,
        code: status,
      })
    }
  })

  it.each(['', '<!doctype html><title>Login</title>', '{"ads":[', '\u0000'])(
    'is invalid_response if it is not JSON: %j',
    (text) => {
      const read = () => readAnswer(adsProviders[name], { status: 200, body: Buffer.from(text) }, { page: 1, pages: 1 })
      expect(read).toThrow(expect.objectContaining({ type: 'invalid_response' }))
    },
  )
})
