import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Element } from 'domhandler'
import { expect, test } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { looksLikeShell } from '../../../src/html/recognize/shell.ts'
import { savedPage } from '../../needs.ts'
import { readShell, shells } from '../../operations/shell-site.ts'

const { location: realPages, isMissing } = savedPage('quality/data/scrapinghub/pages/')
const isShell = (html: string) => looksLikeShell(parseDocument(html, 'https://example.com/'))

test.each([
  [
    'create-react-app',
    '<title>React App</title><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script>',
  ],
  ['Vite and Vue', '<title>Vite</title><div id="app"></div><script type="module" src="/assets/index.js"></script>'],
  ['Angular', '<app-root></app-root><script src="main.js" type="module"></script>'],
  ['AngularJS', '<body ng-app="shop"><div ng-view></div><script src="angular.js"></script>'],
  [
    'Next.js without server rendering',
    '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script><script src="/_next/x.js"></script>',
  ],
  [
    'Nuxt with a spinner',
    '<div id="__nuxt"><svg><title>Loading</title></svg></div><script src="/_nuxt/x.js"></script>',
  ],
  ['a word of waiting', '<div id="main">Loading…</div><script src="/bundle.js"></script>'],
  ['nothing but code', '<title>Shop</title><script src="/bundle.js"></script>'],
  ['a notice in the body', '<p>JavaScript is required to use this site.</p><script src="/a.js"></script>'],
  [
    'a loading message in the mount point',
    '<div id="root"><p>Loading, please wait</p></div><script src="/a.js"></script>',
  ],
  [
    'visitors without scripts sent elsewhere',
    '<noscript><meta http-equiv="refresh" content="0;url=/enable"></noscript><p>Having trouble?</p><script>go()</script>',
  ],
])('%s is a shell', (_name, html) => {
  expect(isShell(html)).toBe(true)
})

test.each(shells)('the page of %s, as its tool writes it, is a shell', (name) => {
  expect(isShell(readShell(name))).toBe(true)
})

test.each([
  ['a short page without scripts', '<title>Example</title><h1>Example Domain</h1><p>For use in examples.</p>'],
  [
    'a short page with an analytics script',
    '<h1>Closed</h1><p>We are back on Monday.</p><script src="https://stats.example/a.js"></script>',
  ],
  ['an empty page', ''],
  [
    'a short page with a menu, a mount point for a widget beside its text, and scripts',
    `<nav>${'<a href="/a">Products</a> '.repeat(12)}</nav><main><h1>Opening hours</h1><p>${'We are open from nine to five. '.repeat(10)}</p><div id="app"></div></main><script src="/a.js"></script>`,
  ],
  [
    'a short page under a consent layer',
    `<div class="cookie-banner">${'We use cookies. '.repeat(20)}</div><main><h1>Closed</h1><p>We are back on Monday.</p></main><script src="/a.js"></script>`,
  ],
  [
    'a page that says a sentence about loading',
    '<p>Loading dock open from nine to five.</p><script src="/a.js"></script>',
  ],
  [
    'a page one of whose pictures has a placeholder',
    '<h1>Cat</h1><div class="skeleton"></div><script src="/a.js"></script>',
  ],
  ['a picture alone', '<img src="a.png" alt=""><script src="a.js"></script>'],
  [
    'a login form',
    '<div id="app"><form><input name="user"><input type="password"><input name="code"></form></div><script src="a.js"></script>',
  ],
  [
    'a server-rendered application',
    `<div id="__next"><main><h1>Soup</h1><p>${'Cut the onions. '.repeat(40)}</p></main></div><script src="a.js"></script><noscript>Please enable JavaScript</noscript>`,
  ],
  ['a frameset', '<frameset cols="20%,80%"><frame src="a.html"><frame src="b.html"></frameset>'],
  ['a mount point without scripts', '<div id="root"></div>'],
  [
    'a long page whose text stands only behind scripts',
    `<script>${'var a = "text";'.repeat(1000)}</script><p>${'Words of the page. '.repeat(30)}</p>`,
  ],
])('%s is none', (_name, html) => {
  expect(isShell(html)).toBe(false)
})

test.skipIf(isMissing)('no saved article is taken for a shell', () => {
  for (const name of readdirSync(realPages).slice(0, 25)) {
    expect([name, isShell(gunzipSync(readFileSync(new URL(name, realPages))).toString())]).toEqual([name, false])
  }
})

test.each(['aria-busy="true"', 'id="root"', 'class="skeleton"'])(
  'elements with %s in one another are not each read to their end',
  (attribute) => {
    const html = `<script src="/a.js"></script>${`<div ${attribute}>`.repeat(400)}<p>${'<b></b>'.repeat(1000)}`
    const document = parseDocument(html, 'https://example.com/')
    const reads = countReads(document.elements.all.find(({ name }) => name === 'p'))
    looksLikeShell(document)
    expect(reads()).toBeLessThan(200)
  },
)

test('inline scripts are searched up to a length of all together', () => {
  const html = `<script>${'import '.repeat(2500)}</script>`.repeat(30)
  const document = parseDocument(html, 'https://example.com/')
  const [first, last] = [document.elements.all.find(isScript), document.elements.all.findLast(isScript)]
  const readings = [first, last].map(countReads)
  looksLikeShell(document)
  expect(readings.map((reads) => reads() > 0)).toEqual([true, false])
})

const isScript = ({ name }: Element) => name === 'script'

/** A function that returns how often the children of an element have been read since. */
function countReads(element: Element | undefined): () => number {
  if (!element) throw new Error('There is no such element')
  const { children } = element
  let reads = 0
  Object.defineProperty(element, 'children', {
    get() {
      reads++
      return children
    },
  })
  return () => reads
}
