/** A small document of each kind, with the same headings, words, link and e-mail address where supported. */

import { utils, write } from '@e965/xlsx'
import { type DocumentKind, documentTypes } from '../../src/page/document-types.ts'
import { epubBook } from '../documents/epub/epub-book.ts'
import { odtDocument } from '../documents/odt/odt-document.ts'
import { zipOf } from '../documents/office/archive/zip.ts'
import { linesAt, placedPdf } from '../documents/pdf/placed-text.ts'
import { sheetData, workbookOf } from '../documents/sheets/workbook.ts'
import { presentationOf, shape } from '../documents/slides/presentation.ts'
import { paragraph, run, wordDocument } from '../documents/word/word-document.ts'

/** Files that contain others are tested in `test/documents/containers/`. */
type ContainerKind = 'eml' | 'msg' | 'mhtml' | 'ipynb' | 'zip' | 'warc' | 'wacz'

export interface DocumentOfKind {
  kind: Exclude<DocumentKind, ContainerKind>
  body: string | Uint8Array
  /** The text of the document's headings, in order. */
  headings: readonly string[]
  /** The element that contains the document's text. */
  element: 'p' | 'td' | 'li'
}

export const link = 'https://forest.example/paths'
export const email = 'ranger@forest.example'

const headings = ['Trees', 'Castles']
const trees = Array.from({ length: 12 }, (_, n) => `Tree ${n} of the forest is green in summer.`)
const castle = 'The castle opens its gate at nine.'
const address = `Write to ${email} or see ${link} for more.`
const rows = [
  ['Name', 'Words'],
  ...trees.map((text, n) => [`Row ${n}`, text]),
  ['Castle', castle],
  ['Address', address],
]

/** Attributes that declare OpenDocument prefixes. */
const namespaces = [
  ...['office', 'table', 'text', 'style', 'presentation', 'meta'].map((name) => [name, name] as const),
  ['draw', 'drawing'] as const,
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

function openDocument(mimetype: string, body: string) {
  const content = `<office:document-content ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink"><office:body>${body}</office:body></office:document-content>`
  return zipOf({ mimetype, 'content.xml': content })
}

function pdf() {
  const heading = (text: string, y: number) => ({ text, x: 72, y, size: 20, font: 'bold' as const })
  const apart = (texts: readonly string[], from: number) =>
    texts.flatMap((text, n) => linesAt(72, from + n * 30, [text]))
  return placedPdf([
    { texts: [heading('Trees', 72), ...apart(trees, 110)] },
    { texts: [heading('Castles', 72), ...apart([castle, address], 110)] },
  ])
}

function docx() {
  const heading = (text: string) => paragraph(text, '<w:outlineLvl w:val="0"/>')
  const linked = `${run(`Write to ${email} or see `)}<w:hyperlink r:id="l1">${run(link)}</w:hyperlink>`
  const texts = [heading('Trees'), ...trees.map((text) => paragraph(text)), heading('Castles'), paragraph(castle)]
  return wordDocument([...texts, paragraph(linked)].join(''), { links: { l1: link } })
}

function odt() {
  const heading = (text: string) => `<text:h text:outline-level="1">${text}</text:h>`
  const words = (text: string) => `<text:p>${text}</text:p>`
  const linked = words(`Write to ${email} or see <text:a xlink:href="${link}">${link}</text:a> for more.`)
  return odtDocument(heading('Trees') + trees.map(words).join('') + heading('Castles') + words(castle) + linked)
}

function rtf() {
  const heading = (text: string) => String.raw`\pard\outlinelevel0 ${text}\par`
  const words = (text: string) => String.raw`\pard ${text}\par`
  const linked = `{\\field{\\*\\fldinst HYPERLINK "${link}"}{\\fldrslt ${link}}}`
  const parts = [heading('Trees'), ...trees.map(words), heading('Castles'), words(castle)]
  parts.push(words(`Write to ${email} or see ${linked} for more.`))
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0\n${parts.join('\n')}}`
}

function epub() {
  const chapter = (heading: string, texts: readonly string[]) =>
    `<h1>${heading}</h1>${texts.map((text) => `<p>${text}</p>`).join('')}`
  const linked = `Write to ${email} or see <a href="${link}">${link}</a> for more.`
  return epubBook([chapter('Trees', trees), chapter('Castles', [castle, linked])])
}

function ods() {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const lines = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
  const table = `<table:table table:name="Forest">${lines.join('')}</table:table>`
  return openDocument(documentTypes.ods, `<office:spreadsheet>${table}</office:spreadsheet>`)
}

function pptx() {
  const slide = (title: string, texts: readonly string[]) => ({
    shapes: shape(title, { type: 'title' }) + shape(texts, { type: 'body', idx: '1' }),
  })
  const linked = `<a:r><a:t>Write to ${email} or see </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="l1"/></a:rPr><a:t>${link}</a:t></a:r>`
  const relations = [['l1', 'hyperlink', link, true] as const]
  return presentationOf([slide('Trees', trees), { ...slide('Castles', [castle, linked]), relations }])
}

function odp() {
  const words = (text: string) => `<text:p>${text}</text:p>`
  const box = (content: string, role: string) =>
    `<draw:frame presentation:class="${role}"><draw:text-box>${content}</draw:text-box></draw:frame>`
  const slide = (title: string, texts: readonly string[]) =>
    `<draw:page>${box(words(title), 'title')}${box(texts.map(words).join(''), 'subtitle')}</draw:page>`
  const linked = `Write to ${email} or see <text:a xlink:href="${link}">${link}</text:a> for more.`
  const slides = slide('Trees', trees) + slide('Castles', [castle, linked])
  return openDocument(documentTypes.odp, `<office:presentation>${slides}</office:presentation>`)
}

const separated = (separator: string) => `${rows.map((row) => row.join(separator)).join('\n')}\n`
function xls() {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Forest')
  return new Uint8Array(write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer)
}
const xlsx = () => workbookOf({ sheets: [{ name: 'Forest', xml: sheetData(rows) }] })

export const documents: readonly DocumentOfKind[] = [
  { kind: 'pdf', body: pdf(), headings, element: 'p' },
  { kind: 'docx', body: docx(), headings, element: 'p' },
  { kind: 'odt', body: odt(), headings, element: 'p' },
  { kind: 'rtf', body: rtf(), headings, element: 'p' },
  { kind: 'epub', body: epub(), headings, element: 'p' },
  { kind: 'xlsx', body: xlsx(), headings: ['Forest'], element: 'td' },
  { kind: 'xls', body: xls(), headings: ['Forest'], element: 'td' },
  { kind: 'ods', body: ods(), headings: ['Forest'], element: 'td' },
  { kind: 'csv', body: separated(','), headings: [], element: 'td' },
  { kind: 'tsv', body: separated('\t'), headings: [], element: 'td' },
  { kind: 'pptx', body: pptx(), headings, element: 'li' },
  { kind: 'odp', body: odp(), headings, element: 'p' },
]
