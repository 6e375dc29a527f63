import { describe, expect, it } from 'vitest'
import { isHeading, isInside, linkOfHeading } from '../../../../src/ads/page/dom/tree.ts'
import { selectAll } from '../../../../src/html/select/select.ts'
import { parse, select } from '../../fixtures.ts'

describe('a heading', () => {
  it.each([
    ['h1', '<h1>x</h1>', true],
    ['h6', '<h6>x</h6>', true],
    ['[role]', '<div role="heading">x</div>', true],
    ['hr', '<hr>', false],
    ['p', '<p>x</p>', false],
  ])('is %s in %s: %s', (selector, html, expected) => {
    expect(isHeading(select(parse(html), selector))).toBe(expected)
  })

  it.each([
    ['around it', '<a id="one"><div><h3>x</h3></div></a>'],
    ['inside it', '<h3><span><a id="one">x</a></span></h3>'],
    ['inside it, the first one', '<h3><a id="one">x</a><a id="two">y</a></h3>'],
  ])('has the link %s', (_, html) => {
    const document = parse(html)
    const links = new Map(selectAll(document, 'a').map((link) => [link, link.attribs.id]))
    expect(linkOfHeading(select(document, 'h3'), links)).toBe('one')
  })

  it('does not have an adjacent link', () => {
    const document = parse('<div><h3>x</h3><a>y</a></div>')
    expect(linkOfHeading(select(document, 'h3'), new Map([[select(document, 'a'), 'a']]))).toBeNull()
  })
})

it('an element is inside itself and its ancestors', () => {
  const document = parse('<div><p>x</p></div><section></section>')
  const p = select(document, 'p')
  expect([p, select(document, 'div'), document.root].map((root) => isInside(p, root))).toEqual([true, true, true])
  expect(isInside(p, select(document, 'section'))).toBe(false)
})
