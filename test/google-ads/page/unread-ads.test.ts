import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../fixtures.ts'

describe('an ad that was not read', () => {
  const titles = (html: string) => read(html).ads.map(({ title }) => title)

  it('is an ad link by itself among the results', () => {
    const row = '<div><a href="/aclk?ai=2"><span>Hotels.example</span></a><span>$120</span></div>'
    expect(read(`${textAd}${organic}${row}`)).toMatchObject({ status: 'layout_changed', ads: [{ title: 'A' }] })
  })

  it('is one with an empty title', () => {
    const page = read(`${textAd}${textAd.replace('<h3>A</h3>', '<h3></h3>')}${organic}`)
    expect([page.status, page.ads.length]).toEqual(['layout_changed', 1])
  })

  it('is what an ad label stands above, also where its links have no mark', () => {
    const unmarked = textAd.replace('/aclk?ai=1', 'https://www.a.example/')
    for (const label of ['Sponsored results', 'Gesponserte Ergebnisse', 'スポンサー']) {
      const html = `<div><div role="heading"><span>${label}</span></div><div>${unmarked}</div></div>${organic}`
      expect(read(html)).toEqual({ status: 'layout_changed', ads: [] })
    }
  })

  it.each([
    ['a heading of search suggestions', '<div><h3>Ads</h3><a href="/search?q=ads+manager">ads manager</a></div>'],
    ['the name of a site', '<div><a href="https://ads.example/"><div>Sponsored</div><h3>Sponsored</h3></a></div>'],
    ['a word of a result', '<div><a href="https://b.example/"><h3>B</h3></a><p><em>Ad</em></p><p>Ad</p></div>'],
  ])('is not %s', (_, html) => {
    expect(read(html + organic).status).toBe('no_ads')
  })

  it('is not a result between ads', () => {
    const html = `<div role="region" aria-label="Ads">${textAd}${organic}${textAd.replace('<h3>A', '<h3>B')}</div>${organic}`
    expect([read(html).status, titles(html)]).toEqual(['ok', ['A', 'B']])
  })
})
