import type { Element } from 'domhandler'
import { expect, it } from 'vitest'
import { ancestorsOf, isInsideAny, itemsInside, keysInside } from '../../../../src/ads/page/dom/tree.ts'
import { parse, select } from '../../fixtures.ts'

const document = parse('<main><ul><li id="a"><b></b></li><li id="c"><i></i></li></ul><p></p></main>')
const one = (selector: string): Element => select(document, selector)

it('an element is inside itself and its ancestors', () => {
  expect(isInsideAny(one('b'), new Set([one('ul')]))).toBe(true)
  expect(isInsideAny(one('b'), new Set([one('b')]))).toBe(true)
  expect(isInsideAny(one('ul'), new Set([one('b'), one('p')]))).toBe(false)
})

it('the ancestors of several elements include the elements themselves, once each', () => {
  const ancestors = ancestorsOf([one('b'), one('i')])
  for (const selector of ['b', 'i', '#a', '#c', 'ul', 'main']) expect(ancestors.has(one(selector))).toBe(true)
  expect(ancestors.has(one('p'))).toBe(false)
})

it('items are listed for each enclosing container', () => {
  const items = [{ element: one('b') }, { element: one('i') }, { element: one('p') }]
  const inside = itemsInside(new Set([one('ul'), one('#c')]), items)
  expect(inside).toEqual(
    new Map([
      [one('ul'), items.slice(0, 2)],
      [one('#c'), items.slice(1, 2)],
    ]),
  )
})

it('keys are listed once for each enclosing element', () => {
  const keysIn = keysInside([
    [one('b'), 'x'],
    [one('i'), 'x'],
    [one('p'), 'y'],
  ])
  expect([...(keysIn.get(one('ul')) ?? [])]).toEqual(['x'])
  expect([...(keysIn.get(one('main')) ?? [])]).toEqual(['x', 'y'])
})
