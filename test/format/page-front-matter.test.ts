import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { endOfFrontMatter } from '../../src/content/markdown-blocks.ts'
import { readOutline } from '../../src/content/outline.ts'
import { readRules } from '../../src/contract/extract-rules.ts'
import type { FormatRequest } from '../../src/format/format-request.ts'
import { formatPage, withFrontMatter } from '../../src/format/formats.ts'
import type { Page } from '../../src/page/page.ts'
import { htmlPage } from './page.ts'

const origin = { url: 'https://example.com/dir/page', fetchedAt: '2026-01-31T12:00:00.000Z' }
const told = { url: origin.url, fetched_at: origin.fetchedAt }

/** Returns the fields of the front matter at the start of the markdown, and the text after it. */
function read(markdown: unknown): { fields: Record<string, unknown>; order: string[]; text: string } {
  const [, yaml = '', text = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(String(markdown)) ?? []
  const fields = parse(yaml) as Record<string, unknown>
  return { fields, order: Object.keys(fields), text }
}

const headed = (html: string, request: Partial<FormatRequest> = {}, page: Partial<Page> = {}) =>
  formatPage(htmlPage(html, page), {
    ...{ output: 'markdown', cssSelector: null, mainContent: false, frontMatter: origin },
    ...request,
  })

const article = `<html lang="de"><head><title>Eichen &amp; Buchen</title><meta name="author" content="A. Baum">
<meta property="article:published_time" content="2026-01-02T08:00:00Z"><meta property="og:site_name" content="Wald: heute">
</head><body><h1>Eichen</h1><p class="lead">Im Wald.</p></body></html>`

describe('front matter', () => {
  it("has the page's facts, its URL and the fetch time, in this order", async () => {
    const { fields, order, text } = read((await headed(article)).content)
    expect(fields).toEqual({
      ...told,
      ...{ title: 'Eichen & Buchen', author: 'A. Baum', published_at: '2026-01-02T08:00:00Z' },
      ...{ language: 'de', site_name: 'Wald: heute' },
    })
    expect(order).toEqual(['title', 'url', 'author', 'published_at', 'language', 'site_name', 'fetched_at'])
    expect(text).toBe('# Eichen\n\nIm Wald.')
  })

  it('is the same for parts selected by selectors', async () => {
    const { fields } = read((await headed(article)).content)
    const selected = await headed(article, { cssSelector: '.lead' })
    expect(read(selected.content)).toMatchObject({ fields, text: 'Im Wald.' })
    const excluded = await headed(article, { excludeSelector: 'head, h1' })
    expect(read(excluded.content)).toMatchObject({ fields, text: 'Im Wald.' })
  })

  it('leaves out facts that the page does not state', async () => {
    const { fields, text } = read((await headed('<p>Words')).content)
    expect(fields).toEqual(told)
    expect(text).toBe('Words')
  })

  it('ignores the frames of a rendered page', async () => {
    const url = 'https://example.com/frame'
    const frame = '<html lang="fr"><head><title>Cadre</title><meta name="author" content="X"></head><p>Dedans'
    const content = { html: frame, baseUrl: url, frames: [] }
    const page = { rendered: true, frames: [{ at: '<p>Words<iframe'.length, url, content }] }
    const { fields, text } = read((await headed('<p>Words<iframe src="/frame"></iframe>', {}, page)).content)
    expect(text).toContain('Dedans')
    expect(fields).toEqual(told)
  })

  it('precedes markdown among additional outputs, as in a separate call, but no other output', async () => {
    const own = await headed(article)
    const beside = await headed(article, { output: 'links', extraOutputs: ['markdown', 'clean_html', 'raw_html'] })
    expect(beside.extra.markdown).toBe(own.content)
    expect(beside).toMatchObject({ content: [], extra: { raw_html: article } })
    expect(beside.extra.clean_html).not.toContain('fetched_at')
    const fields = readRules({ heading: 'h1' })
    expect((await headed(article, { fields })).content).toEqual({ heading: 'Eichen' })
  })

  it('is left out for a language model', async () => {
    expect(String((await headed(article, { forModel: true })).content)).not.toContain('fetched_at')
  })

  it('precedes front matter that the markdown already has, and plain text', async () => {
    const own = '---\ntitle: Own\n---\n\n# Oaks\n'
    for (const mediaType of ['text/markdown', 'text/x-markdown', 'text/plain']) {
      const { content } = await headed(own, {}, { mediaType })
      expect(read(content)).toMatchObject({ fields: told, text: own })
      expect(readOutline(String(content)).map(({ text }) => text)).toEqual(['Oaks'])
    }
  })

  it('leaves data, feeds and an empty body unchanged', async () => {
    for (const mediaType of ['application/json', 'application/rss+xml', 'text/javascript']) {
      expect((await headed('{}', {}, { mediaType })).content).toBe('{}')
    }
    expect((await headed('', {}, { body: new Uint8Array() })).content).toBe('')
  })
})

describe('any page', () => {
  const hostile = [
    'a"b\\c',
    "it's: [not] {a} #comment & *alias !tag",
    'one\n---\n# two\n\n---\nthree: 4',
    '--- ...',
    'no',
    '2026-01-01',
    '\u0000\u0007\u001b[31m\u0085\u009f',
    '\u2028line\u2029paragraph\ufeff\ufffe\uffff',
    'عنوان \u202eمقلوب\u202c "اقتباس"',
    '\ud800 alone',
    '"'.repeat(10_000),
    '\\'.repeat(10_000),
    '😀'.repeat(5000),
  ]

  it.each(hostile)('produces valid YAML with one line per field: %j', (title) => {
    const markdown = withFrontMatter('# Text', origin, { title, author: title, site_name: title, language: title })
    const { fields, text } = read(markdown)
    expect(text).toBe('# Text')
    expect(fields).toMatchObject(told)
    expect(endOfFrontMatter(markdown)).toBe(markdown.indexOf('\n# Text'))
    for (const value of Object.values(fields)) expect(typeof value).toBe('string')
    const written = title
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 900)
      .toWellFormed()
    if (/^[\x20-\x7e]+$/.test(written)) expect(String(fields.title).startsWith(written)).toBe(true)
    expect(markdown.length).toBeLessThan(10_000)
  })

  it('can be separated from the text after it in the markdown', () => {
    const any = fc.string({ unit: 'binary', maxLength: 50 })
    fc.assert(
      fc.property(any, any, fc.webUrl(), (title, site_name, url) => {
        const markdown = withFrontMatter('# Text', { ...origin, url }, { title, site_name })
        expect(read(markdown)).toMatchObject({ fields: { url, fetched_at: origin.fetchedAt }, text: '# Text' })
        expect(readOutline(markdown)).toMatchObject([{ level: 1, text: 'Text', offset: markdown.indexOf('# Text') }])
      }),
    )
  })
})
