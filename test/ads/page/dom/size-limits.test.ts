import { expect, it } from 'vitest'
import { isTooLarge } from '../../../../src/ads/page/dom/tree.ts'
import { parse, select } from '../../fixtures.ts'

it.each([
  ['5,000 children', `<div>${'<p></p>'.repeat(5000)}</div>`, false],
  ['5,001 children', `<div>${'<p></p>'.repeat(5001)}</div>`, true],
  ['5,002 nodes on three levels', `<div>${'<p>x</p>'.repeat(2501)}</div>`, true],
  ['no children', '<div></div>', false],
])('an element with %s: whether it is too large', (_, html, expected) => {
  expect(isTooLarge(select(parse(html), 'div'))).toBe(expected)
})
