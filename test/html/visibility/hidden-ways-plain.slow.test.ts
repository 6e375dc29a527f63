import { describe, expect, it } from 'vitest'
import { formatPage } from '../../../src/format/formats.ts'
import { hiddenByMarkup, invisibleMessages, notOnThePage } from './hiding-by-markup.ts'
import { hiddenByLayout, hiddenBySheet, hiddenInline } from './hiding-by-style.ts'
import { keptParts, visibleByOthers } from './visible-by-others.ts'
import { visibleWays } from './visible-ways.ts'
import { loadPlainly, losing, pageOf, passing, type Reader, readAs, readers } from './ways.ts'

const all = [...hiddenInline, ...hiddenBySheet, ...hiddenByLayout, ...hiddenByMarkup]

/** Text hidden by an external sheet, a script or the layout. */
const known = [
  'an animation that ends invisible',
  ...['an external sheet', 'an imported sheet', 'a sheet that a script adopts', 'a script'],
  ...['content that a shadow root does not slot', 'behind an opaque element', 'below the background around it'],
  ...['under a layer over the whole page', 'a squeezed flex item', 'a grid row of zero height'],
  ...['scales that multiply', 'under a layer that lets the pointer through'],
]
const toHtml = [
  ...['noscript', 'the fallback of video', 'the fallback of audio', 'an SVG without size', 'definitions of SVG'],
  'a foreign object in a symbol',
]

describe('on a fetched page', () => {
  it(`${known.length} of ${all.length} ways of hiding text fail for a model, and at most 20 for markdown and clean HTML`, async () => {
    const expected: Record<Reader, string[]> = {
      markdown: known,
      'whole markdown': known,
      clean_html: [...known, ...toHtml],
      model: known,
    }
    expect(all.length).toBeGreaterThanOrEqual(85)
    for (const names of Object.values(expected)) expect(names.length).toBeLessThanOrEqual(20)
    expect(await passing(all, loadPlainly)).toEqual(expected)
  })

  it('visible text is lost in only one case', async () => {
    // Markup with a clip is nearly always meant to hide text, with or without the required position.
    const lost = ['a clip without a position']
    const none = { markdown: lost, 'whole markdown': lost, clean_html: lost, model: lost }
    expect(await losing(visibleWays, loadPlainly)).toEqual(none)
  })

  it('markdown and clean HTML keep text that another page state or an external sheet shows', async () => {
    const { markdown, 'whole markdown': whole, clean_html: html } = await losing(visibleByOthers, loadPlainly)
    expect([markdown, whole, html]).toEqual([[], [], []])
  })

  it.each(keptParts)('markdown and clean HTML keep $name', async ({ css, body, kept }) => {
    const page = pageOf({ name: '', head: `<style>${css}</style>`, body: () => body })
    for (const reader of ['whole markdown', 'clean_html'] as const) {
      expect(await readAs(reader, await loadPlainly(page)), reader).toContain(kept)
    }
  })

  it('text that an external sheet or script may show is kept', async () => {
    const white = (text: string) =>
      `<div class="box"><h2 style="color:#fff">Summary</h2><p style="color:#fff">${text}</p></div>`
    const strip = (text: string) =>
      `<div style="will-change:transform;transform:translateX(2434px)"><p>${text}</p></div>`
    const ways = [
      { name: 'white on a styled box', body: white },
      {
        name: 'white on a styled box, with a late sheet',
        head: '<link rel="preload" as="style" href="/a.css">',
        body: white,
      },
      { name: 'a strip that moves through the window', body: strip },
    ]
    const { markdown, 'whole markdown': whole } = await losing(ways, loadPlainly)
    expect([markdown, whole]).toEqual([[], []])
  })

  it.each(invisibleMessages)('readers never receive $name', async ({ body, smuggled }) => {
    for (const reader of readers) {
      const text = await readAs(reader, await loadPlainly(pageOf({ name: '', body: () => body })))
      expect(smuggled.test(text), reader).toBe(false)
    }
  })

  it('text in attributes and in the head reaches readers that use the head or the HTML', async () => {
    expect(await passing(notOnThePage, loadPlainly)).toEqual({
      markdown: [],
      'whole markdown': [],
      clean_html: notOnThePage.map(({ name }) => name),
      model: ['the description that search engines show'],
    })
  })
})

describe('style sheets of excessive cost', () => {
  const lists = 'a,b,c,d,e,f{'.repeat(40)
  it.each([
    ['nested lists', `${lists}display:none`],
    ['`:has` in a wide page', `${'p:has(~ .q){display:none}'.repeat(3000)}`],
    ['one class in all rules', '.x{display:none}'.repeat(50_000)],
    ['open brackets', `${'('.repeat(300_000)}{${'['.repeat(300_000)}`],
    ['nested conditions', `@supports ${'not '.repeat(50_000)}(a:b){.x{display:none}}`],
    ['braces', '{'.repeat(500_000)],
  ])('are abandoned with a warning, or read in time: %s', async (_, css) => {
    const paragraphs = Array.from(
      { length: 2000 },
      (_, n) => `<p class="x c${n}">Paragraph ${n} of the page.</p>`,
    ).join('')
    const page = await loadPlainly(`<style>${css}</style><main>${paragraphs}</main>`)
    const request = { output: 'markdown', cssSelector: null, mainContent: false, forModel: true } as const
    const { warnings } = await formatPage(page, request)
    expect(warnings.length).toBeLessThan(3)
  })
})
