import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { activeContent } from '../html/active-content.ts'
import { namedPayloads } from '../html/payloads.ts'
import { markdownOf } from '../page.ts'

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const asValue = (text: string) => text.replaceAll('"', '&quot;')

/** Places for the payload: as markup, and as text in each markdown construct. */
const places: [string, (payload: string) => string][] = [
  ['the body', (html) => html],
  ['a cell', (html) => `<table><tr><th>a<th>b<tr><td>c<td>${html}</table>`],
  ['a link', (html) => `<a href="/x">${html}</a>`],
  ['a text', (html) => `<p>${asText(html)}</p>`],
  ['a text after a URL', (html) => `<p>https://example.com/x<b></b>${asText(html)}`],
  ['a preformatted text', (html) => `<pre>${asText(html)}</pre>`],
  ['code in a cell', (html) => `<table><tr><th>a<th>b<tr><td>c<td><code>${asText(html)}</code></table>`],
  ['a heading', (html) => `<h2>${asText(html)}</h2>`],
  ['a picture', (html) => `<img src="/a.png" alt="${asValue(html)}" title="${asValue(html)}">`],
  ['an address', (html) => `<a href="/a?${asValue(html)}" title="${asValue(html)}">x</a>`],
  ['an e-mail address', (html) => `<a href="mailto:${asValue(html)}">x</a>`],
  ['a formula', (html) => `<math><annotation encoding="application/x-tex">${asText(html)}</annotation></math>`],
  ['a formula as text', (html) => `<p>$$${asText(html)}$$ \\(${asText(html)}\\)</p>`],
]

/** Strings with a special meaning in markdown. */
const texts = [
  ...[
    '[a](javascript:alert(1))',
    '![a](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x](<java&#115;cript:alert(1)>)',
  ],
  ...['[a]: javascript:alert(1)\n\n[a]', '`<img src=x onerror=alert(1)>', '```\n<img src=x onerror=alert(1)>\n```'],
  ...['\\<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>', 'www.a.example<img src=x onerror=alert(1)>'],
  ...['http://a.example/?b%22>\\<img src=x onerror=alert(1)>', 'mailto:a@b.example<img src=x onerror=alert(1)>'],
  ...[
    '<!--\n<img src=x onerror=alert(1)>-->',
    'a|b\n-|-\n<img src=x onerror=alert(1)>|',
    '<b x="',
    '" onload=alert(1)>',
  ],
]
const payloads = [...namedPayloads.map(([, html]) => html), ...texts].filter((html) => html.length < 2000)

/** Returns each finding with the page it came from. */
async function findings(pages: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const page of pages) {
    const markdown = await markdownOf(page)
    for (const gfm of [true, false]) {
      const active = activeContent(await marked.parse(markdown, { gfm }), [])
      found.push(...active.map((finding) => `${finding}: ${page} → ${markdown}`))
    }
  }
  return found
}

describe('markdown, rendered with the HTML that it may contain', () => {
  it.each(places)('runs nothing from payloads in %s', async (_, place) => {
    expect(await findings(payloads.map(place))).toEqual([])
  })

  it("keeps formulas as written if they can't be tags, except parts that markdown reads as a link", async () => {
    const formula = (tex: string) => `<math><annotation encoding="application/x-tex">${asText(tex)}</annotation></math>`
    expect(await markdownOf(formula('a<b'))).toBe('$a<b$')
    expect(await markdownOf(formula('f[x](y)'))).toBe('$f[x] (y)$')
    expect(await markdownOf(formula('a<b, c>d'))).toBe('$a< b, c>d$')
  })
})
