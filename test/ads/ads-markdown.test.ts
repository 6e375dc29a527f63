import { describe, expect, it } from 'vitest'
import { formatAds } from '../../src/ads/ads-markdown.ts'
import { fixtures } from './fixtures.ts'

const ads = fixtures.flatMap(({ expected }) => expected.ads)
const page = { page: 1, url: 'https://www.google.com/search?q=x', status: 'ok' as const, ads: ads.length }
const unescaped = (text: string) => text.replace(/\\([\\`*_[\]<>#|~])/g, '$1')

describe('the markdown', () => {
  it('contains every non-null value of every ad', () => {
    const text = unescaped(formatAds({ query: 'x', pages: [page], ads }))
    for (const ad of ads) {
      const values = [
        ad.kind,
        ad.title,
        ad.url,
        ad.displayed_url,
        ad.description,
        ad.advertiser,
        ad.price,
        ad.old_price,
        ad.rating === null ? null : `Rating: ${ad.rating} of 5`,
        ad.reviews === null ? null : `${ad.reviews} reviews`,
        ...ad.extensions,
        ad.image_url,
        ad.address,
        ad.phone,
        ad.tracking_url,
      ]
      const sitelinks = ad.sitelinks.flatMap((link) => [link.title, link.url, link.description])
      for (const value of [...values, ...sitelinks])
        if (value !== null) expect(text).toContain(value.replace(/\s+/g, ' '))
      expect(text).toContain(`### ${ad.block} ${ad.position}: ${ad.title}`)
    }
    expect(text.match(/^### /gm)).toHaveLength(ads.length)
  })

  it('states why a page was not read, and never claims that the page has no ads', () => {
    const text = formatAds({ query: 'x', pages: [{ ...page, status: 'captcha', ads: 0 }], ads: [] })
    expect(text).toContain('captcha (not read')
    expect(text).not.toContain('no ads')
  })

  it('lists the ads of a page below its heading', () => {
    const [first, second] = ads as [(typeof ads)[0], (typeof ads)[0]]
    const pages = [page, { ...page, page: 2 }]
    const text = formatAds({ query: 'x', pages, ads: [first, { ...second, page: 2, title: 'On the second' }] })
    expect(text.indexOf('On the second')).toBeGreaterThan(text.indexOf('## Page 2'))
    expect(text.indexOf(first.title as string)).toBeLessThan(text.indexOf('## Page 2'))
  })

  it('has price and rating on separate lines', () => {
    const [ad] = ads as [(typeof ads)[0]]
    const lines = (fields: Partial<typeof ad>) =>
      formatAds({ query: 'x', pages: [page], ads: [{ ...ad, ...fields }] }).split('\n')
    expect(lines({ price: '$54', old_price: '$90' })).toContain('- Price: $54 (before: $90)')
    expect(lines({ price: null, old_price: '$90' })).toContain('- Price: before: $90')
    expect(lines({ rating: 4.6, reviews: 1234 })).toContain('- Rating: 4.6 of 5 (1234 reviews)')
    expect(lines({ rating: 4.6, reviews: null })).toContain('- Rating: 4.6 of 5')
    expect(lines({ rating: null, reviews: 1 })).toContain('- Rating: 1 review')
    expect(lines({ extensions: ['Free delivery', 'Styles: Trench, *Parka*'] })).toContain(
      '- Extensions: Free delivery | Styles: Trench, \\*Parka\\*',
    )
  })

  it('escapes markdown in the text of ads', () => {
    const [ad] = ads as [(typeof ads)[0]]
    const text = formatAds({
      query: '# x',
      pages: [page],
      ads: [
        {
          ...ad,
          title: '[Click](https://evil.example) <b>',
          url: 'https://a.example/?q=<x> y',
          description: 'a\n\n# b',
        },
      ],
    })
    expect(text).toContain('\\[Click\\](https://evil.example) \\<b\\>')
    expect(text).toContain('<https://a.example/?q=%3Cx%3E%20y>')
    expect(text).not.toMatch(/^# b/m)
  })
})
