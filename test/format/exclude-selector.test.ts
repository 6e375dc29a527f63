import { describe, expect, it } from 'vitest'
import type { Metadata, Output } from '../../src/contract/scrape.ts'
import { formatPage } from '../../src/format/formats.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { selectAll } from '../../src/html/select/select.ts'
import { formatHtml, htmlPage, markdownOf } from './page.ts'

const html = `<!doctype html><html lang="en"><head><title>Oaks</title><meta name="description" content="About oaks"></head>
<body><article><p class="ad">Buy <a href="/shop">planks</a> at ads@example.com</p><h1>Oaks</h1>
<p>Oaks <a href="/grow">grow</a> slowly. Write to oak@example.com.</p><p>They live long.</p></article>
<iframe src="https://frames.example/table" width="600" height="400"></iframe></body></html>`

describe('exclude_selector', () => {
  const outputs: [Output, unknown][] = [
    [
      'markdown',
      '# Oaks\n\nOaks [grow](https://example.com/grow) slowly. Write to oak@example.com.\n\nThey live long.',
    ],
    ['links', [{ url: 'https://example.com/grow', text: 'grow', internal: true }]],
    ['internal_links', [{ url: 'https://example.com/grow', text: 'grow', internal: true }]],
    ['external_links', []],
    ['emails', ['oak@example.com']],
  ]
  it.each(outputs)('removes every match from %s', async (output, expected) => {
    expect((await formatHtml(html, { output, excludeSelector: '.ad, iframe' })).content).toEqual(expected)
  })

  it('removes every match from clean_html', async () => {
    const { content } = await formatHtml(html, { output: 'clean_html', excludeSelector: '.ad' })
    expect(content).toContain('<h1>Oaks</h1>')
    expect(content).not.toMatch(/planks|ads@/)
  })

  it.each([
    ['<ol>', '1. a\n3. c'],
    ['<ol start="5">', '5. a\n7. c'],
    ['<ol reversed>', '3. a\n1. c'],
  ])('leaves the other items of %s their numbers', async (list, expected) => {
    const page = `${list}<li>a<li class="ad">b<li hidden>hidden<li>c</ol>`
    expect((await formatHtml(page, { excludeSelector: '.ad' })).content).toBe(expected)
  })

  it('removes every match before main content is searched for', async () => {
    const words = 'An oak is a tree of the genus Quercus of the beech family, and lives for many hundred years. '
    const page = `<nav><a href="/">Home</a></nav><main><p>${words.repeat(4)}</p><p class="ad">${'Planks. '.repeat(40)}</p></main>`
    const { content } = await formatHtml(page, { mainContent: true, excludeSelector: '.ad' })
    expect(content).toBe(words.repeat(4).trim())
  })

  it('leaves raw_html, the title and metadata unchanged', async () => {
    const everything = { excludeSelector: 'html' }
    expect((await formatHtml(html, { output: 'raw_html', ...everything })).content).toBe(html)
    const { title, content } = await formatHtml(html, { output: 'html_head_metadata_json', ...everything })
    expect([title, (content as Metadata).description, (content as Metadata).language]).toEqual([
      'Oaks',
      'About oaks',
      'en',
    ])
    expect((await formatHtml(html, { excludeSelector: 'head, title' })).title).toBe('Oaks')
  })

  it("runs before css_selector, which can't match removed elements or their children", async () => {
    const of = (cssSelector: string, output: Output = 'markdown') =>
      formatHtml(html, { output, cssSelector, excludeSelector: '.ad' })
    expect((await of('article > :first-child')).content).toBe('# Oaks')
    expect((await of('p:nth-of-type(2)')).content).toBe('They live long.')
    expect((await of('h1:not(p ~ h1)', 'raw_html')).content).toBe('<h1>Oaks</h1>')
    for (const output of ['markdown', 'raw_html', 'html_head_metadata_json'] as const)
      await expect(of('.ad a', output)).rejects.toMatchObject({ type: 'selector_not_matched' })
  })

  it('keeps the source of css_selector matches as received in raw_html', async () => {
    const source = '<ul><li>a<li class=x>b</ul>'
    const asked = { output: 'raw_html', cssSelector: 'ul', excludeSelector: '.x' } as const
    expect((await formatHtml(source, asked)).content).toBe(source)
  })

  it('changes nothing without a match', async () => {
    for (const output of ['markdown', 'clean_html', 'links'] as const)
      expect(await formatHtml(html, { output, excludeSelector: '.nowhere' })).toEqual(
        await formatHtml(html, { output }),
      )
  })

  it('returns empty content if it removes everything, even if metadata could replace it', async () => {
    const body = 'Oaks grow slowly and live long. '.repeat(40)
    const article = `<script type="application/ld+json">{"@type":"Article","articleBody":"${body}"}</script>`
    const page = html.replace('</head>', `${article}</head>`)
    for (const excludeSelector of ['html', 'body', '*', 'article, iframe']) {
      for (const mainContent of [true, false]) expect(await markdownOf(page, { excludeSelector, mainContent })).toBe('')
    }
    expect((await formatHtml(page, { output: 'links', excludeSelector: '*' })).content).toEqual([])
    expect((await formatHtml(page, { output: 'clean_html', excludeSelector: '*' })).content).not.toContain('Oaks')
  })

  it("does not reveal text that the page's style sheets hide", async () => {
    const hiding = `<style>p:nth-of-type(2), .secret { display: none }</style><p>First</p><p>Hidden</p><p class="secret">Too</p><p>Last</p>`
    for (const excludeSelector of ['style', 'p:first-of-type', 'style, p:first-of-type', 'head']) {
      for (const output of ['markdown', 'clean_html'] as const)
        expect((await formatHtml(hiding, { output, excludeSelector })).content).not.toMatch(/Hidden|Too/)
      const request = { output: 'raw_html', cssSelector: null, mainContent: false, excludeSelector } as const
      const { content } = await formatPage(htmlPage(hiding), { ...request, forModel: true })
      expect(content).not.toMatch(/Hidden|Too/)
    }
  })

  it('removes frames of a rendered page with their content, and respects elements that the browser hides', async () => {
    const source = '<p>Shown</p><p title="a">Hidden</p><aside><iframe title="x"></iframe></aside><p>End</p>'
    const content = { html: '<p>Inside</p>', baseUrl: 'https://example.com/frame', frames: [] }
    const page = {
      rendered: true,
      hidden: { elements: [source.indexOf(' title="a"')], texts: [], keepsText: false },
      frames: [{ at: source.indexOf(' title="x"'), url: 'https://example.com/frame', content }],
    }
    expect(await markdownOf(source, { page })).toBe('Shown\n\nInside\n\nEnd')
    expect(await markdownOf(source, { page, excludeSelector: 'aside' })).toBe('Shown\n\nEnd')
    const unread = { ...page, frames: [{ ...page.frames[0], url: 'https://other.example/', content: null }] } as never
    expect((await formatHtml(source, { page: unread })).warnings.map(({ code }) => code)).toContain('foreign_frame')
    const { warnings } = await formatHtml(source, { page: unread, excludeSelector: 'iframe' })
    expect(warnings.map(({ code }) => code)).not.toContain('foreign_frame')
  })

  it('applies to the text that a language model reads', async () => {
    for (const output of ['markdown', 'raw_html', 'clean_html', 'links'] as const) {
      const request = { output, cssSelector: null, mainContent: true, excludeSelector: '.ad', forModel: true } as const
      const { content, metadata } = await formatPage(htmlPage(html), request)
      expect(JSON.stringify(content)).not.toContain('planks')
      expect(metadata?.description).toBe('About oaks')
    }
  })

  it('has no effect on media other than HTML', async () => {
    expect(await markdownOf('p {}', { page: { mediaType: 'text/plain' }, excludeSelector: 'p' })).toBe('p {}')
  })

  it('removes a hundred thousand matches in one pass', async () => {
    expect(await markdownOf(`<p>Kept</p>${'<b>x</b>'.repeat(100_000)}`, { excludeSelector: 'b' })).toBe('Kept')
  })

  it('is named in the error if it takes too many steps', () => {
    const document = parseDocument('<p>'.repeat(100), 'https://example.com/')
    const select = () => selectAll(document, 'p ~ p', 50, 'exclude_selector')
    expect(select).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ loc: ['query', 'exclude_selector'] })] }),
    )
  })
})
