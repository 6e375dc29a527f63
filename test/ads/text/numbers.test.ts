import { expect, it } from 'vitest'
import { countOf, decimalOf, ratingOutOf5, withLatinDigits } from '../../../src/ads/text/amounts.ts'

it.each([
  ['4.6', 4.6],
  ['4,6', 4.6],
  ['٤٫٦', 4.6],
  ['๔.๖', 4.6],
  ['５', 5],
  ['87', 87],
  ['1,234', null],
  ['four', null],
  ['', null],
])('%j is the number %j', (text, number) => expect(decimalOf(text)).toBe(number))

it.each([
  ['7', 7],
  ['12345', 12345],
  ['1,234', 1234],
  ['1.234', 1234],
  ['1 234', 1234],
  ['1\u202f234', 1234],
  ['1’234', 1234],
  ['1,23,456', 123456],
  ['١٬٢٣٤', 1234],
  ['1.2K', 1200],
  ['1,2 k', 1200],
  ['12 Tsd.', 12000],
  ['3 mil', 3000],
  ['1.2万', 12000],
  ['2K+', 2000],
  ['1,5 Mio.', 1500000],
  ['4.6', null],
  ['12 items', null],
  ['9'.repeat(23), null],
  ['', null],
])('%j is the count %j', (text, count) => expect(countOf(text)).toBe(count))

it.each([
  [4.6, null, 4.6],
  [8.4, 10, 4.2],
  [87, 100, 4.35],
  [8.4, null, null],
  [0, null, null],
  [6, 5, null],
  [4, 0, null],
  [null, 5, null],
])('%j of %j is the rating %j', (value, scale, rating) => expect(ratingOutOf5(value, scale)).toBe(rating))

it('converts the digits of all scripts to 0–9', () => {
  expect(withLatinDigits('٠١٩ ۰۹ ०९ ๐๙ ０９ 09')).toBe('019 09 09 09 09 09')
})
