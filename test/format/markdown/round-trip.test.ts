import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { cases, markdownOf, readCase } from '../page.ts'

/** Fixtures whose markdown the renderer doesn't support (alerts, footnotes, formulas), or that markdown can't express. */
const beyondRenderer =
  /^(?:admonitions\/|footnotes\/|math\/|definitions\/|escapes\/urls$|lists\/(?:numbers|orphans|reversed)$)/

async function rendered(markdown: string): Promise<string> {
  return await marked.parse(markdown, { gfm: true })
}

describe('markdown, rendered and read again', () => {
  it.each(cases.filter((name) => !beyondRenderer.test(name)))('is the same for %s', async (name) => {
    const { expected } = readCase(name)
    expect(await markdownOf(await rendered(expected))).toBe(expected)
  })

  const emphasised: [string, string[]][] = [
    ['<p>这是<strong>“重点”</strong>内容</p>', ['重点']],
    ['<p>内容，<em>（注）</em>后面</p>', ['注']],
    ['<p><b>粗体。</b>继续</p>', ['粗体']],
    ['<p><span><b>見出し：</b></span>本文</p>', ['見出し']],
    ['<p>a<b>(x)</b> b<i>"q"</i></p>', ['x', 'q']],
    ['<p><b>Name:</b>value <b>50%</b>off</p>', ['Name', '50']],
    ['<p>in<em>side</em>r and <b>all</b></p>', ['side', 'all']],
    ['<p><b>Best:</b><a href="/y">War</a> <i><b>x.</b></i>y</p>', ['Best:', '<strong>x</strong>']],
    ['<p><b> spaced </b>out</p>', ['spaced']],
  ]
  it.each(emphasised)('keeps the emphasis of %s', async (html, words) => {
    const again = await rendered(await markdownOf(html))
    const found = [...again.matchAll(/<(strong|em)>(.*?)<\/\1>/g)].map(([, , text]) => text?.replaceAll('&quot;', '"'))
    expect(found).toEqual(words)
    expect(again).not.toMatch(/\*/)
  })

  it('has the same URL for any link', async () => {
    const urls = fc.webUrl({ withFragments: true, withQueryParameters: true })
    await fc.assert(
      fc.asyncProperty(urls, fc.stringMatching(/^[a-z][ -~]{0,12}$/), async (url, text) => {
        const html = `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`
        const [, href, label] = /<a href="([^"]*)"[^>]*>(.*?)<\/a>/.exec(await rendered(await markdownOf(html))) ?? []
        fc.pre(label !== undefined)
        expect(plain(unescapeHtml(href ?? ''))).toBe(plain(url))
      }),
      { numRuns: 200, examples: [['http://a.aa/#.', 'a\\]']] },
    )
  })

  it('has one code block for each in the page, with the same text', async () => {
    const line = fc.stringMatching(/^[!-~][ -~]{0,20}$/)
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 5 }), async (lines) => {
        const text = lines.map((it) => it.trimEnd()).join('\n')
        const again = await rendered(await markdownOf(`<pre><code>${escapeHtml(text)}</code></pre>`))
        const [, code] = /<pre><code[^>]*>([\s\S]*?)\n<\/code><\/pre>/.exec(again) ?? []
        expect(unescapeHtml(code ?? '')).toBe(text)
      }),
      { numRuns: 200 },
    )
  })
})

/** Unbalanced parentheses are written as `%28` and `%29`, which doesn't change the URL. */
function plain(url: string): string {
  return new URL(url).href.replace(/%28/g, '(').replace(/%29/g, ')')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) =>
    entity === '&#39;' ? "'" : (Object.keys(entities).find((char) => entities[char] === entity) ?? entity),
  )
}
