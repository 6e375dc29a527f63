import { describe, expect, it } from 'vitest'
import { formatPage } from '../../src/format/formats.ts'
import { formatHtml, htmlPage } from './page.ts'

const sentence = 'A sentence of the article, long enough to be read as prose and not as a label. '
const prose = `<p>${sentence.repeat(3)}</p>`.repeat(5)

async function mainOf(html: string) {
  const { content, warnings } = await formatHtml(html, { mainContent: true })
  return { text: content as string, codes: warnings.map(({ code }) => code) }
}

async function forModel(html: string): Promise<string> {
  const request = { output: 'markdown', cssSelector: null, mainContent: true, forModel: true } as const
  return (await formatPage(htmlPage(html), request)).content as string
}

describe('markdown of a page', () => {
  it('is its main content, or the whole body', async () => {
    const html = `<nav><a href="/">Home</a></nav><main>${prose}</main>`
    expect((await mainOf(html)).text).not.toContain('Home')
    expect((await formatHtml(html)).content).toContain('Home')
  })

  it('is the article in its JSON-LD if the main content is only a few words', async () => {
    const articleBody = `${sentence.repeat(5)}\n\n${sentence.repeat(5)}1. The end`
    const data = JSON.stringify({ '@graph': [{ '@type': 'WebPage' }, { '@type': 'NewsArticle', articleBody }] })
    const page = (text: string) =>
      `<title>The title</title><script type="application/ld+json">${data}</script><div id="root">${text}</div>`
    const { text } = await mainOf(page('Loading'))
    expect(text.startsWith('# The title\n\nA sentence of the article')).toBe(true)
    expect(text.split('\n\n')).toHaveLength(3)
    expect((await mainOf(page(prose))).text).not.toContain('The end')
  })

  it('is not an article in JSON-LD of fewer than 100 words', async () => {
    const short = JSON.stringify({ '@type': 'Article', articleBody: 'Too short to be an article.' })
    expect((await mainOf(`<script type="application/ld+json">${short}</script><p>Hi`)).text).toBe('Hi')
  })

  it('is the longer description under the title if the body is empty', async () => {
    const head = `<title>The *topic*</title><meta name="description" content="Short"><meta property="og:description" content="${sentence}">`
    expect((await mainOf(`<head>${head}</head><body><div id="app"></div></body>`)).text).toBe(
      `# The \\*topic\\*\n\n${sentence.trim()}`,
    )
  })

  const thin: [string, string, string][] = [
    ['a navigation alone', '<nav><a href="/a">Only link</a></nav>', 'Only link'],
    ['a footer alone', '<footer>Only footer</footer>', 'Only footer'],
    ['a word', '<p>Hi', 'Hi'],
    ['a hidden word', '<div hidden>Hi</div>', 'Hi'],
    ['a request for scripts in noscript', '<body><noscript>Enable scripts</noscript></body>', 'Enable scripts'],
    ['a form', '<form class="login-form"><label>Your name</label><input></form>', 'Your name'],
    ['an error', '<div class="modal">Not found</div>', 'Not found'],
    ['a table that looks like a menu', '<table class="menu"><tr><td><a href="/a">A</a></td></tr></table>', '[A]'],
    ['a drawing', '<svg><text>Label</text></svg>', 'Label'],
  ]
  it.each(thin)('is never empty for %s', async (_, html, expected) => {
    expect((await mainOf(html)).text).toContain(expected)
  })

  it('warns if the main content is uncertain', async () => {
    const words = Array.from({ length: 300 }, (_, n) => `<span>w${n}</span> `).join('')
    const { text, codes } = await mainOf(`<a href="#">Skip</a><nav>${words}</nav><footer>${words}</footer>`)
    expect(codes).toEqual(['main_content_uncertain'])
    expect(text).toContain('w299')
  })

  it('warns about hidden text only once, even if several selector matches contain some', async () => {
    const hidden = `<div><p>Text that everybody reads.</p><p hidden>${sentence}</p></div>`
    const { content, warnings } = await formatHtml(hidden.repeat(2), { cssSelector: 'div' })
    expect(content).toBe('Text that everybody reads.\nText that everybody reads.')
    expect(warnings.map(({ code }) => code)).toEqual(['hidden_text_removed'])
  })
})

describe('markdown for a language model', () => {
  it('is the whole page if the main content is a small share of it', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `<li><a href="/${n}">Topic number ${n}</a></li>`).join('')
    const html = `<nav><ul>${rows}</ul></nav><main><p>${sentence.repeat(4)}</p></main>`
    expect((await mainOf(html)).text).not.toContain('Topic number 59')
    expect(await forModel(html)).toContain('Topic number 59')
  })

  it('is the main content if that is larger', async () => {
    const html = `<nav><a href="/">Home</a></nav><main>${prose}</main>`
    expect(await forModel(html)).toBe((await mainOf(html)).text)
  })

  it('ignores an article that exists only in JSON-LD', async () => {
    const data = JSON.stringify({ '@type': 'Article', articleBody: sentence.repeat(10) })
    const html = `<script type="application/ld+json">${data}</script><p>Loading</p>`
    expect(await forModel(html)).toBe('Loading')
  })
})
