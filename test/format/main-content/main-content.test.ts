import { describe, expect, it } from 'vitest'
import { findMainContent } from '../../../src/format/main-content/main-content.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'
import { formatHtml } from '../page.ts'

const sentence = 'A sentence of the article, long enough to be read as prose and not as a label. '
const prose = `<p>${sentence.repeat(3)}</p>`.repeat(5)

async function mainOf(html: string) {
  const { content, warnings } = await formatHtml(html, { mainContent: true })
  return { text: content as string, codes: warnings.map(({ code }) => code) }
}

describe('main content', () => {
  it('is the title and text of an article, without the surroundings', async () => {
    const { text, codes } = await mainOf(`
      <header><a href="/">Site</a><nav><a href="/a">Navigation</a></nav></header>
      <div class="cookie-banner"><p>We use cookies.</p></div>
      <main><article><h1>The title</h1>${prose}
        <div class="share-buttons"><a href="#">Share it</a></div>
        <section class="related"><h2>Related</h2><a href="/r">Another story</a></section>
      </article></main>
      <aside>Advertisement</aside><footer>Copyright</footer>`)
    expect(text.replace('# The title\n\n', '').startsWith('A sentence')).toBe(true)
    for (const noise of ['Navigation', 'cookies', 'Share it', 'Another story', 'Advertisement', 'Copyright']) {
      expect(text).not.toContain(noise)
    }
    expect(codes).toEqual([])
  })

  it.each([
    [
      'an alert',
      '<div class="markdown-alert markdown-alert-important"><p class="markdown-alert-title">Important</p><p>Version 3 drops Python 3.8.</p></div>',
      '> [!IMPORTANT]\n> Version 3 drops Python 3.8.',
    ],
    [
      'an aside with a hidden title',
      '<aside class="starlight-aside starlight-aside--caution" aria-label="Caution"><p class="starlight-aside__title" aria-hidden="true">Caution</p><section class="starlight-aside__content"><p>This deletes all files.</p></section></aside>',
      'This deletes all files.',
    ],
    [
      'the title of an admonition',
      '<div class="theme-admonition theme-admonition-warning admonition_xJq3 alert alert--warning"><div class="admonitionHeading_Gvgb"><span class="admonitionIcon_Rf37"></span>Never run as root</div><div class="admonitionContent_BuS1"><p>Acme needs Node.js 20 or later.</p></div></div>',
      '> **Never run as root**',
    ],
    [
      'the caption of an image',
      '<figure class="wp-block-image"><img src="/a.jpg" alt="Hull"><figcaption>The hull before painting</figcaption></figure>',
      'The hull before painting',
    ],
    [
      'a caption that is mostly a link',
      '<figure><img src="/a.jpg"><figcaption>Source: <a href="https://example.com/s">Sculpt</a></figcaption></figure>',
      'Source: [Sculpt](https://example.com/s)',
    ],
    [
      'a post that a script would load',
      '<div class="fb-post" data-href="https://example.com/posts/2"></div>',
      '[Post](https://example.com/posts/2)',
    ],
    [
      'the caption of a table',
      '<figure class="wp-block-table"><table><tr><td>Primer</td><td>2 l</td></tr><tr><td>Paint</td><td>5 l</td></tr></table><figcaption>What we used</figcaption></figure>',
      'What we used',
    ],
    [
      'the file name of code',
      '<figure><figcaption><span>a.css</span></figcaption><pre><code>a { color: red }</code></pre></figure>',
      'a.css',
    ],
    [
      'the source of a quote',
      '<blockquote><p>Line one is here.</p><footer>— <cite>Anon</cite></footer></blockquote>',
      '> — Anon',
    ],
  ])('keeps %s between paragraphs', async (_, part, expected) => {
    const text =
      '<p>This is a longer paragraph of plain text, which explains the subject in two sentences. It is here so that the page reads like a real article with content.</p>'
    expect((await mainOf(`<main><article><h1>Install</h1>${text}${part}${text}</article></main>`)).text).toContain(
      expected,
    )
  })

  it('keeps the text of a note in a list of notes', async () => {
    const text =
      'This is a longer paragraph of plain text, which explains the subject in two sentences. It is here so that the page reads like a real article with content.'
    const html = `<div class="body" role="main"><section id="p"><h1>parser</h1><p>${text}<a class="footnote-reference brackets" href="#id2" id="id1" role="doc-noteref"><span class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a></p><p>${text}</p><aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span class="fn-bracket">]</span></span><p>Frob files end in .frob.</p></aside></aside></section></div>`
    expect((await mainOf(html)).text).toContain('[^1]: Frob files end in .frob.')
  })

  it.each([
    [
      'a footer that is not the source of a quote',
      '<section><p>TEXT</p><footer>Share this section</footer></section>',
      'Share this section',
    ],
    [
      'related links named as a callout',
      '<div class="callout callout-info"><ul><li><a href="/x">Ten lighthouses to see</a></li><li><a href="/y">Winter walks</a></li></ul></div>',
      'Ten lighthouses',
    ],
    [
      'a caption that is a link',
      '<figure><img src="/a.jpg"><figcaption><a href="/next">Next: the pier</a></figcaption></figure>',
      'the pier',
    ],
  ])('drops %s', async (_, part, dropped) => {
    const text =
      '<p>This is a longer paragraph of plain text, which explains the subject in two sentences. It is here so that the page reads like a real article with content.</p>'
    const html = `<main><article><h1>Harbour</h1>${text}${text}${part.replace('TEXT', text)}</article></main>`
    expect((await mainOf(html)).text).not.toContain(dropped)
  })

  it('reads long attributes of callouts in linear time', { timeout: 10_000 }, async () => {
    const text = '<p>This is a longer paragraph of plain text, which explains the subject in two sentences.</p>'
    const box = `<div class="callout related-links" data-callout="${'a '.repeat(2_000_000)}note">${'<p>Ad</p>'.repeat(300)}</div>`
    expect((await mainOf(`<main><h1>Harbour</h1>${text.repeat(20)}${box}</main>`)).text).toContain('in two sentences')
  })

  it('keeps formulas in their sentences', async () => {
    const html =
      '<main><article><h1>Notes on series</h1><p>The sum of all the squares grows like a cube, as we show in the next section.</p><p>Short ones: <math><mfrac><mn>1</mn><mrow><mi>x</mi><mo>+</mo><mn>2</mn></mrow></mfrac></math> and <math><mi>a</mi><mo>≤</mo><mi>b</mi></math></p><p>A matrix <math><mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow></math> is unit. <math><msup><mn>2</mn><mn>10</mn></msup><mo>=</mo><mn>1024</mn></math></p><p><math><mfenced open="[" close="]"><mtable><mtr><mtd><mn>5</mn></mtd><mtd><mn>6</mn></mtd></mtr></mtable></mfenced></math></p></article></main>'
    const { text } = await mainOf(html)
    for (const formula of ['a ≤ b', '\\begin{matrix}', '2^{10} = 1024', '$[\\begin{matrix} 5'])
      expect(text).toContain(formula)
  })

  it('has no details of the member who wrote the first post of a thread', async () => {
    const post = (name: string) =>
      `<li class="postbit postcontainer"><div class="userinfo"><a class="username" href="member.php?u=1">${name}</a><dl class="userinfo_extra"><dt>Join Date</dt> <dd>Jan 12, 2018</dd><dt>Posts</dt> <dd>412</dd></dl></div><div class="postbody"><h2 class="title">Moorings</h2><blockquote class="postcontent">${sentence.repeat(3)}</blockquote></div></li>`
    const { text } = await mainOf(
      `<div class="pagetitle"><h1>Thread: Moorings</h1></div><ol class="posts">${['Ann', 'Bea', 'Cem', 'Dov'].map(post).join('')}</ol>`,
    )
    expect(text).toContain('A sentence')
    expect(text).not.toMatch(/Join Date|412/)
  })

  it('includes the links at the end of a very short page', async () => {
    const { text } = await mainOf(
      '<h1>tinyqueue</h1><p>A small priority queue for JavaScript.</p><p>It has no dependencies and works in Node and browsers.</p><pre><code>npm install tinyqueue</code></pre><ul><li><a href="/docs">Documentation</a></li><li><a href="/changelog">Changelog</a></li></ul>',
    )
    expect(text).toMatch(/Documentation[\s\S]*Changelog/)
  })

  it('keeps every post of a thread', async () => {
    const post = (name: string) =>
      `<div class="post"><span>${name}</span><div class="message">${sentence}${name} says.</div></div>`
    const names = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']
    const { text } = await mainOf(
      `<nav><a href="/">Home</a></nav><div class="thread">${names.map(post).join('')}</div>`,
    )
    for (const name of names) expect(text).toContain(`${name} says.`)
    expect(text).not.toContain('Home')
  })

  it('keeps every card of a listing', async () => {
    const card = (n: number) =>
      `<li><a href="/p${n}"><h3>Product number ${n}</h3></a><p>Costs ${n} euro and is in stock.</p></li>`
    const cards = Array.from({ length: 12 }, (_, n) => card(n)).join('')
    const { text } = await mainOf(
      `<header><a href="/">Shop</a></header><ul class="grid">${cards}</ul><footer>Imprint</footer>`,
    )
    for (let n = 0; n < 12; n++) expect(text).toContain(`### [Product number ${n}](https://example.com/p${n})`)
    expect(text).not.toContain('Imprint')
  })

  it('is the thread if it exists only in noscript', async () => {
    const { text } = await mainOf(
      `<body><div id="app"></div><noscript><div class="posts">${prose}</div></noscript></body>`,
    )
    expect(text).toContain('A sentence of the article')
  })

  it('has no text that a style sheet hides, which would also change the choice of the rest', () => {
    const html = `<style>.consent{display:none}</style><main>${prose}</main><div class="consent">${prose}</div>`
    const document = parseDocument(html, 'https://example.com/')
    const { analysis } = findMainContent(document, viewDocument(document, 'markdown'))
    expect(analysis?.kept).toEqual([...Array(5).fill(true), ...Array(5).fill(false)])
    expect(Array.from(analysis?.chances ?? [], (chance) => chance > 0)).toEqual(analysis?.kept)
  })

  it('is kept even if the class of its wrapper mentions a sidebar', async () => {
    const { text } = await mainOf(`<div class="layout with-sidebar"><div class="content">${prose}</div></div>`)
    expect(text).toContain('A sentence of the article')
  })

  it('excludes the menus around a short Japanese article, because a Han character counts for more than a letter', async () => {
    const names = ['ホーム', 'ニュース', '天気', 'スポーツ', '経済', '国際', '社会', '文化', '科学', '地域']
    const menu = names.map((name, n) => `<div class="item"><a href="/${n}">${name}</a></div>`).join('')
    const { text } = await mainOf(`<title>駅前の広場に新しい図書館</title><div class="global-menu">${menu}</div>
      <div class="entry"><h1>駅前の広場に新しい図書館</h1>
        <p>市は十日、駅前の広場に新しい図書館を開くと発表した。蔵書は十二万冊で、夜九時まで利用できる。</p>
        <p>館内には学習室と子ども向けの部屋があり、誰でも無料で使える。開館は来年四月の予定だ。</p>
        <p>市長は「多くの人が集まる場所にしたい」と話した。近くの商店街からも期待の声が上がっている。</p>
      </div><div class="ranking">${menu}</div><div class="bottom">会社概要 お問い合わせ 著作権について</div>`)
    expect(text).toContain('期待の声が上がっている。')
    expect(text).not.toContain('スポーツ')
    expect(text).not.toContain('会社概要')
  })
})
