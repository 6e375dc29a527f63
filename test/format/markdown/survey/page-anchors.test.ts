import { expect, it } from 'vitest'
import { findAnchors, hrefsOfTexts } from '../../../../src/format/markdown/survey/page-anchors.ts'
import { parseDocument } from '../../../../src/html/parse/parse.ts'
import { textOf } from '../../../../src/html/traverse.ts'

const url = 'https://example.com/page'
const anchorsOf = (html: string) => findAnchors(parseDocument(html, url))

it('an element has its id as anchor, an `a` also its name, and the first of each anchor counts', () => {
  const byName = anchorsOf('<p id=a>1</p><p id=a>2</p><a name=b>3</a><p name=c>4</p>').byName()
  expect([...byName].map(([name, element]) => [name, textOf(element)])).toEqual([
    ['a', '1'],
    ['b', '3'],
  ])
})

it('links with a fragment are listed and decoded, and marked if they point to the page', () => {
  const html =
    '<a href="#%C3%A9">1</a><a href="/page#x">2</a><a href="/other#x">3</a><a href="#">4</a><a href="#%">5</a>'
  expect(anchorsOf(html).links.map(({ name, isOwnPage }) => [name, isOwnPage()])).toEqual([
    ['é', true],
    ['x', true],
    ['x', false],
    ['%', true],
  ])
})

it('a link has text unless it is an image, a drawing or inside noscript', () => {
  const html =
    '<a href=1>x</a><a href=2><img></a><a href=3><svg><text>x</text></svg></a><a href=4><noscript>x</noscript></a>'
  expect([...hrefsOfTexts(parseDocument(html, url))]).toEqual(['1'])
})
