import { describe, expect, it } from 'vitest'
import { amountOf, hasPrice, priceIn, pricesIn } from '../../../src/ads/text/amounts.ts'

describe('a price', () => {
  it.each([
    ['$1,034.98', '$1,034.98'],
    ['EUR9.99', 'EUR9.99'],
    ['99,99 €', '99,99 €'],
    ['54,00 €90 €', '54,00 €'],
    ['THB\u00a07,600', 'THB\u00a07,600'],
    ['ab CHF 12.98', 'CHF 12.98'],
    ["CHF 1'290.00", "CHF 1'290.00"],
    ['¥12,800', '¥12,800'],
    ['12,800円', '12,800円'],
    ['₩1,200,000', '₩1,200,000'],
    ['1 290 kr', '1 290 kr'],
    ['R$ 49,90', 'R$ 49,90'],
    ['١٬٢٩٠ ر.س', '١٬٢٩٠ ر.س'],
    ['$499.00/mo', '$499.00'],
    ['$20.00 ($4.00/oz)', '$20.00'],
    ['19,99 € (3,99 €/100 g)', '19,99 €'],
    ['$20.00 + $5.99 shipping', '$20.00'],
    ['$999.00 or $41.63/mo', '$999.00'],
    ['$20.00 $25.00 -20%', '$20.00'],
    ['20,00 € statt 30,00 €', '20,00 €'],
    ['UVP 30,00 €', '30,00 €'],
    ['Save $5', null],
    ['Versand 4,99 €', null],
    ['$5 off $50 orders', null],
    ['XXL 30', null],
    ['Free shipping', null],
    ['4.8 (63)', null],
    ['From $2.99 at the world\u2019s first registrar', null],
  ])('in %s is %s', (text, price) => {
    expect(priceIn(text)).toBe(price)
  })
})

it('is found inside a text', () => {
  expect(hasPrice('for 24 months, $0 down')).toBe(true)
  expect(hasPrice('Cup Shop 24')).toBe(false)
  expect(hasPrice('1'.repeat(1_000_000))).toBe(false)
})

describe('prices', () => {
  it.each([
    ['54,00 €90 €', ['54,00 €', '90 €']],
    ['$54.00 was $90.00', ['$54.00', '$90.00']],
    ['$1,299.00$1,849', ['$1,299.00', '$1,849']],
    ['$10 - $20', []],
    ['$9.00 ($1.20/100 ml)', []],
    ['$9.00 ($4.00 per oz)', []],
    ['$20.00 $25.00 -20%', ['$20.00', '$25.00']],
    ['$999.00 or $41.63/mo', []],
    ['Blue mug', []],
  ])('in %s are %j', (text, prices) => expect(pricesIn(text)).toEqual(prices))

  it.each([
    ['$1,299.00', { amount: 1299, currency: '$' }],
    ['1.299,00 €', { amount: 1299, currency: '€' }],
    ['CHF 19.9', { amount: 19.9, currency: 'CHF' }],
    ['١٬٢٩٠ ر.س', { amount: 1290, currency: 'ر.س' }],
    ['€', null],
  ])('%s have an amount and a currency', (price, amount) => expect(amountOf(price)).toEqual(amount))
})
