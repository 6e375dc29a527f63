import { describe, expect, it } from 'vitest'
import { isPricedLink } from '../../../../src/ads/page/ads/carousel-tiles.ts'
import { organic, parse, read, select } from '../../fixtures.ts'

const link = (html: string) => select(parse(`<a href="/x">${html}</a>`), 'a')

describe('a priced link', () => {
  it.each([
    ['an image, a title and a price', '<img src="x"><div>Hotel One</div><div>$120</div>', true],
    ['no picture', '<div>Hotel One</div><div>$120</div>', false],
    ['no price', '<img src="x"><div>Hotel One</div><div>Free</div>', false],
    ['one line', '<img src="x"><div>$120</div>', false],
    ['a displayed URL', '<img src="x"><div>Hotel</div><div>www.a.example</div><div>$120</div>', false],
  ])('%s: whether it has a price', (_, html, expected) => expect(isPricedLink(link(html))).toBe(expected))
})

describe('a carousel', () => {
  const tile = (at: number, { title = `Shoe ${at}`, price = `$${at}9.99`, counter = `/aclk?ai=T${at}&ctype=5` } = {}) =>
    `<div><a href="${counter}"><img src="x" alt="${title}"></a><a href="${counter}"><div>${title}</div></a><div>${price}</div><div>Shop ${at}</div></div>`
  const adsOf = (...tiles: string[]) => {
    const { status, ads } = read(`<div>${tiles.join('')}</div>${organic}`)
    return [status, ...ads.map(({ kind, title, price, advertiser }) => [kind, title, price, advertiser])]
  }

  it('is read tile by tile', () => {
    expect(adsOf(tile(1), tile(2))).toEqual([
      'ok',
      ['shopping', 'Shoe 1', '$19.99', 'Shop 1'],
      ['shopping', 'Shoe 2', '$29.99', 'Shop 2'],
    ])
  })

  it('counts a repeated offer once', () => {
    expect(adsOf(tile(1), tile(1, { counter: '/aclk?ai=T9&ctype=5' }))).toEqual([
      'ok',
      ['shopping', 'Shoe 1', '$19.99', 'Shop 1'],
    ])
  })

  it('uses a seller’s full name from the enlarged card next to the tile', () => {
    const clipped = (at: number) =>
      `<div><div><a href="/aclk?ai=T${at}&ctype=5"><img src="x" alt="Shoe ${at}"></a><div><a href="/aclk?ai=T${at}&ctype=5">Shoe ${at}</a></div><b>$${at}9.99</b><div>Canal Sh...</div></div><div><a href="/aclk?ai=T${at}&ctype=5">Shoe ${at}</a><div><b>$${at}9.99</b> <span>Canal Shoes</span></div></div></div>`
    expect(adsOf(clipped(1), clipped(2))).toEqual([
      'ok',
      ['shopping', 'Shoe 1', '$19.99', 'Canal Shoes'],
      ['shopping', 'Shoe 2', '$29.99', 'Canal Shoes'],
    ])
  })

  it('reports an unread ad if an offer has neither title nor price', () => {
    const empty = '<div><a href="/aclk?ai=T3&ctype=5"><img src="x" alt=""></a></div>'
    expect(adsOf(tile(1), tile(2), empty)[0]).toBe('layout_changed')
  })

  it('distinguishes hotels and tours', () => {
    const card = (at: number, title: string, text: string) =>
      `<div><a href="/aclk?ai=H${at}"><img src="x" alt=""><div>${title}</div><div>$${at}20</div><div>${text}</div></a></div>`
    const kinds = (html: string) => read(`<div>${html}</div>${organic}`).ads.map(({ kind }) => kind)
    expect(kinds(card(1, 'Grand Palace', '4-star hotel') + card(2, 'Casa', '3-star hotel'))).toEqual(['hotel', 'hotel'])
    expect(kinds(card(1, 'Boat tour', 'Two hours') + card(2, 'City walk', 'One hour'))).toEqual(['travel', 'travel'])
  })
})
