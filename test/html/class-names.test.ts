import { expect, it } from 'vitest'
import { createPurposeTest, type Purpose, purposes } from '../../src/html/class-names.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { selectAll } from '../../src/html/select/select.ts'

function elementOf(html: string) {
  const [element] = selectAll(parseDocument(html, 'https://example.com/'), 'body > *')
  if (!element) throw new Error('no element')
  return element
}

function purposesOf(html: string): Purpose[] {
  const element = elementOf(html)
  return purposes.filter((purpose) => createPurposeTest(purpose)(element))
}

it.each<[string, Purpose[]]>([
  ['<div class="Navbar">', ['nav']],
  ['<div id="table-of-contents">', ['content', 'list', 'toc']],
  ['<div class="siteFooter">', ['footer', 'main']],
  ['<div class="has-sidebar">', []],
  ['<div class="page_with-Sidebar-left:nav">', ['main', 'nav']],
  ['<div class="no">', []],
  ['<div class="x-tableOfContents_2">', ['content', 'list', 'toc']],
  ['<div role="NAVIGATION" itemprop="author">', ['byline', 'nav']],
  ['<div>', []],
])('%s has the purposes %j', (html, expected) => {
  expect(purposesOf(html)).toEqual(purposes.filter((purpose) => expected.includes(purpose)))
})

it('an element is checked for purposes', () => {
  const isMenu = createPurposeTest('nav', 'share')
  expect(isMenu(elementOf('<ul class="social">'))).toBe(true)
  expect(isMenu(elementOf('<ul class="footer">'))).toBe(false)
})
