import { describe, expect, it } from 'vitest'
import type { XmlElement } from '../../../src/documents/office/xml/xml-tree.ts'
import { Formulas, openFormulaText } from '../../../src/documents/sheets/formulas.ts'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'
import { workbookOf } from './workbook.ts'

/** The markdown of a sheet with this header and these rows of cells. */
async function xlsxTable(rows: string): Promise<string> {
  const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>h</t></is></c></row>'
  const { content, warnings } = await formatDocument(
    'xlsx',
    workbookOf({ sheets: [{ name: 'S', xml: `<sheetData>${head}${rows}</sheetData>` }] }),
  )
  expect(warnings).toEqual([])
  return (content as string).replace(/^## S\n\n\| h [^\n]*\n[^\n]*\n/, '')
}

async function odsTable(cells: string): Promise<string> {
  const names = ['office', 'table', 'text']
  const namespaces = names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')
  const table = `<table:table table:name="S"><table:table-row>${cells}</table:table-row></table:table>`
  const { content } = await formatDocument(
    'ods',
    zipOf({
      mimetype: documentTypes.ods,
      'content.xml': `<office:document-content ${namespaces}><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`,
    }),
  )
  return content as string
}

describe('a formula without a stored result', () => {
  it.each([
    ['is written as its text', '<f>SUM(B2:B3)</f><v></v>', '=SUM(B2:B3)'],
    ['has no prefixes before its functions', '<f>_xlfn.CONCAT(A1,_xlfn._xlws.SORT(B1))</f>', '=CONCAT(A1,SORT(B1))'],
    [
      'is a link if it is one',
      '<f>HYPERLINK("https://x.example/?a=""b","Open")</f>',
      '[Open](https://x.example/?a=%22b)',
    ],
    ['is a link without a text', '<f>HYPERLINK("https://x.example/")</f>', 'https://x.example/'],
    ['stays if it computes its URL', '<f>HYPERLINK(A1,"Open")</f>', '=HYPERLINK(A1,"Open")'],
  ])('%s', async (_title, cell, expected) => {
    expect(await xlsxTable(`<row r="2"><c r="A2">${cell}</c></row>`)).toBe(`| ${expected} |`)
  })

  it('is adapted to its cell if it is shared', async () => {
    const text = '$A1*B$2+"A1"&amp;\'Q1 A1\'!C3+LOG10(D4)+Table1[A1]+SUM(E:E,$F:$F)+SUM(1:1)+Data1!AZ9'
    const rows = `<row r="2"><c r="A2"><f t="shared" ref="A2:B3" si="0">${text}</f></c><c r="B2"><f t="shared" si="0"/></c></row>
      <row r="3"><c r="A3"><f t="shared" si="0"/></c><c r="B3"><f t="shared" si="7"/></c></row>`
    const cell = (written: string) => written.replaceAll('*', '\\*')
    expect(await xlsxTable(rows)).toBe(
      [
        `| =${cell('$A1*B$2')}+"A1"&'Q1 A1'!C3+LOG10(D4)+Table1[A1]+SUM(E:E,$F:$F)+SUM(1:1)+Data1!AZ9 | =${cell('$A1*C$2')}+"A1"&'Q1 A1'!D3+LOG10(E4)+Table1[A1]+SUM(F:F,$F:$F)+SUM(1:1)+Data1!BA9 |`,
        `| =${cell('$A2*B$2')}+"A1"&'Q1 A1'!C4+LOG10(D5)+Table1[A1]+SUM(E:E,$F:$F)+SUM(2:2)+Data1!AZ10 |  |`,
      ].join('\n'),
    )
  })

  it('is written in an OpenDocument spreadsheet too, with references as in Excel', async () => {
    const cell = (formula: string, attributes = '', text = '') =>
      `<table:table-cell table:formula="${formula}" ${attributes}>${text}</table:table-cell>`
    expect(await odsTable(cell('of:=SUM([.B2:.B$3];[$Data.A1];&quot;[.B2]&quot;)'))).toContain(
      '| =SUM(B2:B$3;Data!A1;"[.B2]") |',
    )
    expect(await odsTable(cell('of:=HYPERLINK(&quot;https://x.example/&quot;;&quot;Open&quot;)'))).toContain(
      '| [Open](https://x.example/) |',
    )
    expect(
      await odsTable(cell('of:=1+1', 'office:value-type="float" office:value="2"', '<text:p>2</text:p>')),
    ).toContain('| 2 |')
    expect(
      await odsTable(cell('of:=&quot;&quot;', 'office:value-type="string" office:string-value=""') + cell('of:=1')),
    ).toContain('| =1 |')
  })
})

it.each(['[', '['.repeat(300_000), `[.${'a'.repeat(300_000)}]`, "'".repeat(300_001)])(
  'formulas of any length are read in one pass',
  (text) => {
    const formulas = new Formulas()
    const cell = (own: string): XmlElement => ({ name: 'x:f', attributes: { t: 'shared', si: '0' }, children: [own] })
    formulas.read(cell(`A1+${text}`), { row: 0, column: 0 })
    expect(formulas.read(cell(''), { row: 1, column: 0 })?.text()).toMatch(/^=A2\+/)
    expect(openFormulaText(`of:=${text}`)).toMatch(/^=./)
  },
)

it('a stored result is written instead of its formula, even if it is empty, and keeps the link of the formula', async () => {
  const rows = `<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>""</f><v></v></c>
    <c r="C2" t="str"><f>HYPERLINK("https://x.example/","a"&amp;"b")</f><v>ab</v></c><c r="D2" t="str"><f>HYPERLINK("https://x.example/","Open")</f><v>Open</v></c></row>`
  expect(await xlsxTable(rows)).toBe('| 2 |  | ab | [Open](https://x.example/) |')
})

describe('a workbook without text', () => {
  it.each([
    ['is empty', '<sheetData/>'],
    ['has only pictures', '<sheetData/><drawing r:id="rId1"/>'],
  ])('has a warning if it %s', async (_title, xml) => {
    const { content, warnings } = await formatDocument('xlsx', workbookOf({ sheets: [{ xml }] }))
    expect(content).toBe('')
    expect(warnings.map(({ code }) => code)).toContain('no_text')
  })
})
