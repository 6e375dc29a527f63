/** Workbooks of Excel that hide a sentence, 9 ways, and ones in which it only looks hidden. */

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
  hidden('white font from the palette', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color indexed="9"/>') }),
  ),
  hidden('font and fill in one colour of the theme', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], {
      font: font('<color theme="4" tint="-0.25"/>'),
      fill: solid('theme="4" tint="-0.25"'),
    }),
  ),
  hidden('white letters in a part of the text', (plain, other) =>
    xlsx([
      {
        xml: twoRows(
          plain,
          `<r><t>12 </t></r><r><rPr><sz val="11"/>${white}<rFont val="DejaVu Sans"/></rPr><t>${other}</t></r>`,
        ),
      },
    ]),
  ),
  hidden('white by a conditional format', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) + conditional }], { conditional: `<font>${white}</font>` }),
  ),
  hidden('1 point', (plain, other) => xlsx([{ xml: twoRows(plain, other) }], { font: font('', 1) })),
  hidden('a row of nearly no height', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other, 'ht="0.2" customHeight="1"') }]),
  ),
  hidden('a column of nearly no width', (plain, other) =>
    xlsx([
      {
        xml: `${inB}<sheetData>${row(1, cell('A1', plain) + cell('B1', other) + cell('C1', 'End'))}</sheetData>`,
      },
    ]),
  ),
  hidden('a sheet that the menus do not list', (plain, other) =>
    xlsx([
      { xml: `<sheetData>${row(1, cell('A1', plain))}</sheetData>` },
      { state: 'veryHidden', xml: `<sheetData>${row(1, cell('A1', other))}</sheetData>` },
    ]),
  ),
]

const xlsxVisible: readonly HiddenTextCase[] = [
  visible('white font on a dark fill', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color theme="0"/>'), fill: solid('rgb="FF1F3864"') }),
  ),
  visible('white font on a dark gradient', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], {
      font: font(white),
      fill: '<fill><gradientFill degree="90"><stop position="0"><color rgb="FF1F3864"/></stop><stop position="1"><color rgb="FF2E74B5"/></stop></gradientFill></fill>',
    }),
  ),
  visible('white font on the dark fill of a conditional format', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) + conditional }], {
      font: font(white),
      conditional: '<fill><patternFill><bgColor rgb="FF1F3864"/></patternFill></fill>',
    }),
  ),
  visible('a format that hides numbers and shows text', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { format: ';;;@' }),
  ),
  visible('a format of two empty sections, which says nothing of text', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { format: ';;' }),
  ),
  visible('light gray font of 6 points', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other) }], { font: font('<color rgb="FFBFBFBF"/>', 6) }),
  ),
  visible('a row that is said to be neither hidden nor collapsed', (plain, other) =>
    xlsx([{ xml: twoRows(plain, other, 'hidden="0" collapsed="0" outlineLevel="1" ht="15" customHeight="1"') }]),
  ),
]

export const xlsxCases = [...xlsxHidden, ...xlsxVisible]
