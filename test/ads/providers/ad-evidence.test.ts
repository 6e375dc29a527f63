import { describe, expect, it } from 'vitest'
import { findUnread } from '../../../src/ads/providers/provider-page.ts'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import { samples, searched } from './provider-samples.ts'
import { readPage } from './read-page.ts'

const unreadIn = (value: unknown) => findUnread(value, new Set())

describe('an unread ad', () => {
  it.each<[string, unknown, string]>([
    ['a list of ads', { sponsored_stores: [{ name: 'Shoe Shop' }] }, 'sponsored_stores: "Shoe Shop"'],
    ['a list in another spelling', { topAds: [{ title: 'Runner' }] }, 'topAds: "Runner"'],
    ['a list of ads within an object', { ads: { results: [{ title: 'Runner' }] } }, 'ads: "Runner"'],
    ['a mark', { cards: [{ title: 'A' }, { title: 'Runner', sponsored: true }] }, 'cards: "Runner"'],
    ['a mark in another spelling', { cards: [{ title: 'Runner', isPaid: 1 }] }, 'cards: "Runner"'],
    ['a label', { cards: [{ title: 'Runner', badge: 'Sponsored' }] }, 'cards: "Runner"'],
    ['a label in another language', { cards: [{ title: 'Läufer', label: 'Gesponsert' }] }, 'cards: "Läufer"'],
    ['the heading of a list', { unit: { title: 'Sponsored', items: [{ name: 'Runner' }] } }, 'unit: "Runner"'],
    ['the number of a click', { cards: [{ title: 'Runner', ad_aclk: 'DChc' }] }, 'cards: "Runner"'],
    ['the URL of a click', { a: { b: [{ title: 'Runner', to: '/aclk?sa=L&ai=1' }] } }, 'a.b: "Runner"'],
    ['a URL in a list', { a: [['https://www.googleadservices.com/pagead/aclk?ai=1']] }, 'a, without text'],
    ['a text that is a number', { ads: [{ id: 7 }] }, 'ads, without text'],
    ['a long text', { ads: [{ title: 'word '.repeat(100) }] }, `ads: "${'word '.repeat(12).trimEnd()}…"`],
  ])('is found by %s', (_, value, place) => expect(unreadIn(value)).toEqual([place]))

  it.each<[string, unknown]>([
    ['an organic result', { organic_results: [{ title: 'Reklam', link: 'https://a.example/', snippet: 'Sponsored' }] }],
    ['a text about clicks', { organic_results: [{ snippet: 'What is https://www.google.com/aclk?sa=L ?' }] }],
    ['another site’s address', { links: ['https://a.example/aclk?x=1'] }],
    ['empty lists', { ads: [], local_ads: { ads: [] }, paid: null, pla: { items: [{}] } }],
    ['numbers and texts about ads', { total_ads: 4, ads_count: '7', ad: false, sponsored: 'no', is_paid: 0, paid: '' }],
    ['names that only start alike', { adidas: [{ title: 'x' }], paddle: [{ title: 'x' }], loads: [{ title: 'x' }] }],
  ])('is not found in %s', (_, value) => expect(unreadIn(value)).toEqual([]))

  it('is not searched for in parts of read ads or in fields that repeat the request', () => {
    const parts = {
      sitelinks: { inline: [{ link: '/aclk?ai=2' }] },
      links: [{ ad_aclk: 'D' }],
      data_pcu: ['/aclk?ai=3'],
    }
    const ad = { title: 'Runner', tracking_link: '/aclk?ai=1', ...parts, images: [{ url: '/aclk?ai=4' }] }
    expect(findUnread({ ads: [ad] }, new Set([ad]))).toEqual([])
    const card = { ...ad, products: [{ name: 'Laces', tracking_link: '/aclk?ai=5' }] }
    expect(findUnread({ ads: [card] }, new Set([card]))).toEqual(['ads.products: "Laces"'])
    expect(findUnread({ search_parameters: { q: '/aclk?ai=1' } }, new Set(), new Set(['search_parameters']))).toEqual(
      [],
    )
  })

  it('is reported for at most three places, and once per list', () => {
    const list = [{ title: 'Runner', sponsored: true }]
    const value = { a: [...list, ...list], b: list, c: list, d: list }
    expect(unreadIn(value)).toEqual(['a: "Runner"', 'b: "Runner"', 'c: "Runner"'])
  })

  it('is reported without control characters', () => {
    const [place] = unreadIn({ '\u001b[31m\n_ads': [{ title: 'Run\u0007\u202ener' }] })
    expect(place).toBe('[31m _ads: "Run ner"')
  })

  it('is assumed if a response is too long to search, at any depth', () => {
    expect(unreadIn({ a: Array(500_000).fill(null) })).toEqual(['some beyond the maximum number of values'])
    let deep: unknown = { sponsored: true, title: 'Runner' }
    for (let level = 0; level < 100_000; level++) deep = { a: deep }
    expect(unreadIn(deep)).toEqual(['a.a.a.a: "Runner"'])
  })
})

describe('an unknown list', () => {
  const stores = [{ name: 'Shoe Shop', link: 'https://www.google.com/aclk?sa=l&ai=X' }]
  const withStores = {
    serpapi: (json: object) => ({ ...json, sponsored_stores: stores }),
    oxylabs: (json: unknown) => {
      const copy = structuredClone(json) as { results: [{ content: { results?: object } }] }
      Object.assign(copy.results[0].content.results ?? {}, { sponsored_stores: stores })
      return copy
    },
  }

  it.each(['serpapi', 'oxylabs'] as const)('makes a page from %s layout_changed', (name) => {
    const add = withStores[name] as (json: unknown) => unknown
    const unread = ['sponsored_stores: "Shoe Shop"']
    const page = readPage(adsProviders[name], add(samples[name].ads(1)))
    expect(page).toMatchObject({ status: 'layout_changed', unread })
    expect(page.ads).toHaveLength(samples[name].adsOfPage)
    expect(readPage(adsProviders[name], add(samples[name].noAds))).toEqual({
      status: 'layout_changed',
      ads: [],
      unread,
    })
    expect(readPage(adsProviders[name], add(samples[name].failed))).toMatchObject({
      status: samples[name].failedStatus,
    })
  })

  it('makes a page from dataforseo layout_changed', () => {
    const items = [
      { type: 'organic', title: 'x', url: 'https://x.example/', page: 1 },
      { type: 'sponsored_stores', page: 1, items: stores },
      { type: 'shopping', page: 2, title: 'Sponsored', items: null },
      { type: 'organic', title: 'x', url: 'https://x.example/', page: 2 },
    ]
    const answer = adsProviders.dataforseo.readResponse(searched(items, 2), { page: 1, pages: 2 })
    expect(answer).toMatchObject({
      pages: [
        { status: 'layout_changed', unread: ['sponsored_stores: "Shoe Shop"'] },
        { status: 'layout_changed', unread: ['shopping, without text'] },
      ],
    })
  })
})
