import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Element } from 'domhandler'
import { expect, test } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { looksLikeShell } from '../../../src/html/recognize/shell.ts'
import { savedPage } from '../../needs.ts'
import { readShell, shells } from '../../operations/rendering/shell-site.ts'

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
  ['a loading message', '<div id="main">Loading…</div><script src="/bundle.js"></script>'],
  ['only code', '<title>Shop</title><script src="/bundle.js"></script>'],
  ['a notice in the body', '<p>JavaScript is required to use this site.</p><script src="/a.js"></script>'],
  [
    'a loading message in the mount point',
    '<div id="root"><p>Loading, please wait</p></div><script src="/a.js"></script>',
  ],
  [
    'a redirect for visitors without scripts',
    '<noscript><meta http-equiv="refresh" content="0;url=/enable"></noscript><p>Having trouble?</p><script>go()</script>',
  ],
])('%s is a shell', (_name, html) => {
  expect(isShell(html)).toBe(true)
})

const around = (main: string, head = '') =>
  `<title>Moor &amp; Mill</title>${head}<body><a class="skip" href="#main">Skip to content</a>
<header class="site-header"><a href="/">Moor &amp; Mill</a><nav><ul>${'<li><a href="/a">Stoves and kettles</a></li>'.repeat(30)}</ul></nav></header>
${main}<footer><p>${'We sell things for kitchen and garden that can be repaired. '.repeat(10)}</p><a href="/terms">Terms</a></footer>`
const script = '<script src="/app.js" defer></script>'

test.each([
  ['an empty main', '<main></main>'],
  ['an empty div', '<div id="container"></div>'],
  ['a spinner', '<main><div class="spinner-border" role="status"><span class="sr-only">Loading...</span></div></main>'],
  ['a spinner image', '<main><div class="loader"><img src="/spin.gif" alt=""></div></main>'],
  ['a progress bar', '<main><h1>Report</h1><progress></progress></main>'],
  ['several notices', '<main><p>Loading…</p><p>Loading…</p></main>'],
  ['a notice in German', '<main><p>Daten werden geladen</p></main>'],
  ['a notice in Swedish', '<main>Laddar…</main>'],
  ['a notice in Polish', '<main>Trwa ładowanie danych…</main>'],
  ['a notice in Arabic', '<main>جارٍ التحميل…</main>'],
  ['a notice in German that it redirects', '<main><p>Sie werden weitergeleitet.</p></main>'],
  ['a notice in Chinese', '<main>正在加载，请稍候</main>'],
  ['a notice in Japanese', '<main>読み込み中です…</main>'],
  ['a notice of several words', '<main>Loading your dashboard</main>'],
  ['a request to wait', '<main>Please wait while we find offers for you.</main>'],
  ['an aside', '<main id="main"></main><aside><h2>About us</h2><p>A family firm since 1911.</p></aside>'],
  ['a heading', '<main><h1>Stoves</h1><div id="list"></div></main>'],
  ['a heading above a place with data', '<main><h1>Stoves</h1><div data-block="list"></div></main>'],
  ['the end of a page without a footer', '<main></main><div class="bottom"><a href="/t">Terms</a></div>'],
  ['a heading and an intro above a spinner', '<main><h1>Stoves</h1><p>All our stoves.</p><p>Loading…</p></main>'],
  ['a heading above a loading fragment', '<main><h1>Stoves</h1><div hx-get="/list" hx-trigger="load"></div></main>'],
  ['a heading above a lazy frame', '<main><h1>Stoves</h1><turbo-frame id="f" src="/list">Loading</turbo-frame></main>'],
  [
    'skeletons of utility classes',
    `<main><h1>Stoves</h1>${'<div class="animate-pulse"><div class="h-4 bg-gray-200"></div></div>'.repeat(3)}</main>`,
  ],
  [
    'a menu in a div',
    `<div id="left-menu">${'<a href="/x">Menu entry</a>'.repeat(20)}</div><div class="content"></div>`,
  ],
])('%s between header and footer is a shell', (_name, main) => {
  expect(isShell(around(main, script))).toBe(true)
})

test('a page with an inline script that fetches the content is a shell', () => {
  const code = "<script>fetch('/api').then((r) => r.text()).then((t) => { list.innerHTML = t })</script>"
  expect(isShell(around(`<main><div id="list"></div></main>${code}`))).toBe(true)
})

test('a page is a shell regardless of the length of its menu', () => {
  expect(isShell(around(`<nav>${'<a href="/x">Menu entry</a>'.repeat(1000)}</nav><main></main>`, script))).toBe(true)
})

test.each([
  ['names its target', '<p>Redirecting to <a href="/latest">latest</a>…</p><script>location.href="/latest"</script>'],
  [
    'has a link for visitors who are not sent on',
    '<h1>This page has moved</h1><p>If nothing happens, <a href="/new">click here</a>.</p><script>location.replace("/new")</script>',
  ],
  ['is German', '<p>Sie werden weitergeleitet.</p><script>window.location="/neu"</script>'],
  [
    'submits a form',
    '<body onload="document.forms[0].submit()"><p>Signing you in</p><form method="post" action="/acs"><input type="hidden" name="SAMLResponse" value="PHN"><input type="submit" value="Continue"></form>',
  ],
  [
    'submits a form in a script',
    '<form id="pay" method="post" action="/pay"><input type="hidden" name="id" value="1"></form><script>document.getElementById("pay").submit()</script>',
  ],
])('a page that navigates on and %s is a shell', (_name, html) => {
  expect(isShell(html)).toBe(true)
})

test.each([
  ['a short notice', '<main><h1>Closed</h1><p>We are back on Monday.</p></main>'],
  [
    'a short notice under an overlay of its theme',
    '<div id="preloader"><div class="loader"></div></div><main><h1>Closed</h1><p>Back on Monday.</p></main>',
  ],
  ['a short notice of a shop', '<main><h1>Geschlossen</h1><p>Unser Laden</p></main>'],
  ['a heading alone', '<main><h1>Closed until Monday</h1></main>'],
  ['an image', '<main><h1>Cat</h1><div id="x"></div><img src="/cat.jpg" alt=""></main>'],
  [
    'a search form',
    '<main><h1>Search</h1><form><input name="q"><select name="a"></select></form><div id="hits"></div></main>',
  ],
  [
    'an article with comments to come',
    `<main><h1>Rain</h1><p>${'It rains today. '.repeat(8)}</p><div id="comments">Loading comments…</div></main>`,
  ],
  ['a link', '<main><h1>Files</h1><a href="/plan.pdf">Plan</a><div id="x"></div></main>'],
])('%s between header and footer is not a shell', (_name, main) => {
  expect(isShell(around(main, script))).toBe(false)
})

test('a page with a script that may navigate later is not a shell', () => {
  const html = '<h1>Opening hours</h1><p>Nine to five.</p><script>function go() { location.href = "/x" }</script>'
  expect(isShell(html)).toBe(false)
})

test.each(shells)('the page generated by %s is a shell', (name) => {
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
    'a short page with a menu, a mount point for a widget next to its text, and scripts',
    `<nav>${'<a href="/a">Products</a> '.repeat(12)}</nav><main><h1>Opening hours</h1><p>${'We are open from nine to five. '.repeat(10)}</p><div id="app"></div></main><script src="/a.js"></script>`,
  ],
  [
    'a short page under a consent layer',
    `<div class="cookie-banner">${'We use cookies. '.repeat(20)}</div><main><h1>Closed</h1><p>We are back on Monday.</p></main><script src="/a.js"></script>`,
  ],
  ['a page with a sentence about loading', '<p>Loading dock open from nine to five.</p><script src="/a.js"></script>'],
  [
    'a page with a placeholder for one of its images',
    '<h1>Cat</h1><div class="skeleton"></div><script src="/a.js"></script>',
  ],
  ['a sentence in a mount point', '<div id="app"><h1>No</h1><p>It is Thursday.</p></div><script src="/a.js"></script>'],
  ['only an image', '<img src="a.png" alt=""><script src="a.js"></script>'],
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
    'a long page whose text comes only after scripts',
    `<script>${'var a = "text";'.repeat(1000)}</script><p>${'Words of the page. '.repeat(30)}</p>`,
  ],
])('%s is not a shell', (_name, html) => {
  expect(isShell(html)).toBe(false)
})

test.skipIf(isMissing)('no saved article counts as a shell', () => {
  for (const name of readdirSync(realPages).slice(0, 25)) {
    expect([name, isShell(gunzipSync(readFileSync(new URL(name, realPages))).toString())]).toEqual([name, false])
  }
})

test.each(['aria-busy="true"', 'id="root"', 'class="skeleton"'])(
  'does not read many nested elements with %s completely',
  (attribute) => {
    const html = `<script src="/a.js"></script>${`<div ${attribute}>`.repeat(400)}<p>${'<b></b>'.repeat(1000)}`
    const document = parseDocument(html, 'https://example.com/')
    const reads = countReads(document.elements.all.find(({ name }) => name === 'p'))
    looksLikeShell(document)
    expect(reads()).toBeLessThan(200)
  },
)

test('inline scripts are searched up to a total length', () => {
  const html = `<script>${'import '.repeat(2500)}</script>`.repeat(30)
  const document = parseDocument(html, 'https://example.com/')
  const [first, last] = [document.elements.all.find(isScript), document.elements.all.findLast(isScript)]
  const readings = [first, last].map(countReads)
  looksLikeShell(document)
  expect(readings.map((reads) => reads() > 0)).toEqual([true, false])
})

const isScript = ({ name }: Element) => name === 'script'

/** Returns a function that counts how often an element's children have been read since this call. */
function countReads(element: Element | undefined): () => number {
  if (!element) throw new Error('No such element')
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
