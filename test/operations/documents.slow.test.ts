import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTypes } from '../../src/page/document-types.ts'
import { answers, openScriptedModel, type ScriptedModel, testKey } from '../model/scripted-model.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { type Json, jsonOf, openTestService, type TestService } from '../service.ts'
import { type DocumentOfKind, documents, email, link } from './document-kinds.ts'

let gleaner: TestService
let model: ScriptedModel
let origin: Origin

beforeAll(async () => {
  const site: Site = {}
  for (const { kind, body } of documents) {
    site[`/declared.${kind}`] = { headers: { 'content-type': documentTypes[kind] }, body }
    site[`/file.${kind}`] = { headers: { 'content-type': 'application/octet-stream' }, body }
  }
  origin = await openOrigin(site)
  model = await openScriptedModel()
  gleaner = await openTestService({
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: model.url,
    GLEANER_MODELS: 'claude-sonnet-5-5',
  })
})
afterAll(async () => {
  await gleaner.close()
  await model.close()
  await origin.close()
})

const scrape = (kind: string, parameters: Record<string, string> = {}, name = 'declared') =>
  jsonOf(gleaner.get('/v1/scrape', { url: `${origin.url}/${name}.${kind}`, ...parameters }))

type Heading = { text: string; offset: number }

/** Returns the document joined from pieces of at most 200 characters, and the outline from the first piece. */
async function readInPieces(kind: string) {
  let joined = ''
  let outline: Heading[] = []
  for (let offset: number | null = 0, charged = 1; offset !== null; charged = 0) {
    const piece: Json = await scrape(kind, { max_chars: '200', offset: String(offset) })
    expect(piece).toMatchObject({ offset, credits_charged: charged })
    expect((piece.content as string).length).toBeLessThanOrEqual(200)
    if (offset === 0) outline = piece.outline as Heading[]
    joined += piece.content
    offset = piece.next_offset as number | null
  }
  return { joined, outline }
}

describe.each(documents)('a document of the kind $kind', ({ kind, body, headings, element }: DocumentOfKind) => {
  it('is read in pieces that add up to the whole, with an outline of the positions of its headings', async () => {
    const whole = await scrape(kind)
    const content = whole.content as string
    expect(whole).toMatchObject({
      content_type: documentTypes[kind],
      next_offset: null,
      warnings: [],
      credits_charged: 1,
    })
    expect(content).toContain('Tree 11 of the forest is green in summer.')
    const { joined, outline } = await readInPieces(kind)
    expect(joined).toBe(content)
    expect(outline.map(({ text }) => text)).toEqual(headings)
    for (const { text, offset } of outline) expect(content.slice(offset)).toMatch(new RegExp(`^#+ ${text}\n`))
  })

  it('has text without markup', async () => {
    const text = (await scrape(kind, { output: 'text' })).content as string
    expect(text).toContain('The castle opens its gate at nine.')
    expect(text).not.toMatch(/^(#|\||<!--)|\]\(|\*\*/m)
  })

  it('has highlights at the right offsets', async () => {
    const content = (await scrape(kind)).content as string
    const found = await scrape(kind, { highlights: 'When does the castle open its gate?', max_chars: '300' })
    expect(found.content).toContain('The castle opens its gate at nine.')
    const places = found.highlights as { offset: number; chars: number }[]
    expect(places.map(({ offset, chars }) => content.slice(offset, offset + chars)).join('\n')).toContain(
      'castle opens',
    )
  })

  it('has the same links, e-mail addresses and metadata as additional outputs', async () => {
    const [links, emails, metadata, both] = await Promise.all([
      scrape(kind, { output: 'links' }),
      scrape(kind, { output: 'emails' }),
      scrape(kind, { output: 'html_head_metadata_json' }),
      scrape(kind, { extra_outputs: '["links","emails"]' }),
    ])
    expect(links.content).toMatchObject([{ url: link }])
    expect(emails.content).toEqual([email])
    expect(metadata.content).toHaveProperty('title')
    expect(both.extra).toEqual({ links: links.content, emails: emails.content })
    expect(both.credits_charged).toBe(1)
  })

  it('is narrowed by selectors', async () => {
    const [selected, excluded] = await Promise.all([
      scrape(kind, { css_selector: element }),
      scrape(kind, { exclude_selector: element }),
    ])
    expect(selected.content).toContain('castle opens its gate')
    expect(selected.content).not.toMatch(/^#/m)
    expect(excluded.content).not.toContain('castle opens its gate')
    for (const heading of headings) expect(excluded.content).toContain(`# ${heading}`)
  })

  it('has a source only if it is a text format', async () => {
    const source = await scrape(kind, { output: 'raw_html' })
    if (kind === 'csv' || kind === 'tsv') expect(source.content).toBe(body)
    else expect(source).toMatchObject({ detail: [{ type: 'unsupported_content_type' }], credits_charged: 0 })
  })

  it('is the same when served with a generic content type', async () => {
    const [declared, undeclared] = await Promise.all([scrape(kind), scrape(kind, {}, 'file')])
    expect(undeclared.content).toBe(declared.content)
  })

  it('can be read and asked about by a language model', async () => {
    model.play([answers('It opens at nine.')])
    const answered = await scrape(kind, { prompt: 'When does the castle open?' })
    expect(answered).toMatchObject({ content: 'It opens at nine.', credits_charged: 6 })
    expect(JSON.stringify(model.requests[0]?.body.messages)).toContain('The castle opens its gate at nine.')
  })

  it.skipIf(lacksBrowser)('is read without a browser even with render_js', async () => {
    const [plain, rendered] = await Promise.all([scrape(kind), scrape(kind, { render_js: 'true' })])
    expect(rendered).toMatchObject({ content: plain.content, rendered: false, credits_charged: 1 })
  })
})
