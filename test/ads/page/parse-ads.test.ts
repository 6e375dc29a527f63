import { describe, expect, it } from 'vitest'
import { parseAds } from '../../../src/ads/page/parse-ads.ts'
import { organic, parse, textAd } from '../fixtures.ts'

const adOf = (name: string, extra = '', advertiser = '') =>
  `<div><a href="/aclk?ai=${name}"><div>${advertiser}</div><span>https://www.${name}.example</span><h3>Ad ${name}</h3></a><div>What ${name} has to say.</div>${extra}</div>`
const adsOf = (html: string) => parseAds(parse(`<main>${html}${organic}</main>`))

describe('the ads of a page', () => {
  it('do not use a line shared by three advertisers as their description', () => {
    const shared = '<div>Results are personalized for you</div>'
    const silent = (name: string) => adOf(name, shared).replace(/<div>What.*?<\/div>/, '')
    const { ads } = adsOf(['one', 'two', 'three'].map(silent).join(''))
    expect(ads.map(({ description }) => description)).toEqual([null, null, null])
    expect(adsOf(['one', 'two'].map(silent).join('')).ads[0]?.description).toBe('Results are personalized for you')
  })

  it('do not use a name shared by three advertisers as their advertiser', () => {
    const named = (name: string) => adOf(name, '', 'Sünnipäev')
    expect(adsOf(['one', 'two'].map(named).join('')).ads.map(({ advertiser }) => advertiser)).toEqual([
      'Sünnipäev',
      'Sünnipäev',
    ])
    const { ads } = adsOf(['one', 'two', 'three'].map(named).join(''))
    expect(ads.map(({ advertiser }) => advertiser)).toEqual([null, null, null])
  })

  it('do not include the header of a carousel', () => {
    const tile = (at: number) =>
      `<div><a href="/aclk?ai=T${at}&ctype=5"><img src="x" alt=""></a><div role="heading">Shoe ${at}</div><div>$${at}9.99</div><div>Shop</div></div>`
    const carousel = `<div><div><a href="/aclk?ai=H"><h3>Shop for shoes</h3></a></div><div>${tile(1)}${tile(2)}</div></div>`
    const { ads, unread } = adsOf(carousel)
    expect([ads.map(({ title }) => title), unread.length]).toEqual([['Shoe 1', 'Shoe 2'], 0])
  })

  it('count as unread if they are declared but not read', () => {
    const { ads, unread } = adsOf(`${textAd}<div data-text-ad><p>New form</p></div>`)
    expect([ads.length, unread.length]).toEqual([1, 1])
  })
})
