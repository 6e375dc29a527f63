import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageAt } from '../../src/content/outline.ts'
import type { PageRange } from '../../src/contract/page-parts.ts'
import { type DocumentKind, documentTypes } from '../../src/page/document-types.ts'
import { formatDocument } from './format-document.ts'
import { zipOf } from './office/archive/zip.ts'
import { linesAt, type PlacedPage, placedPdf } from './pdf/placed-text.ts'
import { sheetData, workbookOf } from './sheets/workbook.ts'
import { presentationOf, shape } from './slides/presentation.ts'

const fixtures = new URL('../fixtures/documents/', import.meta.url)
const prefixes = ['office', 'table', 'text', 'style', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')
  .join(' ')

/** `hidden` is the style that hides a slide or a sheet. */
function openDocument(mimetype: string, hidden: string, body: string) {
  const styles = `<office:automatic-styles><style:style style:name="h" ${hidden}</style:style></office:automatic-styles>`
  const content = `<office:document-content ${prefixes}>${styles}<office:body>${body}</office:body></office:document-content>`
  return zipOf({ mimetype, 'content.xml': content })
}

/** The third slide or sheet of each is hidden. */
const names = ['One', 'Two', 'Secret', 'Four', 'Five']
const isHidden = (name: string) => name === 'Secret'

const deck = presentationOf(
  names.map((name) => ({
    shapes: shape(name, { type: 'title' }) + shape(`Text of ${name}`),
    attributes: isHidden(name) ? 'show="0"' : '',
  })),
)
const workbook = workbookOf({
  sheets: names.map((name) => ({
    name,
    xml: sheetData([['Name'], [`Text of ${name}`]]),
    ...(isHidden(name) ? { state: 'hidden' } : {}),
  })),
})
const pages = names.map((name) => {
  const frame = `<draw:frame><draw:text-box><text:p>Text of ${name}</text:p></draw:text-box></draw:frame>`
  return `<draw:page ${isHidden(name) ? 'draw:style-name="h"' : ''}>${frame}</draw:page>`
})
const openDeck = openDocument(
  documentTypes.odp,
  'style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/>',
  `<office:presentation>${pages.join('')}</office:presentation>`,
)
const tables = names.map((name) => {
  const cells = ['Name', `Text of ${name}`].map(
    (text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`,
  )
  const rows = cells.map((cell) => `<table:table-row>${cell}</table:table-row>`).join('')
  return `<table:table table:name="${name}" ${isHidden(name) ? 'table:style-name="h"' : ''}>${rows}</table:table>`
})
const openWorkbook = openDocument(
  documentTypes.ods,
  'style:family="table"><style:table-properties table:display="false"/>',
  `<office:spreadsheet>${tables.join('')}</office:spreadsheet>`,
)
const withHidden: [DocumentKind, Uint8Array][] = [
  ['pptx', deck],
  ['odp', openDeck],
  ['xlsx', workbook],
  ['ods', openWorkbook],
]

/** Returns the markdown of each page, by number. */
async function pagesOf(kind: DocumentKind, body: Uint8Array, documentPages?: readonly PageRange[]) {
  const { content, pageCount, pageStarts = [] } = await formatDocument(kind, body, { documentPages })
  const markdown = content as string
  const parts = pageStarts.map(({ offset, page }, at) => {
    return [page, markdown.slice(offset, pageStarts[at + 1]?.offset).trimEnd()] as const
  })
  return { markdown, pageCount: pageCount ?? 0, parts: new Map(parts) }
}

const filesOf = (kinds: RegExp) => readdirSync(fixtures).filter((name) => kinds.test(name))
const fixture = (name: string): [DocumentKind, Uint8Array] => {
  return [name.split('.').at(-1) as DocumentKind, readFileSync(new URL(name, fixtures))]
}

describe('chosen slides and sheets', () => {
  it.each([...withHidden, ...filesOf(/\.(?:pptx|odp|xlsx|ods)$/).map(fixture)])(
    'are those of the whole document: %s',
    async (kind, body) => {
      const whole = await pagesOf(kind, body)
      const numbers = Array.from({ length: whole.pageCount }, (_, at) => at + 1)
      await fc.assert(
        fc.asyncProperty(fc.subarray(numbers, { minLength: 1 }), async (chosen) => {
          const { markdown, pageCount, parts } = await pagesOf(
            kind,
            body,
            chosen.map((number) => [number, number]),
          )
          const expected = [...whole.parts].filter(([page]) => chosen.includes(page))
          expect([...parts]).toEqual(expected)
          expect(markdown).toBe(expected.map(([, text]) => text).join('\n\n'))
          expect(pageCount).toBe(whole.pageCount)
        }),
        { numRuns: 10 },
      )
    },
  )

  it.each(withHidden)('are counted without the hidden ones: %s', async (kind, body) => {
    const { markdown, pageCount } = await pagesOf(kind, body, [[3, 3]])
    expect(pageCount).toBe(4)
    expect(markdown).toContain('Text of Four')
    expect(markdown).not.toMatch(/Secret|One|Two|Five/)
    // Slides without a title.
    if (kind === 'odp') expect(markdown).toMatch(/^## Slide 3\n/)
  })
})

describe('chosen pages of a PDF', () => {
  const words = (text: string) => text.replace(/^#+ |\[\^|\]/gm, '')

  it.each(filesOf(/\.pdf$/))('have the text that they have in the whole: %s', async (name) => {
    const [kind, body] = fixture(name)
    const whole = await pagesOf(kind, body)
    expect((await pagesOf(kind, body, [[1, 5000]])).markdown).toBe(whole.markdown)
    expect([...whole.parts.keys()]).toEqual(Array.from({ length: whole.pageCount }, (_, at) => at + 1))
    for (const [page, text] of whole.parts) {
      const { parts, pageCount } = await pagesOf(kind, body, [[page, page]])
      expect([pageCount, [...parts.keys()]]).toEqual([whole.pageCount, [page]])
      // A word, a list or a table may continue on the next page.
      const lines = words(text)
        .split('\n\n')
        .slice(page === 1 ? 0 : 2, page === pageCount ? undefined : -1)
      for (const line of lines) expect(words(parts.get(page) ?? '')).toContain(line)
    }
  })

  const page = (name: string): PlacedPage => ({
    texts: [
      { text: `Part ${name}`, x: 72, y: 200, size: 18, font: 'bold' },
      ...linesAt(72, 240, [
        `The first line of page ${name} is followed by another, and then the page ends in an inter-`,
      ]),
    ],
  })
  const body = placedPdf(['one', 'two', 'three', 'four'].map(page))

  it('keep their numbers', async () => {
    const { markdown, parts } = await pagesOf('pdf', body, [[2, 3]])
    expect(markdown).toMatch(/^<!-- page 2 -->\n\n# Part two\n.*<!-- page 3 -->\n\n# Part three\n/s)
    expect([...parts.keys()]).toEqual([2, 3])
    expect((await pagesOf('pdf', body, [[1, 1]])).markdown).toMatch(/^# Part one\n/)
  })

  it('are not joined across a gap', async () => {
    const lower = placedPdf([
      page('one'),
      page('two'),
      {
        texts: linesAt(72, 240, ['lude that continues the word on the page before, and that ends with this sentence.']),
      },
    ])
    expect((await pagesOf('pdf', lower, [[2, 3]])).markdown).toContain('interlude')
    const apart = await pagesOf('pdf', lower, [
      [1, 1],
      [3, 3],
    ])
    expect(apart.markdown).toMatch(/ends in an inter-\n\n<!-- page 3 -->\n\nlude that/)
  })

  it('have their own links', async () => {
    const linked = placedPdf(
      ['one', 'two', 'three'].map((name) => ({
        ...page(name),
        links: [{ uri: `https://${name}.example/`, rect: [72, 190, 150, 210] as const }],
      })),
    )
    const { content } = await formatDocument('pdf', linked, { output: 'links', documentPages: [[2, 2]] })
    expect(content).toMatchObject([{ url: 'https://two.example/' }])
  })
})

describe('the place of a page', () => {
  const requests = [
    { cssSelector: 'h2' },
    { cssSelector: 'table, p' },
    { excludeSelector: 'h2' },
    { frontMatter: { url: 'https://example.com/' } },
    { documentPages: [[2, 4] as const] },
  ]
  it.each(requests)('is known with %o', async (request) => {
    for (const [kind, body] of withHidden) {
      const { content, pageStarts = [] } = await formatDocument(kind, body, request)
      const markdown = content as string
      expect(markdown).not.toContain('<!--')
      for (const found of markdown.matchAll(/(?:## (?!Slide)|Text of )(One|Two|Four|Five)/g)) {
        expect([found[0], pageAt(pageStarts, found.index)]).toEqual([
          found[0],
          ['One', 'Two', 'Four', 'Five'].indexOf(found[1] ?? '') + 1,
        ])
      }
    }
  })

  it('is null in documents without pages, and so is their number', async () => {
    for (const name of ['letter.docx', 'book.epub', 'ledger.csv', 'notes.odt', 'letter.rtf']) {
      const read = await formatDocument(...fixture(name), { documentPages: [[7, 7]] })
      expect(read).toMatchObject({ pageCount: null, content: (await formatDocument(...fixture(name))).content })
      expect(pageAt(read.pageStarts ?? [], 100)).toBeNull()
    }
  })
})

it.each([...withHidden, fixture('report.pdf')])('pages that do not exist are not found: %s', async (kind, body) => {
  const read = formatDocument(kind, body, {
    documentPages: [
      [9, 12],
      [40, 40],
    ],
  })
  await expect(read).rejects.toMatchObject({
    type: 'selector_not_matched',
    message: expect.stringMatching(/has [34]$/),
  })
})
