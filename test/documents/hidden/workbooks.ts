/** Builds complete workbooks with styles and a theme. */

import { relationships, type TestSheet, workbookOf } from '../sheets/workbook.ts'
import { contentTypes, theme } from './office-package.ts'

interface XlsxStyles {
  /** The font, the fill and the number format of cells with style 1. */
  font?: string
  fill?: string
  format?: string
  /** The differential style of conditional formats. */
  conditional?: string
}

const main = 'spreadsheetml'

export function xlsx(sheets: readonly TestSheet[], styles: XlsxStyles = {}): Uint8Array {
  const {
    font: ownFont = font(''),
    fill = '<fill><patternFill patternType="none"/></fill>',
    format = 'General',
    conditional = '',
  } = styles
  const patterns = ['none', 'gray125'].map((name) => `<fill><patternFill patternType="${name}"/></fill>`)
  const plain = 'numFmtId="0" fontId="0" fillId="0" borderId="0"'
  return workbookOf({
    sheets,
    styles: [
      `<numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts>`,
      `<fonts count="2">${font('')}${ownFont}</fonts>`,
      `<fills count="3">${patterns.join('')}${fill}</fills>`,
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      `<cellStyleXfs count="1"><xf ${plain}/></cellStyleXfs>`,
      `<cellXfs count="2"><xf ${plain} xfId="0"/><xf numFmtId="${styles.format === undefined ? 0 : 164}" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/></cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      `<dxfs count="1"><dxf>${conditional}</dxf></dxfs>`,
    ].join(''),
    files: {
      '[Content_Types].xml': contentTypes({
        'xl/workbook.xml': `${main}.sheet.main`,
        'xl/styles.xml': `${main}.styles`,
        'xl/sharedStrings.xml': `${main}.sharedStrings`,
        'xl/theme/theme1.xml': 'theme',
        ...Object.fromEntries(sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, `${main}.worksheet`])),
      }),
      'xl/theme/theme1.xml': theme,
      'xl/_rels/workbook.xml.rels': relationships([
        ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['s1', 'sharedStrings', 'sharedStrings.xml'],
        ['s2', 'styles', 'styles.xml'],
        ['s3', 'theme', 'theme/theme1.xml'],
      ]),
    },
  })
}

/** A font with these children. The default size is 11 pt. */
export const font = (children: string, size = 11) =>
  `<font><sz val="${size}"/>${children}<name val="DejaVu Sans"/></font>`

export const solid = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor ${colour}/><bgColor indexed="64"/></patternFill></fill>`

/** A text cell. `style` is a style index. */
export const cell = (place: string, words: string, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is>${words.startsWith('<') ? words : `<t xml:space="preserve">${words}</t>`}</is></c>`

export const row = (number: number, cells: string, attributes = '') => `<row r="${number}" ${attributes}>${cells}</row>`

/** A sheet with one sentence per row. The second cell has style 1, and its row has `attributes`. */
export const twoRows = (plain: string, other: string, attributes = '') =>
  `<cols><col min="1" max="1" width="60" customWidth="1"/></cols><sheetData>${row(1, cell('A1', plain))}${row(2, cell('A2', other, 1), attributes)}</sheetData>`
