import { expect, it } from 'vitest'
import { fieldsOf, itemsOf } from '../../../src/ads/providers/provider-ads.ts'

it.each([null, undefined, 'text', 7, [], ['a']])('%j has no fields', (value) => expect(fieldsOf(value)).toEqual({}))

it.each([null, {}, 'text'])('%j has no items', (value) => expect(itemsOf(value)).toEqual([]))

it('the items of a list are its objects', () => {
  expect(itemsOf([{ a: 1 }, null, 'x', [{}]])).toEqual([{ a: 1 }])
})
