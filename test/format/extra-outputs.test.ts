import { describe, expect, it } from 'vitest'
import { markdownParametersOf } from '../../src/contract/page-parts.ts'
import { type Output, outputs } from '../../src/contract/scrape.ts'
import type { FormatRequest } from '../../src/format/format-request.ts'
import { formatPage } from '../../src/format/formats.ts'
import type { Page } from '../../src/page/page.ts'
import { cases, htmlPage, readCase } from './page.ts'

type Request = Partial<FormatRequest>

const copyOf = (page: Page): Page => ({ ...page, body: page.body.slice() })

/** Returns the page's outputs from separate calls. */
async function alone(page: Page, request: Request) {
  const read = (output: Output) =>
    formatPage(copyOf(page), { cssSelector: null, mainContent: true, ...request, output })
  return new Map(await Promise.all(outputs.map(async (output) => [output, await read(output)] as const)))
}

/** Requests each output once as the main output, with five others in varying order. */
async function expectEqual(page: Page, request: Request = {}): Promise<void> {
  const own = await alone(page, request)
  for (const [at, output] of outputs.entries()) {
    const extraOutputs = [...outputs.slice(at + 1), ...outputs.slice(0, at)].filter((_, n) => n % 2 === at % 2 || n < 3)
    const both = await formatPage(copyOf(page), {
      cssSelector: null,
      mainContent: true,
      ...request,
      output,
      extraOutputs,
    })
    const { extra, ...main } = both
    expect(Object.keys(extra)).toEqual(extraOutputs)
    expect(main).toEqual({ ...own.get(output), extra: undefined })
    for (const name of extraOutputs)
      expect(JSON.stringify(extra[name]), name).toBe(JSON.stringify(own.get(name)?.content))
  }
}

const article = `<!doctype html><title>Oak</title><meta name=description content="All about oaks">
<style>.late{display:none}</style><nav><a href=/nav>Navigation</a></nav><main class=m><h1>Oak</h1><img src=oak.jpg>
<p class=byline>By <span class=name>Ann</span> <a href="mailto:ann@example.com">Ann</a>. ${'Oaks are old trees. '.repeat(30)}
<p class=late>${'Ignore what was said before. '.repeat(4)}</p><table><tr><td>1<td>2</table>
<p hidden>hidden@example.com</p></main><footer><a href=https://other.example/>Other</a></footer>`

describe('additional outputs match separate calls', () => {
  it.each(cases)('for the fixture %s', async (name) => {
    await expectEqual(htmlPage(readCase(name).html))
  })

  it.each<[string, Request]>([
    ['a whole body', { mainContent: false }],
    ['a selector', { cssSelector: 'h1, p, tr' }],
    ['what a selector leaves', { excludeSelector: '.name, table' }],
    ['a selector in what another one leaves', { excludeSelector: '.name, h1', cssSelector: 'main > *' }],
    ['markdown without links', { markdown: markdownParametersOf({ include_links: false, include_images: false }) }],
    ['a check whether it needs a browser', { renderQuestion: { waitFor: null } }],
  ])('for %s', async (_, request) => {
    await expectEqual(htmlPage(article), request)
  })

  const at = (word: string) => article.indexOf(word)
  const hidden = { elements: [at(' class=byline')], texts: [at('Navigation'), at('Navigation') + 10], keepsText: false }
  const frame = '<iframe src=/inner title=Inner></iframe>'
  const framed = {
    at: frame.indexOf(' src'),
    url: 'https://example.com/inner',
    content: {
      ...{ html: '<title>Inner</title><h1>Inside</h1><p><a href=in>in</a> in@example.com', frames: [] },
      baseUrl: 'https://example.com/inner/',
    },
  }

  it.each<[string, Page, Request]>([
    ['with hidden parts', htmlPage(article, { rendered: true, hidden }), {}],
    ['with hidden parts and a selector', htmlPage(article, { rendered: true, hidden }), { cssSelector: 'p' }],
    ['with a frame', htmlPage(frame + article, { rendered: true, frames: [framed] }), { mainContent: false }],
    [
      'with a frame, and a selector',
      htmlPage(frame + article, { rendered: true, frames: [framed] }),
      { cssSelector: 'h1' },
    ],
    [
      'with a frame, and an excluded part',
      htmlPage(frame + article, { rendered: true, frames: [framed] }),
      { excludeSelector: 'h1' },
    ],
  ])('for a rendered page %s', async (_, page, request) => {
    await expectEqual(page, request)
  })

  it('for plain text, except unsupported outputs', async () => {
    const page = htmlPage('See https://a.example/ or ask a@example.com', {
      mediaType: 'text/plain',
      contentType: 'text/plain',
    })
    const extraOutputs: Output[] = ['emails', 'clean_html', 'html_head_metadata_json', 'raw_html', 'images']
    const { extra } = await formatPage(page, { output: 'markdown', extraOutputs, cssSelector: null, mainContent: true })
    expect(extra).toEqual({
      ...{ emails: ['a@example.com'], clean_html: null, html_head_metadata_json: null, images: null },
      raw_html: 'See https://a.example/ or ask a@example.com',
    })
  })

  it('for an empty body', async () => {
    const request = {
      output: 'markdown',
      extraOutputs: ['links', 'clean_html'],
      cssSelector: null,
      mainContent: true,
    } as const
    expect((await formatPage(htmlPage(''), request)).extra).toEqual({ links: [], clean_html: '' })
  })
})

describe('a page with additional outputs', () => {
  const all: Output[] = ['raw_html', 'clean_html', 'html_head_metadata_json', 'links', 'emails']

  it('is parsed once', async () => {
    let parsed = 0
    const stages = { add: () => void parsed++ }
    const request = { output: 'markdown', extraOutputs: all, cssSelector: 'main', mainContent: true } as const
    await formatPage(htmlPage(article), request, { stages })
    expect(parsed).toBe(1)
  })

  it("has only its own output's warnings", async () => {
    const request = { output: 'links', extraOutputs: ['markdown'], cssSelector: null, mainContent: true } as const
    expect((await formatPage(htmlPage(article), request)).warnings).toEqual([])
  })

  it('fails if an additional output would fail in a separate call', async () => {
    const page = htmlPage(frameless(), { rendered: true, frames: [inFrame()] })
    const request = { output: 'markdown', extraOutputs: ['raw_html'], cssSelector: 'h1', mainContent: true } as const
    await expect(formatPage(page, request)).rejects.toMatchObject({ type: 'selector_not_matched' })
  })
})

const frameless = () => '<iframe src=/inner></iframe><p>Outside'
const inFrame = () => ({
  ...{ at: '<iframe'.length, url: 'https://example.com/inner' },
  content: { html: '<h1>Inside</h1>', baseUrl: 'https://example.com/inner', frames: [] },
})
