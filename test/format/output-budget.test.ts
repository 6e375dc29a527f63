import type { Element } from 'domhandler'
import { describe, expect, it } from 'vitest'
import type { Link } from '../../src/contract/list-items.ts'
import type { Output } from '../../src/contract/scrape.ts'
import { readAlternates } from '../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { formatHtml } from './page.ts'

async function lengthOf(html: string, output: Output): Promise<number | string> {
  return formatHtml(html, { output }).then(
    ({ content }) => JSON.stringify(content).length,
    ({ type, message }) => `${type}: ${message}`,
  )
}

const levels = '<ol start=999999999><li>x'.repeat(24)
const base = `<base href="https://example.com/${'b'.repeat(4000)}/">`
const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('')

describe('the characters written for one page', () => {
  it.each<[string, Output, string]>([
    ['paragraphs in 24 nested lists with long numbers', 'markdown', levels + '<p>a'.repeat(12_000)],
    ['lines of code in 24 nested quotes', 'markdown', `${'<blockquote>'.repeat(24)}<pre>${'a\n'.repeat(60_000)}`],
    ['links against a long base', 'markdown', base + numbered(1000, (n) => `<a href=${n}>y</a> `)],
    ['links against a long base', 'clean_html', base + numbered(1000, (n) => `<a href=${n}>y</a> `)],
    ['links against a long base', 'links', base + numbered(1000, (n) => `<a href=${n}>y</a> `)],
    ['images against a long base', 'images', base + numbered(1000, (n) => `<img src=${n}>`)],
    [
      'alternates against a long base',
      'html_head_metadata_json',
      base + numbered(1000, (n) => `<link rel=alternate hreflang=en href=${n}>`),
    ],
  ])('are bounded: %s as %s', async (_, output, html) => {
    expect(await lengthOf(html, output)).toMatch(
      /^response_too_large: This output of the page exceeds 2097152 characters, .*\. Request raw_html/,
    )
  })

  it('are counted while alternates are read', async () => {
    const document = parseDocument(base + '<link rel=alternate href=x>'.repeat(1000), 'https://example.com/')
    const links = document.elements.all.filter(({ name }) => name === 'link')
    const unread = new Proxy(links[0] as Element, { get: () => expect.fail('The last link was read') })
    expect(() => readAlternates([...links, unread], document)).toThrow('exceeds 2097152 characters')
  })

  it('exclude the alternates of a page with metadata', async () => {
    const links = numbered(1000, (n) => `<link rel=alternate href=${n}>`)
    const html = `${base}<meta name=description content="About the page">${links}`
    expect((await formatHtml(html, { output: 'markdown' })).content).toBe('About the page')
  })

  it('are enough for a page of ordinary text, even in nested lists', async () => {
    expect(
      await lengthOf(`<ul><li>${'<p>A sentence of an ordinary page.'.repeat(20_000)}</ul>`, 'markdown'),
    ).toBeGreaterThan(600_000)
  })

  it('exclude links resolved against a base longer than any URL', async () => {
    const html = `<base href="https://other.example/${'b'.repeat(5000)}/"><a href="x">y</a>`
    expect(((await formatHtml(html, { output: 'links' })).content as Link[])[0]?.url).toBe('https://example.com/dir/x')
  })
})
