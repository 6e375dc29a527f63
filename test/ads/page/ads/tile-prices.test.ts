import { expect, it } from 'vitest'
import { readTileTexts } from '../../../../src/ads/page/ads/tile-texts.ts'
import { parse, select } from '../../fixtures.ts'

const pricesOf = (prices: string) => {
  const html = `<section><h4>Blue mug</h4>${prices}<div>Cup Shop</div></section>`
  const { price, oldPrice, advertiser } = readTileTexts(select(parse(html), 'section'))
  return { price, oldPrice, advertiser }
}

it.each<[string, string, string | null, string | null]>([
  ['crossed out by tag, after', '<div>$54.00 <s>$90.00</s></div>', '$54.00', '$90.00'],
  ['crossed out by tag, before', '<div><del>$90.00</del> $54.00</div>', '$54.00', '$90.00'],
  [
    'crossed out by style',
    '<div>54,00 € <span style="text-decoration:line-through">90 €</span></div>',
    '54,00 €',
    '90 €',
  ],
  ['crossed out on a separate line', '<div>$54.00</div><div><strike>$90</strike></div>', '$54.00', '$90'],
  ['by class alone, after', '<div>54,00 €<span class="w">90 €</span></div>', '54,00 €', '90 €'],
  ['by class alone, before', '<div><span class="w">CHF 90.00</span> <b>CHF 54.00</b></div>', 'CHF 54.00', 'CHF 90.00'],
  ['named, behind', '<div>$54.00</div><div>Was $90.00</div>', '$54.00', '$90.00'],
  ['named, before', '<div>Was $90.00</div><div>$54.00</div>', '$54.00', '$90.00'],
  ['named in German', '<div>54,00 €</div><div>statt 90,00 €</div>', '54,00 €', '90,00 €'],
  ['named in French', '<div>54,00 €</div><div>au lieu de 90,00 €</div>', '54,00 €', '90,00 €'],
  ['named in Spanish', '<div>54,00 €</div><div>Antes: 90,00 €</div>', '54,00 €', '90,00 €'],
  ['named in Japanese', '<div>¥5,400</div><div>通常価格 ¥9,000</div>', '¥5,400', '¥9,000'],
  ['named by a label', '<div>$54.00</div><div aria-label="Was $90.00">$90.00</div>', '$54.00', '$90.00'],
  [
    'named by two labels',
    '<div><i aria-label="Price was $54.00 last month"></i><i aria-label="Was $90.00"></i></div>$54.00',
    '$54.00',
    null,
  ],
  [
    'named by a label around both',
    '<div aria-label="Current price: $54.00. Was $90.00."><b>$54.00</b></div>',
    '$54.00',
    '$90.00',
  ],
  ['on the next line, with a badge', '<div>$54.00</div><div>$90.00</div><div>Sale</div>', '$54.00', '$90.00'],
  ['only on the next line', '<div>$54.00</div><div>$90.00</div>', '$54.00', null],
  ['in another currency', '<div>$113.06</div><div>£59.50</div><div>Sale</div>', '$113.06', null],
  ['with the reduction', '<div>$20.00 <span>$25.00</span> <span>-20%</span></div>', '$20.00', '$25.00'],
  ['named on the same line', '<div>20,00 € statt 30,00 €</div>', '20,00 €', '30,00 €'],
  ['named by a short form', '<div>20,00 €</div><div>UVP 30,00 €</div>', '20,00 €', '30,00 €'],
  ['of a count', '<div>$20.00 ($4.00/oz)</div>', '$20.00', null],
  ['of a count below, with a badge', '<div>Sale</div><div>19,99 €</div><div>3,99 € / 100 g</div>', '19,99 €', null],
  ['of the delivery', '<div>$20.00 + $5.99 shipping</div>', '$20.00', null],
  ['by month', '<div>$999.00 or $41.63/mo</div><div>for 24 months, $0 down</div>', '$999.00', null],
  ['that is saved', '<div>Save $5</div><div>$20.00</div>', '$20.00', null],
  ['in a range', '<div>$10 - $20</div>', '$10', null],
  ['as the only one', '<s>$25.00</s>', '$25.00', null],
])('the old price %s', (_, html, price, oldPrice) => {
  expect(pricesOf(html)).toEqual({ price, oldPrice, advertiser: 'Cup Shop' })
})

it.each([
  ['<div>$19<sup>99</sup></div>', '$19.99'],
  ['<div><span>$</span><span>1,019</span><sup>99</sup></div>', '$1,019.99'],
  ['<div>$19 <span style="vertical-align: super">99</span></div>', '$19.99'],
  ['<div>19<sup>99</sup> €</div>', '19,99 €'],
  ['<div>19 €<sup>99</sup></div>', '19,99 €'],
  ['<div>19<sup>€99</sup></div>', '19,99 €'],
  ['<div>19<sup>99 €</sup></div>', '19,99 €'],
  ['<div>$19.50<sup>12</sup></div>', '$19.50'],
  ['<div><span aria-label="$19.99"><span>$19</span><span>99</span></span></div>', '$19.99'],
  ['<div><span>$19.99</span><span aria-hidden="true">$19<sup>99</sup></span></div>', '$19.99'],
])('the price %s is %s', (html, price) => {
  expect(pricesOf(html)).toEqual({ price, oldPrice: null, advertiser: 'Cup Shop' })
})

it('does not mistake a word before a price for the seller', () => {
  const html = '<section><h4>Blue mug</h4><div>$54.00</div><div>Van Dijk</div></section>'
  expect(readTileTexts(select(parse(html), 'section')).advertiser).toBe('Van Dijk')
})
