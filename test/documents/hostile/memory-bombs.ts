/** Small documents that take gigabytes or tens of seconds to read. They crash a careless reader, so read them in a child process. */

import { randomBytes } from 'node:crypto'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { pdfFile, stream } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { docxParts, openDocumentParts, paragraph, partsOf, pptxParts, shape, xlsx, xlsxParts } from './office-files.ts'
import { pdfContents } from './pdf-contents.ts'
import { catalog, page, pages } from './pdf-page.ts'
import { type ZipPart, zipFile } from './zip-file.ts'

const identity = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'

/** A page in a CID font. `widths` is its `/W`. The streams `map` and `toUnicode` map codes to CIDs and characters. */
export function cidFont({ widths = '', more = '', map = null as string | null, toUnicode = '' }): Buffer {
  const encoding = map === null ? '/Identity-H' : '7 0 R'
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X ${identity} /W [${widths}] ${more} >>`
  return pdfFile([
    ...[catalog, pages, page, stream('BT /F1 12 Tf 50 700 Td <00410042> Tj ET')],
    `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding ${encoding} /ToUnicode 8 0 R /DescendantFonts [6 0 R] >>`,
    descendant,
    map === null ? 'null' : stream(map, `/Type /CMap /CMapName /M ${identity}`),
    toUnicode === '' ? 'null' : stream(toUnicode),
  ])
}

export const cidRanges = (ranges: string) =>
  `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${ranges} endcmap`

function drawing(operators: string): Buffer {
  const content = deflateSync(Buffer.alloc(30_000_000, operators), { level: 9 })
  return pdfFile([catalog, pages, page, stream(content, '/Filter /FlateDecode'), 'null'])
}

const pdfs: readonly HostileDocument[] = [
  ['100,000,000 widths', 'pdf', () => cidFont({ widths: '0 100000000 500' })],
  ['widths from -100,000,000 on', 'pdf', () => cidFont({ widths: '-100000000 100000000 500' })],
  [
    'widths in 2,000 ranges of 65,536',
    'pdf',
    () =>
      cidFont({ widths: Array.from({ length: 2000 }, (_, n) => `${n * 65_536} ${n * 65_536 + 65_535} 500`).join(' ') }),
  ],
  ['2,000,000,000 widths', 'pdf', () => cidFont({ widths: '0 2000000000 500 0 2000000000 600' })],
  [
    '100,000,000 vertical widths',
    'pdf',
    () => cidFont({ more: '/W2 [0 100000000 -500 250 500]', map: cidRanges('/WMode 1 def') }),
  ],
  [
    'codes mapped to 4,294,967,296 glyphs',
    'pdf',
    () => cidFont({ map: cidRanges('1 begincidrange <00000000> <ffffffff> 0 endcidrange') }),
  ],
  [
    'codes mapped to 100 times 16,777,216 glyphs',
    'pdf',
    () => {
      const range = (n: number) =>
        `<${n.toString(16).padStart(2, '0')}000000> <${n.toString(16).padStart(2, '0')}ffffff> 0`
      return cidFont({
        map: cidRanges(`100 begincidrange ${Array.from({ length: 100 }, (_, n) => range(n)).join(' ')} endcidrange`),
      })
    },
  ],
  ['a font of 200,000,000 codes', 'pdf', () => cidFont({ more: '/FirstChar 0 /LastChar 200000000' })],
  ['30 MB of lines', 'pdf', () => drawing('0 0 m 1 1 l ')],
  ['30 MB of filled rectangles', 'pdf', () => drawing('0 0 1 1 re f ')],
  ...pdfContents.filter(([name]) => name === 'forms that draw each other a billion times'),
]

const table = (inside: string, { rows = 10, columns = 10 } = {}) =>
  `<table:table><table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}">${inside}</table:table-cell></table:table-row></table:table>`

const nestedTables = (depth: number) => {
  let inside = '<text:p>text of a cell</text:p>'
  for (let n = 0; n < depth; n++) inside = table(inside)
  return zipFile(openDocumentParts('text', inside))
}

const repeats: readonly HostileDocument[] = [
  [
    'a paragraph of 100,000 characters in 20,000 cells',
    'odt',
    () =>
      zipFile(
        openDocumentParts('text', table(`<text:p>${'&amp;'.repeat(100_000)}</text:p>`, { rows: 100, columns: 200 })),
      ),
  ],
  ...[4, 5, 6].map(
    (depth): HostileDocument => [`nested tables of 100 cells, ${depth} deep`, 'odt', () => nestedTables(depth)],
  ),
]

const signs = 90_000_000
const mark = 'CONTENT'

/** A single letter beyond Latin-1 makes the whole text take two bytes per character. */
const manySigns = Buffer.concat([Buffer.from('<![CDATA[ж'), Buffer.alloc(signs, '&'), Buffer.from(']]>')])

const inRuns = Buffer.from(`<![CDATA[ж${'&'.repeat(900_000)}]]></w:t></w:r><w:r><w:t>`)
const manyRuns = Buffer.concat(Array.from({ length: 100 }, () => inRuns))

/** Replaces CONTENT in the part `name` with `content` and enough noise for a realistic compression ratio. */
function filled(parts: readonly ZipPart[], name: string, content = manySigns): Buffer {
  return zipFile(
    parts.map((part) => {
      if (part.name !== name) return part
      const [before = '', after = ''] = String(part.content).split(mark)
      const noise = Buffer.from(`<!--${randomBytes(190_000).toString('base64')}-->`)
      const whole = Buffer.concat([Buffer.from(before), content, Buffer.from(after), noise])
      return { name, content: deflateRawSync(whole), isPacked: true, size: whole.length }
    }),
  )
}

const title = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${mark}</dc:title></cp:coreProperties>`

const longTexts: readonly HostileDocument[] = [
  ['a text of 90 million characters', 'docx', () => filled(partsOf(docxParts(paragraph(mark))), 'word/document.xml')],
  [
    '90 million characters in runs of 900,000',
    'docx',
    () => filled(partsOf(docxParts(paragraph(mark))), 'word/document.xml', manyRuns),
  ],
  [
    'a text of 90 million characters',
    'odt',
    () => filled(openDocumentParts('text', `<text:p>${mark}</text:p>`), 'content.xml'),
  ],
  [
    'a text of 90 million characters',
    'xlsx',
    () => {
      const cell = `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${mark}</t></is></c></row></sheetData>`
      return filled(partsOf(xlsxParts(cell)), 'xl/worksheets/sheet1.xml')
    },
  ],
  [
    'a text of 90 million characters',
    'pptx',
    () => filled(partsOf(pptxParts(shape(`<a:p><a:r><a:t>${mark}</a:t></a:r></a:p>`))), 'ppt/slides/slide1.xml'),
  ],
  [
    'a title of 90 million characters',
    'docx',
    () => filled(partsOf(docxParts(paragraph('x'), { 'docProps/core.xml': title })), 'docProps/core.xml'),
  ],
]

const sheets: readonly HostileDocument[] = [
  [
    '24 sheets that share the same 320,000 rows',
    'xlsx',
    () => {
      const rows = `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(320_000)}</sheetData>`
      const named = Array.from({ length: 24 }, (_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId1"/>`)
      return xlsx(rows, {}, named.join(''))
    },
  ],
]

export const memoryBombs: readonly HostileDocument[] = [...pdfs, ...repeats, ...longTexts, ...sheets]
