import { describe, expect, it } from 'vitest'
import type { DocumentKind } from '../../src/page/document-types.ts'
import { epubBook } from './epub/epub-book.ts'
import { formatDocument } from './format-document.ts'
import { pdfFile, stream } from './pdf/pdf-document.ts'
import { relationships, workbookOf } from './sheets/workbook.ts'
import { presentationOf, shape } from './slides/presentation.ts'
import { wordDocument } from './word/word-document.ts'

async function read(kind: DocumentKind, bytes: Uint8Array): Promise<[content: string, message: string]> {
  const { content, warnings } = await formatDocument(kind, bytes)
  const cut = warnings.filter(({ code }) => code === 'document_cut')
  return [content as string, cut.map(({ message }) => message.replace(/^.*incomplete: /, '')).join()]
}

const text = (words: string) => `BT /F 12 Tf 40 300 Td (${words}) Tj ET`
const page = (contents: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents ${contents} 0 R /Resources << /Font << /F 9 0 R >> >> >>`

/** A PDF of four pages, whose objects from the third on are given. */
function fourPages(
  pages: readonly string[],
  tree = '<< /Type /Pages /Count 4 /Kids [3 0 R 4 0 R 5 0 R 6 0 R] >>',
): Buffer {
  const contents = ['one', 'two'].map((words) => stream(text(`The words of page ${words}.`)))
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', tree, ...pages, ...contents, font])
}

describe('a PDF', () => {
  it('is read without its broken pages, which a warning names', async () => {
    const pages = [page(7), '12345', '(text)', page(8)]
    const expected = 'The words of page one.\n\n<!-- page 4 -->\n\nThe words of page two.'
    expect(await read('pdf', fourPages(pages))).toEqual([expected, 'pages 2–3'])
    const first = ['null', 'null', page(7), page(8)]
    expect((await read('pdf', fourPages(first)))[1]).toBe('pages 1–2')
    const empty = page(20)
    for (const none of [
      ['1', '2', '3', '4'],
      ['1', empty, empty, empty],
    ])
      await expect(read('pdf', fourPages(none))).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('is read from its pages if its end is lost', async () => {
    const whole = fourPages([page(7), page(8), page(7), page(8)])
    const cut = whole.subarray(0, whole.indexOf('xref'))
    const [content, broken] = await read('pdf', cut)
    expect(content.match(/The words of page (?:one|two)\./g)).toHaveLength(4)
    expect(broken).toBe('the end of the file')
    const inTable = whole.subarray(0, whole.indexOf('trailer') - 20)
    expect((await read('pdf', inTable))[0]).toBe(content)
  })

  it('names a page whose content is corrupt', async () => {
    const { deflateSync } = await import('node:zlib')
    const comment = Array.from({ length: 2500 }, (_, at) => at * 7919).join(' ')
    const packed = deflateSync(`${text('The words of page one.')}\n% ${comment}\n${text('The words of page one.')}`)
    const write = (bytes: Buffer) =>
      pdfFile([
        ...['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>', page(5), page(6)],
        ...[stream(bytes, '/Filter /FlateDecode'), stream(text('The words of page two.')), '1', '2'],
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ])
    expect(await read('pdf', write(packed))).toEqual([expect.stringContaining('page one.'), ''])
    const smallWindow = Buffer.concat([Buffer.from([0x08, 0x1d]), packed.subarray(2)])
    expect((await read('pdf', write(smallWindow)))[1]).toBe('')
    const corrupt = Buffer.from(packed)
    corrupt[corrupt.length - 12] = (corrupt[corrupt.length - 12] ?? 0) ^ 8
    const [content, broken] = await read('pdf', write(corrupt))
    expect(content).toContain('The words of page two.')
    expect(broken).toBe('page 1')
  })
})

describe('an Office document', () => {
  const slides = ['One', 'Two', 'Three'].map((title) => ({
    shapes: shape(title, { type: 'title' }),
    notes: shape('N'),
  }))

  it('is read without broken slides and notes', async () => {
    const files = { 'ppt/slides/slide2.xml': '<p:sld', 'ppt/notesSlides/slide1.xml': '' }
    const [content, broken] = await read('pptx', presentationOf(slides, files))
    expect(content).toMatch(/^## One[\s\S]*## Three/)
    expect(broken).toContain('slide 2')
    expect(broken).toContain('the notes of slide 3')
  })

  it('is read without broken sheets, and finds sheets and texts without relationships', async () => {
    const sheet = (name: string) => ({ name, xml: '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>' })
    const book = { sheets: [sheet('A'), sheet('B')], strings: ['<t>Text</t>'] }
    expect(await read('xlsx', workbookOf(book))).toEqual([expect.stringMatching(/## A[\s\S]*Text[\s\S]*## B/), ''])
    const lost = await read('xlsx', workbookOf({ ...book, files: { 'xl/worksheets/sheet1.xml': '' } }))
    expect(lost).toEqual([expect.stringMatching(/^## B[\s\S]*Text/), 'the sheet A'])
    const drawn = { 'xl/worksheets/_rels/sheet1.xml.rels': relationships([['d1', 'drawing', '../drawings/none.xml']]) }
    expect((await read('xlsx', workbookOf({ ...book, files: drawn })))[1]).toBe('')
    const unrelated = await read('xlsx', workbookOf({ ...book, files: { 'xl/_rels/workbook.xml.rels': '<a/>' } }))
    expect(unrelated).toEqual([expect.stringMatching(/## A[\s\S]*Text[\s\S]*## B/), ''])
    const part = 'xl/sharedStrings.xml'
    const numbers = { xml: '<sheetData><row><c><v>7</v></c></row></sheetData>' }
    const short = { ...book, sheets: [...book.sheets, numbers] }
    expect((await read('xlsx', workbookOf({ ...short, files: { [part]: '' } })))[1]).toBe(part)
    expect((await read('xlsx', workbookOf({ ...short, strings: [] })))[1]).toBe(part)
    expect((await read('xlsx', workbookOf({ sheets: [numbers], files: { [part]: '' } })))[1]).toBe('')
    await expect(
      read('xlsx', workbookOf({ sheets: [sheet('A')], files: { 'xl/worksheets/sheet1.xml': '' } })),
    ).rejects.toThrow("The document is broken: the sheet A can't be read")
  })

  it('names parts that end early', async () => {
    const body = '<w:p><w:r><w:t>Words</w:t></w:r></w:p>'
    expect(await read('docx', wordDocument(body))).toEqual(['Words', ''])
    for (const part of ['<w:footnotes><w:footnote>', '<?xml version="1.0"?>\n', '<?xml vers', '<w:foot']) {
      const files = { 'word/footnotes.xml': part }
      expect(await read('docx', wordDocument(body, { files }))).toEqual(['Words', 'word/footnotes.xml'])
    }
  })

  it.each([
    '<?xml version="1.0"?><!-- made by <Tool> --><w:footnotes></w:footnotes>',
    '<w:footnotes></w:footnotes><!-- a > b --> <!-- c -->',
    '<w:footnotes></w:footnotes><?end x?>\n\0',
    '<w:footnotes/>',
  ])('does not take a sound part for one that ends early: %s', async (part) => {
    const files = { 'word/footnotes.xml': part }
    expect((await read('docx', wordDocument('<w:p/>', { files })))[1]).toBe('')
  })
})

describe('a book', () => {
  it('is read without missing and broken chapters', async () => {
    const files = { 'OEBPS/text/c1.xhtml': '' }
    const manifest = '<item id="lost" href="lost.xhtml" media-type="application/xhtml+xml"/>'
    const parts = { manifest, spine: '<itemref idref="lost"/>', files }
    const [content, broken] = await read('epub', epubBook(['<p>One</p>', '<p>Two</p>'], parts))
    expect(content).toBe('Two')
    expect(broken).toBe('OEBPS/lost.xhtml, OEBPS/text/c1.xhtml')
  })

  it('is read without its package file', async () => {
    const [content, broken] = await read(
      'epub',
      epubBook(['<p>One</p>', '<p>Two</p>'], { files: { 'OEBPS/book.opf': '' } }),
    )
    expect(content).toBe('One\n\nTwo')
    expect(broken).toContain('the list of chapters')
  })
})
