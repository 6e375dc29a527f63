/** Nine ways to hide a sentence in an XLSX workbook, and workbooks in which it only looks hidden. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { cell, font, row, solid, twoRows, xlsx } from './workbooks.ts'

const { hidden, visible } = casesOf('xlsx')

const white = '<color rgb="FFFFFFFF"/>'
const inB =
  '<cols><col min="1" max="1" width="60" customWidth="1"/><col min="2" max="2" width="0.08" customWidth="1"/></cols>'

const conditional =
  '<conditionalFormatting sqref="A2"><cfRule type="expression" dxfId="0" priority="1"><formula>LEN(A2)&gt;0</formula></cfRule></conditionalFormatting>'

const xlsxHidden: readonly HiddenTextCase[] = [
  hidden('a format that shows nothing', (plain, other) => xlsx([{ xml: twoRows(plain, other) }], { format: ';;;' })),
  hidden('a white font from the palette', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color indexed="9"/>') }),
  ),
  hidden('font and fill in the same theme colour', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], {
      font: font('<color theme="4" tint="-0.25"/>'),
      fill: solid('theme="4" tint="-0.25"'),
    }),
  ),
  hidden('a white part of a rich text', (plain, other) =>
    xlsx([
      {
        xml: twoRows(
          plain,
          `<r><t>12 </t></r><r><rPr><sz val="11"/>${white}<rFont val="DejaVu Sans"/></rPr><t>${other}</t></r>`,
        ),
      },
    ]),
  ),
  hidden('a white font by conditional format', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) + conditional }], { conditional: `<font>${white}</font>` }),
  ),
  hidden('1 pt text', (plain, other) => xlsx([{ xml: twoRows(plain, other) }], { font: font('', 1) })),
  hidden('a row 0.2 pt high', (plain, other) => xlsx([{ xml: twoRows(plain, other, 'ht="0.2" customHeight="1"') }])),
  hidden('a column 0.08 characters wide', (plain, other) =>
    xlsx([
      {
        xml: `${inB}<sheetData>${row(1, cell('A1', plain) + cell('B1', other) + cell('C1', 'End'))}</sheetData>`,
      },
    ]),
  ),
  hidden('a very hidden sheet', (plain, other) =>
    xlsx([
      { xml: `<sheetData>${row(1, cell('A1', plain))}</sheetData>` },
      { state: 'veryHidden', xml: `<sheetData>${row(1, cell('A1', other))}</sheetData>` },
    ]),
  ),
]

const xlsxVisible: readonly HiddenTextCase[] = [
  visible('a white font on a dark fill', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color theme="0"/>'), fill: solid('rgb="FF1F3864"') }),
  ),
  visible('a white font on a dark gradient', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], {
      font: font(white),
      fill: '<fill><gradientFill degree="90"><stop position="0"><color rgb="FF1F3864"/></stop><stop position="1"><color rgb="FF2E74B5"/></stop></gradientFill></fill>',
    }),
  ),
  visible('a white font on the dark fill of a conditional format', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) + conditional }], {
      font: font(white),
      conditional: '<fill><patternFill><bgColor rgb="FF1F3864"/></patternFill></fill>',
    }),
  ),
  visible('a format that hides numbers and has a section for text', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { format: ';;;@' }),
  ),
  visible('a format that hides only numbers', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { format: ';;' }),
  ),
  visible('a light gray 6 pt font', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color rgb="FFBFBFBF"/>', 6) }),
  ),
  visible('a row that is explicitly not hidden or collapsed', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other, 'hidden="0" collapsed="0" outlineLevel="1" ht="15" customHeight="1"') }]),
  ),
]

export const xlsxCases = [...xlsxHidden, ...xlsxVisible]
