import { describe, expect, it } from 'vitest'
import { createAds, type ProviderAd, textValue } from '../../../src/ads/providers/provider-ads.ts'

const entry = (fields: Partial<ProviderAd>): ProviderAd => ({
  item: {},
  block: 'top',
  kind: 'text',
  title: 'A',
  link: null,
  ...fields,
})
const urlsOf = (fields: Partial<ProviderAd>) => createAds(1, [entry(fields)]).map((ad) => [ad.url, ad.tracking_url])

describe('an ad from a provider', () => {
  it.each<[string, Partial<ProviderAd>, string | null, string | null]>([
    ['a direct link', { link: 'https://a.example/x' }, 'https://a.example/x', null],
    [
      'an ad redirect with its landing page',
      { link: '/aclk?ai=1&adurl=https://a.example/' },
      'https://a.example/',
      'https://www.google.com/aclk?ai=1&adurl=https://a.example/',
    ],
    [
      'an opaque link and a displayed URL',
      { link: '/goto?url=CAES', displayedUrl: 'www.a.example › x' },
      'https://www.a.example/',
      'https://www.google.com/goto?url=CAES',
    ],
    [
      'a tracking URL of its own',
      { link: 'https://a.example/', tracking: '/aclk?ai=2' },
      'https://a.example/',
      'https://www.google.com/aclk?ai=2',
    ],
    [
      'the landing page in its tracking URL',
      { link: 'https://www.google.com/shopping/product/1', tracking: '/aclk?ai=2&adurl=https://a.example/p' },
      'https://a.example/p',
      'https://www.google.com/aclk?ai=2&adurl=https://a.example/p',
    ],
    [
      'another site’s counter',
      { link: null, tracking: 'https://c.example/?u=https://a.example/' },
      null,
      'https://c.example/?u=https://a.example/',
    ],
    ['another scheme', { link: 'javascript:alert(1)', tracking: 'data:x' }, null, null],
  ])('has its URLs from %s', (_, fields, url, tracking) => {
    expect(urlsOf(fields)).toEqual([[url, tracking]])
  })

  it('is left out if it has neither title nor link', () => {
    expect(createAds(1, [entry({ title: ' ' }), entry({ title: { x: 1 } }), entry({ title: 'B' })])).toHaveLength(1)
  })

  it('has its details as numbers, texts and an https image', () => {
    const fields = {
      oldPrice: '$89',
      rating: '8,4',
      ratingScale: 10,
      reviews: '(1,234 reviews)',
      extensions: ['Free delivery', 7, { x: 1 }, ''],
      imageUrl: 'https://img.example/a.png',
      address: ' 1 High Street ',
    }
    expect(createAds(1, [entry(fields)])[0]).toMatchObject({
      old_price: '$89',
      rating: 4.2,
      reviews: 1234,
      extensions: ['Free delivery', '7'],
      image_url: 'https://img.example/a.png',
      address: '1 High Street',
    })
  })

  it('drops details of other types', () => {
    const fields = { rating: 87, reviews: -1, extensions: 'Free', imageUrl: 'http://img.example/a.png', address: {} }
    expect(createAds(1, [entry(fields)])[0]).toMatchObject({
      ...{ old_price: null, rating: null, reviews: null, extensions: [], image_url: null, address: null },
    })
  })

  it('accepts sitelinks with only a title', () => {
    const sitelinks = [
      { title: 'Prices', link: 'https://a.example/p', description: 7 },
      { title: null, link: 'https://a.example/q', description: 'x' },
    ]
    expect(createAds(1, [entry({ sitelinks })])[0]?.sitelinks).toEqual([
      { title: 'Prices', url: 'https://a.example/p', description: '7' },
    ])
  })
})

it.each([
  ['  a\n b ', 'a b'],
  [7, '7'],
  ['', null],
  [null, null],
  [{}, null],
  [true, null],
])('the text of %j is %j', (value, text) => expect(textValue(value)).toBe(text))
