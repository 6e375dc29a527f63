/** Documents that take a careless reader quadratic time. Each must be read to its end. */

import { onePage } from '../pdf/pdf-document.ts'
import type { HostileDocument } from './hostile-document.ts'
import { docx, epub, openDocument, relationships, xlsx } from './office-files.ts'

const many = (times: number, write: (n: number) => string) => Array.from({ length: times }, (_, n) => write(n)).join('')
const drawing = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
const office = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const rules = ['10 10 m 10 750 l', '300 10 m 300 750 l', '590 10 m 590 750 l', '10 10 m 590 10 l', '10 700 m 590 700 l']

export const longParts: readonly HostileDocument[] = [
  [
    'an image described by a million blanks',
    'docx',
    () => {
      const picture = `<wp:inline><wp:docPr id="1" descr="a${' '.repeat(1_000_000)}x"/></wp:inline>`
      return docx(`<w:p><w:r><w:t>x</w:t><w:drawing ${drawing}>${picture}</w:drawing></w:r></w:p>`)
    },
  ],
  [
    '60,000 elements with a namespace each, below 30,000 others',
    'docx',
    () =>
      docx(
        many(60_000, (n) => `<a xmlns:x${n}="y"/>`),
        {},
        { root: many(30_000, (n) => ` xmlns:n${n}="y"`) },
      ),
  ],
  ['a URL with a million dots', 'csv', () => Buffer.from(`a,b\nhttp://x/${'.'.repeat(1_000_000)}x,c\n`)],
  [
    'a cell of 300,000 digits and a letter',
    'pdf',
    () => {
      const texts = `(${'1'.repeat(300_000)}x) Tj 300 0 Td (2) Tj -300 -50 Td (3) Tj 300 0 Td (4) Tj`
      const lines = [...rules, '10 750 m 590 750 l'].map((line) => `${line} S`).join(' ')
      return onePage({ content: `${lines} BT /F1 0.0001 Tf 20 720 Td ${texts} ET` })
    },
  ],
  [
    'a cell in the last column of each of 200,000 rows',
    'xlsx',
    () => {
      const first = `<row r="1">${'<c><v>1</v></c>'.repeat(16_384)}</row>`
      return xlsx(
        `<sheetData>${first}${many(200_000, (n) => `<row r="${n + 2}"><c r="XFD${n + 2}"><v>1</v></c></row>`)}</sheetData>`,
      )
    },
  ],
  [
    'all columns hidden a million times',
    'xlsx',
    () =>
      xlsx(
        `<cols>${'<col min="2" max="16384" hidden="1"/>'.repeat(1_000_000)}</cols><sheetData><row><c><v>1</v></c></row></sheetData>`,
      ),
  ],
  [
    'four million hidden rows',
    'xlsx',
    () =>
      xlsx(`<sheetData>${'<row hidden="1"/>'.repeat(4_000_000)}<row r="9"><c r="A1"><v>1</v></c></row></sheetData>`),
  ],
  [
    '500,000 links of one cell of a million characters',
    'xlsx',
    () => {
      const cell = `<row><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`
      const links = '<hyperlink ref="A1" r:id="r1"/>'.repeat(500_000)
      return xlsx(`<sheetData>${cell}</sheetData><hyperlinks ${office}>${links}</hyperlinks>`, {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships([['r1', 'hyperlink', 'x', 'External']]),
      })
    },
  ],
  [
    '100,000 numbers in an invalid format',
    'xlsx',
    () => {
      const format = `<numFmt numFmtId="200" formatCode="${'[&gt;1]#,##0.00\\ x;'.repeat(16)}"/>`
      return xlsx(`<sheetData>${`<row>${'<c s="0"><v>1.5</v></c>'.repeat(50)}</row>`.repeat(2000)}</sheetData>`, {
        'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${format}</numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      })
    },
  ],
  [
    'seventeen billion cells after the last column',
    'ods',
    () => {
      const repeated = 'table:number-columns-repeated="16384"'
      const row = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell ${repeated}/><table:table-cell ${repeated}><text:p>x</text:p></table:table-cell></table:table-row>`
      return openDocument('spreadsheet', `<table:table table:name="T">${row}</table:table>`)
    },
  ],
  [
    '300 groups around 200,000 frames and an object',
    'odp',
    () => {
      const frames = '<draw:frame/>'.repeat(200_000)
      const groups = `${'<draw:g>'.repeat(300)}${frames}<draw:object/>${'</draw:g>'.repeat(300)}`
      return openDocument('presentation', `<draw:page draw:name="p">${groups}</draw:page>`)
    },
  ],
  [
    '200 nested tables of contents around 50,000 empty links',
    'epub',
    () => {
      const lists = `${'<nav epub:type="toc">'.repeat(200)}${'<a/>'.repeat(50_000)}${'</nav>'.repeat(200)}`
      const names = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
      const items = '<item id="n" href="n.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
      return epub('<p>x</p>', { 'n.xhtml': `<html ${names}><body>${lists}</body></html>` }, { items })
    },
  ],
]
