import { readFileSync } from 'node:fs'
import type { ParentNode } from 'domhandler'
import { expect, test } from 'vitest'
import { link } from '../../../src/contract/list-items.ts'
import { collectLinks, filterLinks } from '../../../src/format/links/links.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { isElement, walk } from '../../../src/html/traverse.ts'
import { siteOf } from '../../../src/page/site.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/links/${name}`, import.meta.url), 'utf8')

function linksOf(html: string, url = 'https://example.com/a/b') {
  const document = parseDocument(html, url)
  return collectLinks(document, [document.root])
}
const urlsOf = (html: string, url?: string) => linksOf(html, url).map((one) => one.url)

function elementsOf(root: ParentNode, name: string): ParentNode[] {
  const found: ParentNode[] = []
  walk(root, (node) => {
    if (isElement(node) && node.name === name) found.push(node)
  })
  return found
}

test("a shop's links are absolute, listed once each, in order, with text and kind", () => {
  expect(linksOf(fixture('shop.html'), 'https://shop.example.co.uk/de/shoes?page=2')).toEqual(
    JSON.parse(fixture('shop.json')),
  )
})

test('every link matches the contract', () => {
  for (const one of linksOf(fixture('shop.html'))) expect(link.parse(one)).toEqual(one)
})

test('links are read only from the roots and their descendants', () => {
  const document = parseDocument(
    '<nav><a href="/n">n</a></nav><p><a href="/1">1</a><a href="/2">2</a></p>',
    'https://x.org/',
  )
  expect(collectLinks(document, elementsOf(document.root, 'p')).map(({ text }) => text)).toEqual(['1', '2'])
  expect(collectLinks(document, elementsOf(document.root, 'a').slice(1, 2)).map(({ text }) => text)).toEqual(['1'])
  expect(collectLinks(document, [])).toEqual([])
})

test('only http links are internal or external', () => {
  const links = linksOf('<a href="/in">a</a><a href="https://other.org">b</a><a href="mailto:a@b.org">c</a>')
  expect(filterLinks(links, 'internal').map(({ url }) => url)).toEqual(['https://example.com/in'])
  expect(filterLinks(links, 'external').map(({ url }) => url)).toEqual(['https://other.org/'])
})

test.each([
  ['https://www.example.com/', 'https://example.com/x', true],
  ['https://example.com/', 'https://deep.sub.example.com:8443/x', true],
  ['https://example.com/', 'https://example.com./x', true],
  ['https://example.com/', 'https://EXAMPLE.com/x', true],
  ['https://example.com/', 'https://example.com.evil.org/', false],
  ['https://example.com/', 'https://notexample.com/', false],
  ['https://a.co.uk/', 'https://b.co.uk/', false],
  ['https://a.github.io/', 'https://b.github.io/', false],
  ['https://a.github.io/', 'https://a.github.io/docs', true],
  ['https://münchen.example.de/', 'https://xn--mnchen-3ya.example.de/', true],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:9090/', true],
  ['http://127.0.0.1/', 'http://127.0.0.2/', false],
  ['http://[::1]:80/', 'http://[::1]:81/', true],
  ['http://[::1]/', 'http://[::2]/', false],
  ['http://intranet/', 'http://intranet:81/', true],
  ['http://intranet/', 'http://wiki/', false],
  ['https://co.uk/', 'https://a.co.uk/', false],
])('on a page of %s, %s is internal: %s', (page, href, internal) => {
  expect(linksOf(`<a href="${href}">x</a>`, page)[0]?.internal).toBe(internal)
})

test('fragments of the page are left out, but a link to the page is not', () => {
  const html =
    '<a href="#">1</a><a href="#x">2</a><a href="b#y">3</a><a href="">4</a><a href="?q#z">5</a><a href="/a/b">6</a>'
  expect(urlsOf(html)).toEqual(['https://example.com/a/b', 'https://example.com/a/b?q#z'])
  expect(urlsOf('<a href="/p#other">x</a>', 'https://example.com/p#here')).toEqual([])
  expect(urlsOf('<base href="/elsewhere/"><a href="#x">x</a><a href="/a/b#x">y</a>')).toEqual([])
})

test.each([
  ['<base href="https://cdn.example.org/x/">', 'https://cdn.example.org/x/r'],
  ['<base href="//cdn.example.org">', 'https://cdn.example.org/r'],
  ['<base target="_blank"><base href="/one/"><base href="/two/">', 'https://example.com/one/r'],
  ['<base href="javascript:alert(1)//">', 'https://example.com/a/r'],
  ['<base href="data:text/html,">', 'https://example.com/a/r'],
  ['<base href="https://[bad">', 'https://example.com/a/r'],
  ['<base href="">', 'https://example.com/a/r'],
])('%s resolves a relative link to %s', (base, url) => {
  expect(urlsOf(`${base}<a href="r">x</a>`)).toEqual([url])
})

test('invalid URLs are left out in any spelling', () => {
  const scripts = ['JavaScript:x', ' javascript:x', 'java\tscript:x', '\u0001javascript:x', 'VBScript:x']
  const hrefs = [...scripts, 'DATA:text/html,x', 'data:,', 'blob:https://example.com/1', 'about:blank']
  expect(urlsOf(hrefs.map((href) => `<a href="${href}">x</a>`).join(''))).toEqual([])
  expect(urlsOf('<a href="ftp://x.org/">1</a><a href="app:x">2</a>')).toHaveLength(2)
})

test('the text of a link falls back only to alt text', () => {
  const texts = (html: string) => linksOf(html).map(({ text }) => text)
  expect(texts('<a href=1><img alt=""><img alt=" Two  words "></a>')).toEqual(['Two words'])
  expect(texts('<a href=1 title="t" aria-label="l"><i></i></a>')).toEqual([''])
  expect(texts('<a href=1><noscript><img alt="inside"></noscript></a>')).toEqual(['inside'])
  expect(texts('<a href=1>one<br>two<style>x{}</style></a>')).toEqual(['one two'])
  expect(texts('<a href=1>w<b>or</b>d</a>')).toEqual(['word'])
})

test('only the first of a repeated link is listed, even if it has no text', () => {
  expect(linksOf('<a href="/x"></a><a href="/x">Text</a>')).toEqual([
    { url: 'https://example.com/x', text: '', internal: true },
  ])
})

test('links in a declarative shadow root are listed, but not those in a template', () => {
  const html =
    '<div><template shadowrootmode="open"><a href="/shown">x</a></template></div><template><a href="/inert">x</a></template>'
  expect(urlsOf(html)).toEqual(['https://example.com/shown'])
})

test('100,000 links, and links nested through tables, are read', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `<a href="/p/${at % 50_000}">t</a>`).join('')
  expect(linksOf(many)).toHaveLength(50_000)
  const nested = '<a href="/x"><table><tr><td>'.repeat(200)
  expect(linksOf(nested)).toHaveLength(1)
  expect(linksOf(`<a href="/${'x'.repeat(1_000_000)}">long</a>`)[0]?.text).toBe('long')
})

test('the site of a host is its registrable domain, or the host itself', () => {
  expect(['a.b.example.co.uk', 'example.com.', 'github.io', '[::1]', '10.0.0.1', 'localhost'].map(siteOf)).toEqual([
    'example.co.uk',
    'example.com',
    'github.io',
    '[::1]',
    '10.0.0.1',
    'localhost',
  ])
})
