import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTypes } from '../../src/page/document-types.ts'
import { linesAt, placedPdf } from '../documents/pdf/placed-text.ts'
import { presentationOf, shape } from '../documents/slides/presentation.ts'
import { answers } from '../model/scripted-model.ts'
import { type Json, jsonOf, typesOf } from '../service.ts'
import { openPage, price, site, useKeptService } from './kept-service.ts'

const service = useKeptService()
const names = ['Oaks', 'Beeches', 'Limes', 'Elms']
const sentence = (name: string) => `${name} are trees of the forest, and their leaves are green in summer.`

const pdf = placedPdf(
  names.map((name) => ({
    texts: [
      { text: name, x: 72, y: 200, size: 18, font: 'bold' },
      ...linesAt(
        72,
        240,
        Array.from({ length: 12 }, () => sentence(name)),
      ),
    ],
  })),
)
const deck = presentationOf(
  names.map((name, at) => ({
    shapes: shape(name, { type: 'title' }) + shape(`${sentence(name)} `.repeat(6)),
    attributes: at === 0 ? 'show="0"' : '',
  })),
)

beforeAll(() => {
  site['/trees.pdf'] = { body: Buffer.from(pdf), headers: { 'content-type': documentTypes.pdf } }
  site['/trees.pptx'] = { body: Buffer.from(deck), headers: { 'content-type': documentTypes.pptx } }
  site['/gone.pdf'] = { body: Buffer.from(pdf), headers: { 'content-type': documentTypes.pdf }, status: 404 }
})
afterAll(() => {
  for (const path of ['/trees.pdf', '/trees.pptx', '/gone.pdf']) delete site[path]
})

const get = (path: string, parameters: Record<string, string>): Promise<Json> =>
  jsonOf(service.gleaner.get('/v1/scrape', { url: service.origin.url + path, ...parameters }))

describe('document_pages', () => {
  it('shares the kept page, whose other pages are then read without a fetch', async () => {
    const { get, requests } = await openPage(service, '/trees.pdf')
    const first = await get({ document_pages: '2' })
    expect(price(first)).toEqual([false, 1])
    expect(first.content).toContain(sentence('Beeches'))
    const second = await get({ document_pages: '3' })
    expect(price(second)).toEqual([true, 0])
    expect(second.content).toContain(sentence('Limes'))
    expect(second.content).not.toContain('Beeches')
    expect(requests()).toBe(1)
  })

  it('belongs to the name of a stored result, so another choice of pages is read on separately', async () => {
    const chosen = await get('/trees.pdf', { document_pages: '2-3', max_chars: '200' })
    const rest = { document_pages: '2-3', offset: String(chosen.next_offset) }
    const stored = await get('/trees.pdf', rest)
    expect(stored).toMatchObject({ credits_charged: 0, page_count: 4, fetched_at: chosen.fetched_at })
    expect(`${chosen.content}${stored.content}`.length).toBe(chosen.total_chars)
    expect(await get('/trees.pdf', { ...rest, document_pages: '2,3' })).toMatchObject({ credits_charged: 1 })
  })

  it('is what a language model reads', async () => {
    service.model.play([answers('Limes')])
    const read = await get('/trees.pdf', { document_pages: '3', prompt: 'Which trees?' })
    expect(read).toMatchObject({ content: 'Limes', page_count: 4 })
    const asked = JSON.stringify(service.model.requests.at(-1)?.body)
    expect(asked).toContain(sentence('Limes'))
    expect(asked).not.toContain(sentence('Oaks'))
  })

  it('applies to a document that the caller sends', async () => {
    const send = (pages: string) =>
      jsonOf(
        service.gleaner.get('/v1/convert', { document_pages: pages }, {
          method: 'POST',
          body: new Uint8Array(deck),
        } as RequestInit),
      )
    expect(await send('3,2')).toMatchObject({
      page_count: 3,
      content: expect.stringMatching(/^## Limes\n.*## Elms\n/s),
    })
    expect(typesOf(await send('4'))).toEqual(['selector_not_matched'])
    expect(typesOf(await send('4-'))).toEqual(['value_error'])
  })
})

describe('the page of a place', () => {
  const views: Record<string, string>[] = [{}, { front_matter: 'true' }, { css_selector: 'h1, h2, p' }]

  it.each([
    ['/trees.pdf', [1, 2, 3, 4]],
    ['/trees.pptx', [1, 2, 3]],
    ['/gone.pdf', [1, 2, 3, 4]],
  ])('is in the outline of %s', async (path, pages) => {
    for (const parameters of views) {
      const { outline } = await get(path, { max_chars: '20', ...parameters })
      expect((outline as { page: number }[]).map(({ page }) => page)).toEqual(pages)
    }
    const { outline } = await get(path, { max_chars: '20', document_pages: '2-3' })
    expect((outline as { page: number }[]).map(({ page }) => page)).toEqual([2, 3])
  })

  it('is in the highlights of the whole, or of the chosen pages', async () => {
    for (const parameters of [...views, { document_pages: '3-4' }]) {
      const { highlights } = await get('/trees.pdf', { highlights: 'Limes', max_chars: '900', ...parameters })
      expect(highlights).toMatchObject([{ page: 3, heading: 'Limes' }])
    }
    expect(await get('/trees.pptx', { highlights: 'Limes' })).toMatchObject({ highlights: [{ page: 2 }] })
    expect(await get('/article', { highlights: 'rain' })).toMatchObject({
      page_count: null,
      highlights: [{ page: null }],
    })
  })

  it('is in the outline of an error page that a prompt is about', async () => {
    const { outline } = await get('/gone.pdf', { max_chars: '20', prompt: 'Which trees?' })
    expect((outline as { page: number }[]).map(({ page }) => page)).toEqual([1, 2, 3, 4])
  })
})
