import { describe, expect, it } from 'vitest'
import { nameOfHeading, readTileTexts } from '../../../../src/ads/page/ads/tile-texts.ts'
import { parse, select } from '../../fixtures.ts'

const textsOf = (html: string) => readTileTexts(select(parse(`<section>${html}</section>`), 'section'))

describe('the texts of a tile', () => {
  it('are its name, price, seller and additional lines', () => {
    const texts = textsOf('<div>Ad</div><h4>Blue mug</h4><div>$19.99</div><div>Cup Shop</div><div>Free delivery</div>')
    expect(texts).toMatchObject({ title: 'Blue mug', price: '$19.99', oldPrice: null, advertiser: 'Cup Shop' })
    expect(texts.rest.map(({ text }) => text)).toEqual(['Free delivery'])
  })

  it('have the full name of a seller that is truncated elsewhere', () => {
    const html = '<h4>Blue mug</h4><div>$19.99</div><div>Cup Sh...</div><div>By Compare</div><div>Cup Shop</div>'
    expect(textsOf(html).advertiser).toBe('Cup Shop')
  })

  it('have no name without a heading or a price', () => {
    expect(textsOf('<div>View all</div>')).toMatchObject({ title: null, price: null, advertiser: null })
  })

  it('have the crossed-out price if it is the only one', () => {
    expect(textsOf('<h4>Blue mug</h4><s>$25.00</s><div>Cup Shop</div>').price).toBe('$25.00')
  })
})

describe('a heading', () => {
  it('has its first line as its name, or the full text of its copies', () => {
    const nameOf = (html: string) => nameOfHeading(select(parse(`<h4>${html}</h4>`), 'h4'))
    expect(nameOf('<div>Blue mug</div><div>by Cups</div>')).toBe('Blue mug')
    expect(nameOf('<div>Blue…</div><div>Blue mug</div>')).toBe('Blue mug')
    expect(nameOf('')).toBeNull()
  })
})
