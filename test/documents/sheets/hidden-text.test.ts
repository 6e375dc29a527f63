import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { relationships, workbookOf } from './workbook.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

interface SheetCase {
  font?: string
  fill?: string
  /** Fills that Excel reserves. */
  reserved?: readonly [string, string]
  /** Index of the style's fill. */
  fillId?: number
  format?: string
  rules?: string
  /** XML before the cells, attributes of the row with the text, and XML after the cells. */
  before?: string
  row?: string
  behind?: string
  /** Replaces the text. */
  cell?: string
  files?: Readonly<Record<string, string>>
}

const solid = (colour: string) =>
  `<patternFill patternType="solid"><fgColor ${colour}/><bgColor indexed="64"/></patternFill>`

/** The second row has the style. */
function workbook({ font = '', fill = '<patternFill patternType="none"/>', format, ...parts }: SheetCase) {
  const { rules = '', before = '', row = '', behind = '', files = {} } = parts
  const { cell = `<is><t>${secret}</t></is>`, reserved = ['', ''], fillId = 2 } = parts
  const fills = [...reserved, fill].map((one) => `<fill>${one}</fill>`).join('')
  const styles =
    (format === undefined ? '' : `<numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts>`) +
    `<fonts><font/><font>${font}</font></fonts><fills>${fills}</fills>` +
    `<cellXfs><xf/><xf fontId="1" fillId="${fillId}" numFmtId="${format === undefined ? 0 : 200}"/></cellXfs><dxfs>${rules}</dxfs>`
  const cells = `<row r="1"><c r="B1" t="inlineStr"><is><t>${seen}</t></is></c></row><row r="2" ${row}><c r="A2" s="1" t="inlineStr">${cell}</c></row>`
  const xml = `${before}<sheetData>${cells}</sheetData>${behind}`
  return workbookOf({ sheets: [{ xml }], styles, files })
}

const whiteFont = '<color rgb="FFFFFFFF"/>'
const always = (dxf: string): SheetCase => ({
  rules: `<dxf>${dxf}</dxf>`,
  behind:
    '<conditionalFormatting sqref="A2:A9"><cfRule type="expression" dxfId="0" priority="1"><formula>TRUE</formula></cfRule></conditionalFormatting>',
})
const table = (name: string): SheetCase['files'] => ({
  'xl/worksheets/_rels/sheet1.xml.rels': relationships([['t', 'table', '../tables/table1.xml']]),
  'xl/tables/table1.xml': `<table ${main} ref="A2:A9"><tableStyleInfo name="${name}"/></table>`,
})

const hidden: Readonly<Record<string, SheetCase>> = {
  white: { font: whiteFont },
  'white where fill 0 is stated to be black': { font: whiteFont, reserved: [solid('rgb="FF000000"'), ''], fillId: 0 },
  'white from the theme': { font: '<color theme="0"/>' },
  'a tint of a theme colour': { font: '<color theme="1" tint="0.99"/>' },
  'white from the palette': { font: '<color indexed="9"/>' },
  'the colour of its fill': { font: '<color rgb="FF102030"/>', fill: solid('rgb="FF102030"') },
  'black on black': { fill: solid('rgb="FF000000"') },
  'a format without sections': { format: ';;;' },
  'one point': { font: '<sz val="1"/>' },
  'a column without width': {
    before: '<cols><col min="1" max="1" width="0"/></cols>',
    cell: `<is><t>${secret}</t></is>`,
  },
  'a row without height': { row: 'ht="0" customHeight="1"' },
  'a hidden row': { row: 'hidden="1"' },
  'a run of rich text': { cell: `<is><r><t>x</t></r><r><rPr>${whiteFont}</rPr><t>${secret}</t></r></is>` },
  'a rule that always applies': always(`<font>${whiteFont}</font>`),
  'a format from a rule that always applies': always('<numFmt numFmtId="9" formatCode=";;;"/>'),
  'a cell that a merged one covers': { behind: '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>' },
}

const visible: Readonly<Record<string, SheetCase>> = {
  'white on dark': { font: whiteFont, fill: solid('rgb="FF1F3864"') },
  'white on an unknown theme colour': { font: whiteFont, fill: solid('theme="4"') },
  'white on a gradient': { font: whiteFont, fill: '<gradientFill/>' },
  'black where fill 0 is stated to be black': { reserved: [solid('rgb="FF000000"'), ''], fillId: 0 },
  'black where fill 1 is stated to be black': { reserved: ['', solid('rgb="FF000000"')], fillId: 1 },
  'light grey': { font: '<color rgb="FFCCCCCC"/>' },
  'white in the header of a table': { font: whiteFont, files: table('TableStyleMedium2') },
  'white where a rule may set a fill': {
    font: whiteFont,
    rules: `<dxf><fill>${solid('rgb="FF102030"')}</fill></dxf>`,
    behind: '<conditionalFormatting sqref="A2"><cfRule type="cellIs" dxfId="0"/></conditionalFormatting>',
  },
  'white on an image': { font: whiteFont, behind: '<picture/>' },
  'a narrow column': { before: '<cols><col min="1" max="1" width="1.5"/></cols>' },
  'a format for text': { format: '0;0;0;@' },
  'a format of one section': { format: '0.00' },
  'five points': { font: '<sz val="5"/>' },
}

describe('hidden text in a workbook', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, parts) => {
    await expectHidden('xlsx', workbook(parts))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, parts) => {
    await expectVisible('xlsx', workbook(parts))
  })

  it.each([
    ['their format', { format: '0;;;' }],
    ['a rule', always('<numFmt numFmtId="9" formatCode=";;"/>')],
  ])('includes numbers that %s hides', async (_, parts) => {
    const places = Array.from({ length: 5 }, (_, at) => `A${at + 3}`)
    const cell = `${places.map((place) => `</c><c r="${place}" s="1"><v>-4444444444</v>`).join('')}</c><c r="B8"><v>7</v>`
    const { content, warnings } = await formatDocument('xlsx', workbook({ ...parts, cell }))
    expect(content).toContain('| 7 |')
    expect(content).not.toContain('4')
    expect(warnings.map(({ code }) => code)).toContain('hidden_text_removed')
  })

  it('does not include zeros that a format hides', async () => {
    const zeros = Array.from({ length: 50 }, (_, at) => `</c><c r="A${at + 3}" s="1"><v>0</v>`).join('')
    const { content, warnings } = await formatDocument('xlsx', workbook({ format: '0;-0;;@', cell: zeros }))
    expect(content).not.toContain('0')
    expect(warnings).toEqual([])
  })

  it('does not include the number that a cell shows', async () => {
    const cell = '<v>42</v></c><c r="B2" s="1"><v>7</v>'
    const { content } = await formatDocument('xlsx', workbook({ format: '0.0;;;', cell }))
    expect(content).toContain('7.0')
  })
})
