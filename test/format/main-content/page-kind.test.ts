import { describe, expect, it } from 'vitest'
import type { PageExplanation } from '../../../src/format/format-request.ts'
import { explainPage } from '../../../src/format/page-explanation.ts'
import { formatHtml, htmlPage } from '../page.ts'

const sentence = 'The harbour was rebuilt after the great storm, and the town has lived from it ever since. '
const paragraph = (n: number) => `<p>${sentence.repeat(2)}Part ${n} says so, and gives its reasons.</p>`
const paragraphs = (count: number) => Array.from({ length: count }, (_, n) => paragraph(n)).join('')

const frame = (content: string, head = '') => `<!doctype html><html><head>${head}</head><body>
  <header class="site-header"><a href="/">Site</a><nav class="main-nav"><ul>${['News', 'Shop', 'Help', 'Contact']
    .map((name) => `<li><a href="/${name}">${name} of the site</a></li>`)
    .join('')}</ul></nav></header>
  <div id="cookie-banner" class="cookie-consent"><p>We use cookies to improve your experience. <button>Accept all</button></p></div>
  ${content}
  <footer class="site-footer"><p>© 2026 Site. All rights reserved.</p><a href="/privacy">Privacy policy</a></footer></body></html>`

async function read(html: string, url = 'https://example.com/dir/page') {
  const page = { url, finalUrl: url }
  const [{ content, warnings }, explained] = await Promise.all([
    formatHtml(html, { mainContent: true, page }),
    explainPage(htmlPage(html, page)),
  ])
  return { text: content as string, codes: warnings.map(({ code }) => code), explained }
}

const noise = ['News of the site', 'We use cookies', 'All rights reserved', 'Privacy policy']

/** Checks that every dropped part has a reason and a chance. */
function expectReasons({ kept, dropped }: PageExplanation): void {
  for (const { reason, where, chance, chars } of [...kept, ...dropped]) {
    expect(reason).not.toBe('')
    expect(where).toMatch(/^[\w.#> -]+/)
    expect(chance).toBeGreaterThanOrEqual(0)
    expect(chance).toBeLessThanOrEqual(1)
    expect(chars).toBeGreaterThan(0)
  }
}

const article = frame(
  `<main><article class="post"><h1>A harbour town</h1><div class="byline">By Ann Author</div>
    <div class="entry-content">${paragraphs(6)}<ul><li>The first reason is the sea.</li><li>The second one is the wind.</li></ul>
    ${paragraphs(3)}</div></article></main>
    <aside class="sidebar related-posts"><h3>Related stories</h3><a href="/r1">Another harbour</a> <a href="/r2">One more town</a></aside>`,
  '<title>A harbour town</title><meta property="og:type" content="article">',
)

const documentation = frame(
  `<div class="layout"><div class="sidebar toc"><ul><li><a href="#install">Install</a></li><li><a href="#use">Use</a></li></ul></div>
    <main class="content markdown-body"><h1>Configure the parser</h1>${paragraphs(2)}<h2 id="install">Install</h2>${paragraph(3)}
    <pre><code>npm install parser\nparser --init</code></pre><h2 id="use">Use</h2>${paragraphs(2)}
    <table><tr><th>Option</th><th>Meaning</th></tr><tr><td>depth</td><td>how deep it reads</td></tr><tr><td>width</td><td>how far it looks</td></tr></table></main></div>`,
  '<title>Configure the parser</title><meta name="generator" content="Docusaurus v3">',
)

const names = ['ann', 'bo', 'cy', 'di', 'ed', 'flo', 'gus', 'hal']
const forum = frame(
  `<div class="thread"><h1>How do I moor a boat?</h1>${names
    .map(
      (
        name,
      ) => `<div class="post" id="p-${name}"><div class="postprofile"><a href="/u/${name}">${name}</a> Posts: 12</div>
        <div class="post-content"><p>${sentence}That is what ${name} would do with two ropes.</p></div>
        <div class="post-actions"><a href="#">Report</a> <a href="#">Quote</a></div></div>`,
    )
    .join('')}</div>`,
  '<title>How do I moor a boat?</title><script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
)

const cards = Array.from({ length: 12 }, (_, n) => n + 1)
const collection = frame(
  `<main><h1>Ropes and lines</h1><p class="category-description">${sentence}Here are all the ropes that we have.</p>
    <ul class="product-grid">${cards
      .map(
        (
          n,
        ) => `<li class="product-card"><a href="/p/${n}"><img src="/p${n}.jpg" alt=""><h3>Mooring rope number ${n}</h3></a>
          <p>A strong rope of ${n} metres for boats of all sizes.</p><span class="price">$${n}9.00</span></li>`,
      )
      .join('')}</ul></main>`,
  '<title>Ropes and lines</title>',
)

const product = frame(
  `<main class="product"><h1>Mooring rope</h1><div class="price">$49.00</div><button>Add to cart</button>
    <div class="product-description"><h2>Description</h2>${paragraphs(3)}</div>
    <div class="specs"><h2>Specifications</h2><table><tr><th>Length</th><td>10 metres of rope</td></tr><tr><th>Material</th><td>woven nylon</td></tr></table></div></main>`,
  '<title>Mooring rope</title><script type="application/ld+json">{"@type":"Product"}</script>',
)

const service = frame(
  `<main><section class="hero"><h1>We repair boats</h1><p>${sentence}</p><a class="btn" href="/q">Get a quote</a></section>
    ${['Hulls', 'Engines', 'Sails']
      .map(
        (name) =>
          `<section class="feature"><h2>${name}</h2><p>${sentence}We look after ${name} of all makes.</p></section>`,
      )
      .join('')}</main>`,
  '<title>We repair boats</title>',
)

describe('the content of a kind of page', () => {
  const kinds: [string, string, string, string[]][] = [
    ['article', article, 'https://example.com/news/2026/03/harbour', ['Part 5 says so', 'The second one is the wind']],
    [
      'documentation',
      documentation,
      'https://docs.example.com/guide/parser',
      ['npm install parser', '| depth | how deep'],
    ],
    ['forum', forum, 'https://forum.example.com/t/moor-a-boat/123', names.map((name) => `what ${name} would do`)],
    ['collection', collection, 'https://example.com/collections/ropes', cards.map((n) => `rope of ${n} metres`)],
    ['product', product, 'https://example.com/products/mooring-rope', ['Part 2 says so', '# Mooring rope', '$49.00']],
    ['service', service, 'https://example.com/services/boats', ['after Hulls', 'after Engines', 'after Sails']],
  ]
  it.each(kinds)('%s is kept, without the surroundings', async (kind, html, url, wanted) => {
    const { text, explained } = await read(html, url)
    for (const words of wanted) expect(text).toContain(words)
    for (const words of noise) expect(text).not.toContain(words)
    expect(explained.kinds[kind]).toBeGreaterThan(1 / 7)
    expect(explained.confidence).toBeGreaterThan(0.5)
    expectReasons(explained)
  })

  it('has the right kind, such as article, forum or product', async () => {
    expect((await read(article, 'https://example.com/news/2026/03/harbour')).explained.kind).toBe('article')
    expect((await read(forum, 'https://forum.example.com/t/moor-a-boat/123')).explained.kind).toBe('forum')
    expect((await read(product, 'https://example.com/products/mooring-rope')).explained.kind).toBe('product')
  })

  it('is read from noscript if it contains the whole thread', async () => {
    const posts = names.map((name) => `<div class="post"><p>${sentence}${name} says this without scripts.</p></div>`)
    const { text } = await read(
      `<body><div id="app"></div><noscript><div class="topic">${posts.join('')}</div></noscript></body>`,
      'https://forum.example.com/t/1',
    )
    for (const name of names) expect(text).toContain(`${name} says this without scripts`)
  })

  it('has either all rows of a table or none', async () => {
    const rows = Array.from({ length: 9 }, (_, n) => `<tr><td>Row ${n}</td><td>${n % 3 ? n : sentence}</td></tr>`)
    const { text } = await read(
      frame(`<article>${paragraphs(4)}<table>${rows.join('')}</table>${paragraphs(2)}</article>`),
    )
    const found = rows.filter((_, n) => text.includes(`| Row ${n} |`)).length
    expect([0, rows.length]).toContain(found)
  })

  it('has a table of facts after its text, with its heading', async () => {
    const facts = '<table><tr><th>Weight</th><td>280 g</td></tr><tr><th>Drop</th><td>6 mm</td></tr></table>'
    const { text } = await read(
      frame(`<main><h1>Trail Shoe 5</h1><h2>Description</h2>${paragraph(1)}<h2>Specifications</h2>${facts}</main>`),
    )
    expect(text).toContain('## Specifications')
    expect(text).toContain('| Weight | 280 g |')
  })

  it('has every card of a listing', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Harbour lamp ${n + 1}`)
    const card = (name: string) =>
      `<li class="card"><a href="/lamp"><img src="/l.jpg" alt=""><h3>${name}</h3></a><p>Brass, for decks and quays.</p><span>€90</span></li>`
    const { text } = await read(
      frame(`<main><h1>Lamps</h1><ul class="grid">${names.map(card).join('')}</ul></main>`),
      'https://example.com/category/lamps',
    )
    for (const name of names) expect(text).toContain(name)
    for (const words of noise) expect(text).not.toContain(words)
  })

  it('has the headings of the text that is kept', async () => {
    const html = frame(
      `<article>${['One', 'Two', 'Three'].map((n) => `<h2>${n}</h2>${paragraphs(3)}`).join('')}</article>`,
    )
    for (const n of ['One', 'Two', 'Three']) expect((await read(html)).text).toContain(`## ${n}`)
  })
})

describe('the fallback', () => {
  const short: [string, string, string[]][] = [
    [
      'a login',
      '<form class="login-form"><h1>Sign in</h1><label>Your name</label><input><label>Your password</label></form>',
      ['Sign in', 'Your password'],
    ],
    [
      'a landing page',
      '<div class="hero"><h1>Boats</h1><p>We lend boats to everyone.</p><a class="btn" href="/go">Start now</a></div>',
      ['Boats', 'We lend boats', 'Start now'],
    ],
    [
      'a notice',
      '<div><h1>Example Domain</h1><p>This domain is for use in examples.</p><p><a href="/more">More information...</a></p></div>',
      ['Example Domain', 'for use in examples', 'More information'],
    ],
    ['an error', '<div class="modal"><p>The page was not found.</p></div>', ['The page was not found']],
  ]
  it.each(short)('keeps all of %s', async (_, body, wanted) => {
    const { text, explained } = await read(`<body>${body}<footer>Imprint</footer></body>`)
    for (const words of wanted) expect(text).toContain(words)
    expect(text).not.toContain('Imprint')
    expect(explained.level).toBe('tags')
    for (const { reason } of explained.kept) expect(reason).toBe('kept because the page is short')
  })

  it('keeps a navigation with a warning if there is nothing else', async () => {
    const links = Array.from({ length: 9 }, (_, n) => `<a href="/${n}">Page ${n}</a>`).join(' ')
    const { text, explained, codes } = await read(`<body><nav>${links}</nav></body>`)
    expect(text).toContain('Page 8')
    expect(explained.level).toBe('nothing')
    expect(explained.confidence).toBeLessThan(0.5)
    expect(codes).toContain('main_content_uncertain')
  })
})

describe('reasons', () => {
  it('name navigation, banner and footer', async () => {
    const { explained } = await read(article, 'https://example.com/news/2026/03/harbour')
    const reasonOf = (words: string) => explained.dropped.find(({ text }) => text.includes(words))?.reason
    expect(reasonOf('News of the site')).toMatch(/header|navigation/)
    expect(reasonOf('We use cookies')).toMatch(/banner|consent/)
    expect(reasonOf('All rights reserved')).toMatch(/footer/)
    expect(reasonOf('Related stories')).toMatch(/<aside>/)
  })

  it('are given exactly once for all text of the page', async () => {
    const { explained } = await read(collection, 'https://example.com/collections/ropes')
    const chars = [...explained.kept, ...explained.dropped].reduce((sum, part) => sum + part.chars, 0)
    const { content } = await formatHtml(collection.replace(/<img[^>]*>/g, ''), { output: 'clean_html' })
    const visible = (content as string).replace(/<head>[\s\S]*<\/head>|<button>.*?<\/button>|<[^>]+>/g, ' ')
    expect(Math.abs(chars - visible.replace(/\s+/g, ' ').trim().length)).toBeLessThan(0.1 * chars)
  })

  it('are the same on every run', async () => {
    const url = 'https://forum.example.com/t/moor-a-boat/123'
    expect(await read(forum, url)).toEqual(await read(forum, url))
  })
})
