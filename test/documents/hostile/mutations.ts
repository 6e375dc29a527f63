/** Breaks valid documents by truncating them, flipping bytes, joining them and giving them wrong names. */

import { documentTypes } from '../../../src/page/document-types.ts'
import type { DocumentOfKind } from '../../operations/document-kinds.ts'
import { onePage } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { docx, epub, openDocument, paragraph, pptx, shape, xlsx } from './office-files.ts'

const text = 'A document that is sound. '.repeat(200)

export const samples: ReadonlyMap<DocumentOfKind['kind'], Buffer> = new Map<DocumentOfKind['kind'], Buffer>([
  ['pdf', onePage({ content: `BT /F1 12 Tf 50 700 Td (${text}) Tj ET` })],
  ['docx', docx(paragraph(text).repeat(20))],
  [
    'xlsx',
    xlsx(`<sheetData>${'<row><c t="inlineStr"><is><t>cell</t></is></c><c><v>1</v></c></row>'.repeat(200)}</sheetData>`),
  ],
  ['pptx', pptx(shape(`<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`))],
  ['odt', openDocument('text', `<text:h text:outline-level="1">T</text:h><text:p>${text}</text:p>`.repeat(20))],
  [
    'ods',
    openDocument(
      'spreadsheet',
      '<table:table table:name="T"><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    ),
  ],
  [
    'odp',
    openDocument(
      'presentation',
      '<draw:page draw:name="p"><draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame></draw:page>',
    ),
  ],
  ['epub', epub(`<h1>T</h1><p>${text}</p>`)],
  ['rtf', Buffer.from(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\b T\\b0\\par ${text}\\par}`)],
  ['csv', Buffer.from('a,b,"c ""d"""\n1,2,3\n'.repeat(200))],
  ['tsv', Buffer.from('a\tb\tc\n1\t2\t3\n'.repeat(200))],
])

/** Yields the first tenth of the bytes, then two tenths, and so on. */
export function* cut(bytes: Buffer): Generator<Buffer> {
  for (let tenth = 1; tenth < 10; tenth++) yield bytes.subarray(0, Math.floor((bytes.length * tenth) / 10))
}

/** Yields twenty copies, each with one byte in a hundred wrong, but at least three. */
export function* flipped(bytes: Buffer): Generator<Buffer> {
  const draw = drawFrom(22)
  for (let copy = 0; copy < 20; copy++) {
    const broken = Buffer.from(bytes)
    for (let flip = 0; flip < Math.max(3, bytes.length / 100); flip++) {
      broken[Math.floor(draw() * broken.length)] = Math.floor(draw() * 256)
    }
    yield broken
  }
}

/** Yields copies of a PDF, each with two adjacent objects swapped. */
export function* exchanged(bytes: Buffer): Generator<Buffer> {
  const parts = bytes.toString('latin1').split(/(?=\d+ 0 obj)/)
  for (let at = 1; at + 1 < parts.length; at++) {
    const others = parts.toSpliced(at, 2, parts[at + 1] as string, parts[at] as string)
    yield Buffer.from(others.join(''), 'latin1')
  }
}

/** Marsaglia's xorshift. Returns the same numbers from 0 to 1 on every run. */
function drawFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const of = (kind: DocumentOfKind['kind']) => samples.get(kind) as Buffer

export const polyglots: readonly HostileDocument[] = [
  ['a PDF followed by an archive', 'pdf', () => Buffer.concat([of('pdf'), of('docx')])],
  ['a PDF followed by an archive', 'docx', () => Buffer.concat([of('pdf'), of('docx')])],
  ['an archive followed by a PDF', 'docx', () => Buffer.concat([of('docx'), of('pdf')])],
  ['an archive followed by a PDF', 'pdf', () => Buffer.concat([of('docx'), of('pdf')])],
  [
    'an HTML page followed by an archive',
    'xlsx',
    () => Buffer.concat([Buffer.from('<script>alert(1)</script>'), of('xlsx')]),
  ],
]

/** Yields each document with the type of the next one, and bytes that aren't a document. */
export function* wrongTypes(): Generator<[kind: DocumentOfKind['kind'], bytes: Buffer]> {
  const kinds = [...samples.keys()]
  for (const [at, kind] of kinds.entries()) yield [kind, of(kinds[(at + 1) % kinds.length] as DocumentOfKind['kind'])]
  const others = [
    Buffer.from('<!doctype html><p>x</p>'),
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    Buffer.alloc(5000, 0xff),
  ]
  for (const other of others)
    for (const kind of Object.keys(documentTypes)) yield [kind as DocumentOfKind['kind'], other]
}
