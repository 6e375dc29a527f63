import { describe, expect, it } from 'vitest'
import { formatHtml } from '../page.ts'

const sentence = 'A sentence of the article, long enough to be read as prose and not as a label. '
const prose = `<p>${sentence.repeat(3)}</p>`.repeat(5)

async function mainOf(html: string) {
  const { content, warnings } = await formatHtml(html, { mainContent: true })
  return { text: content as string, codes: warnings.map(({ code }) => code) }
}

describe('main content', () => {
  it('of an article is its title and text, without what stands around it', async () => {
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

  it('of a thread that stands in noscript only is that thread', async () => {
    const { text } = await mainOf(
      `<body><div id="app"></div><noscript><div class="posts">${prose}</div></noscript></body>`,
    )
    expect(text).toContain('A sentence of the article')
  })

  it('of a page that scripts are to fill is the article in its data for search engines', async () => {
    const articleBody = `${sentence.repeat(5)}\n\n${sentence.repeat(5)}1. The end`
    const data = JSON.stringify({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'NewsArticle', articleBody }] })
    const page = (text: string) =>
      `<title>The title</title><script type="application/ld+json">${data}</script><div id="root">${text}</div>`
    const { text } = await mainOf(page('Loading'))
    expect(text.startsWith('# The title\n\nA sentence of the article')).toBe(true)
    expect(text.split('\n\n')).toHaveLength(3)
    expect((await mainOf(page(prose))).text).not.toContain('The end')
    const short = JSON.stringify({ '@type': 'Article', articleBody: 'Too short to be an article.' })
    expect((await mainOf(`<script type="application/ld+json">${short}</script><p>Hi`)).text).toBe('Hi')
  })

  it('is not taken from a wrapper whose name only speaks of a sidebar', async () => {
    const { text } = await mainOf(`<div class="layout with-sidebar"><div class="content">${prose}</div></div>`)
    expect(text).toContain('A sentence of the article')
  })

  const thin: [string, string, string][] = [
    ['a navigation alone', '<nav><a href="/a">Only link</a></nav>', 'Only link'],
    ['a footer alone', '<footer>Only footer</footer>', 'Only footer'],
    ['a word', '<p>Hi', 'Hi'],
    ['a hidden word', '<div hidden>Hi</div>', 'Hi'],
    ['an appeal in noscript', '<body><noscript>Enable scripts</noscript></body>', 'Enable scripts'],
    ['a form', '<form class="login-form"><label>Your name</label><input></form>', 'Your name'],
    ['an error', '<div class="modal">Not found</div>', 'Not found'],
    ['a table that looks like a menu', '<table class="menu"><tr><td><a href="/a">A</a></td></tr></table>', '[A]'],
    ['a drawing', '<svg><text>Label</text></svg>', 'Label'],
  ]
  it.each(thin)('is never empty for a page of %s', async (_, html, expected) => {
    expect((await mainOf(html)).text).toContain(expected)
  })

  it('of a short Japanese article is told from what stands around it: its signs say more than letters do', async () => {
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

  it('says when it is not certain', async () => {
    const words = Array.from({ length: 300 }, (_, n) => `<span>w${n}</span> `).join('')
    const { text, codes } = await mainOf(`<a href="#">Skip</a><nav>${words}</nav><footer>${words}</footer>`)
    expect(codes).toEqual(['main_content_uncertain'])
    expect(text).toContain('w299')
  })
})
