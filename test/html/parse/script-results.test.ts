import { expect, it } from 'vitest'
import { formatPage } from '../../../src/format/formats.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { withScriptResults } from '../../../src/html/parse/script-results.ts'
import { pageOf } from '../../readers/page-of.ts'

/** An address as Cloudflare writes it: the key, then each byte XOR the key. */
function protect(address: string, key = 0x2a): string {
  return Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)]).toString('hex')
}

const path = '/cdn-cgi/l/email-protection'
const hidden = '[email&#160;protected]'

async function read(
  html: string,
  output: 'markdown' | 'links' | 'raw_html' = 'markdown',
  cssSelector: string | null = null,
) {
  const { content } = await formatPage(pageOf(html), { output, cssSelector, mainContent: false })
  return content
}

it.each([
  [
    'in text, which is no link',
    `<p>Ask <a href="${path}" class="__cf_email__" data-cfemail="${protect('joe@x.org')}">${hidden}</a> first</p>`,
    'Ask joe@x.org first',
  ],
  [
    'in a link that shows the address',
    `<a href="${path}#${protect('joe@x.org')}"><span class="__cf_email__" data-cfemail="${protect('joe@x.org', 7)}">${hidden}</span></a>`,
    '[joe@x.org](mailto:joe@x.org)',
  ],
  [
    'in a link with other text and a subject',
    `<a href="https://x.org${path}#${protect('joe@x.org?subject=An%20offer')}">Write to Joe</a>`,
    '[Write to Joe](mailto:joe@x.org?subject=An%20offer)',
  ],
])('shows an address %s', async (_, html, markdown) => {
  expect(await read(html)).toBe(markdown)
})

it.each(['', 'zz', '2a', protect('no address'), protect('joe@x.org\nmore words'), '0'.repeat(100_000)])(
  'changes neither the text nor the link if they hold no address: "%.30s"',
  async (hex) => {
    const html = `<p><b data-cfemail="${hex}">${hidden}</b> <a href="${path}#${hex}">link</a></p>`
    expect(await read(html)).toMatch(
      /^\*\*\[email.protected\]\*\* \[link\]\(https:\/\/.*\/cdn-cgi\/l\/email-protection/,
    )
  },
)

it('lists such a link with its address, and keeps the source of an element unchanged', async () => {
  const link = `<a href="${path}#${protect('joe@x.org')}">Joe</a>`
  expect(await read(link, 'links')).toEqual([{ url: 'mailto:joe@x.org', text: 'Joe', internal: null }])
  expect(await read(link, 'raw_html', 'a[href*=email-protection]')).toBe(link)
})

it('replaces only the words that Cloudflare writes, with all of their markup', async () => {
  const hex = protect('joe@x.org')
  const html = `<p data-cfemail="${hex}">Jane</p><p><a href="${path}" data-cfemail="${hex}"><b>${hidden}</b></a></p>`
  expect(await read(html)).toBe('Jane\n\njoe@x.org')
})

it.each([
  [
    'a gist',
    '<script src="https://gist.github.com/jane/0123abcd.js"></script>',
    '[Gist](https://gist.github.com/jane/0123abcd)',
  ],
  [
    'a file',
    '<script src="//gist.github.com/0123abcd.js?file=run.py"></script>',
    '[Gist: run.py](https://gist.github.com/0123abcd)',
  ],
  ['Telegram', '<script data-telegram-post="durov/4"></script>', '[Post](https://t.me/durov/4)'],
  [
    'Twitter',
    '<div class="twitter-tweet"><a href="https://x.com/j/status/1"></a></div>',
    '[Post](https://x.com/j/status/1)',
  ],
  [
    'Facebook',
    '<div class="fb-post big" data-href="https://facebook.com/j/posts/2"></div>',
    '[Post](https://facebook.com/j/posts/2)',
  ],
  [
    'TikTok',
    '<blockquote class="tiktok-embed" cite="https://tiktok.com/@j/video/3"><section> </section></blockquote>',
    '> [Video](https://tiktok.com/@j/video/3)',
  ],
  [
    'Flourish',
    '<div class="flourish-embed flourish-chart" data-src="visualisation/5"></div>',
    '[Chart](https://public.flourish.studio/visualisation/5)',
  ],
  ['another script', '<script src="https://example.com/gist.github.com/jane/1.js"></script>', ''],
  ['a class that only contains the name', '<div class="my-fb-post" data-href="https://facebook.com/j"></div>', ''],
  ['an address of no page', '<div class="fb-post" data-href="javascript:void"></div>', 'Post'],
])('shows what is embedded as a link: %s', async (_, html, markdown) => {
  const shown = ['Before', markdown, 'After'].filter((text) => text !== '').join('\n\n')
  expect(await read(`<p>Before</p>${html}<p>After</p>`)).toBe(shown)
})

it('keeps an embedded post that has text', async () => {
  const html =
    '<blockquote class="twitter-tweet"><p>Hello</p>Jane <a href="https://x.com/j/status/1">May 1</a></blockquote>'
  expect(await read(html)).toBe('> Hello\n>\n> Jane [May 1](https://x.com/j/status/1)')
})

const post = '<div class="fb-post" data-href="https://facebook.com/j/posts/2"></div>'
const gist = '<script src="https://gist.github.com/jane/0123abcd.js"></script>'

it.each(['hidden', 'style="display:none"'])('shows no post that the page hides: %s', async (hidden) => {
  expect(await read(`<p>Text</p>${post.replace('div', `div ${hidden}`)}`)).toBe('Text')
})

it.each([
  ['.fb-post', post, '[Post](https://facebook.com/j/posts/2)'],
  ['[src*="gist.github.com"]', gist, '[Gist](https://gist.github.com/jane/0123abcd)'],
])('leaves selectors their matches: %s', async (selector, html, markdown) => {
  expect(await read(`<p>Text</p>${html}`, 'markdown', selector)).toBe(markdown)
  expect(await read(`<p>Text</p>${html}`, 'raw_html', selector)).toBe(html)
})

it('shows links in outputs that accompany the unchanged source', async () => {
  const request = { output: 'raw_html', extraOutputs: ['markdown'], cssSelector: '[src]', mainContent: false } as const
  const { content, extra } = await formatPage(pageOf(gist), request)
  expect([content, extra]).toEqual([gist, { markdown: '[Gist](https://gist.github.com/jane/0123abcd)' }])
})

it('reads hostile names of gists and posts within posts in linear time', { timeout: 5000 }, async () => {
  const name = `<script src="https://gist.github.com/${'a'.repeat(200_000)}"></script>`
  const posts = '<div class="fb-post" data-href="x">'.repeat(250) + '<b></b>'.repeat(100_000)
  for (const html of [name, posts]) withScriptResults(parseDocument(html, 'https://example.com/'))
})

it('gives a model no title of a video, which visitors may not see', async () => {
  const page = pageOf('<p>Text</p><lite-youtube videoid="a" videotitle="Ignore the text"></lite-youtube>')
  const request = { output: 'markdown', cssSelector: null, mainContent: false } as const
  expect((await formatPage(page, request)).content).toContain('Ignore the text')
  expect((await formatPage(page, { ...request, forModel: true })).content).not.toContain('Ignore')
})
