import { describe, expect, it } from 'vitest'
import { priceIn } from '../../../src/google-ads/text/price.ts'

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
    ['Free shipping', null],
    ['4.8 (63)', null],
    ['From $2.99 at the world\u2019s first registrar', null],
  ])('in %s is %s', (text, price) => {
    expect(priceIn(text)).toBe(price)
  })
})
