/** Formats the numbers in workbooks as Excel displays them. @see ECMA-376, part 1, §18.8.30 */

import { isDateFormat, isValidFormat } from 'numfmt'
import { maxFormatChars, numberText } from '../office/parts/number-text.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'

/** Built-in formats, which files refer to only by number, as in Excel for English (United States). */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);\\(#,##0\\)'],
  [38, '#,##0_);[Red]\\(#,##0\\)'],
  [39, '#,##0.00_);\\(#,##0.00\\)'],
  [40, '#,##0.00_);[Red]\\(#,##0.00\\)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
  // In East Asian editions, these are also dates.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'yyyy-mm-dd']),
])

export interface NumberFormats {
  /** Returns the text displayed in a cell with this style. */
  text(style: number, value: number): string
  codeOf(style: number): string
}

/** Excel allows at most 250 custom formats. */
const maxFormats = 1000
/** Days from 1900-01-00 to 1904-01-01. */
const days1904 = 1462

/** `styles`: the tree of the part. `is1904`: true if days are counted from 1904-01-01. */
export function createNumberFormats(styles: XmlElement, is1904: boolean): NumberFormats {
  const sheet = childOf(styles, 'x:styleSheet')
  const own = new Map<string, string>()
  for (const { attributes } of childrenOf(childOf(sheet, 'x:numFmts'), 'x:numFmt')) {
    if (attributes.numFmtId !== undefined && own.size < maxFormats) {
      own.set(attributes.numFmtId, attributes.formatCode ?? '')
    }
  }
  const read = new Map<string, NumberFormat>()
  const codes = childrenOf(childOf(sheet, 'x:cellXfs'), 'x:xf').map(({ attributes: { numFmtId = '0' } }) => {
    const stated = own.get(numFmtId) ?? builtIn.get(Number(numFmtId)) ?? 'General'
    const known = read.get(stated) ?? readCode(stated, is1904)
    read.set(stated, known)
    return known
  })
  return {
    text(style, value) {
      const { code, shift } = codes[style] ?? general
      return numberText(code, value + shift)
    },
    codeOf: (style) => (codes[style] ?? general).code,
  }
}

interface NumberFormat {
  code: string
  /** Number of days added to a value. */
  shift: number
}

const general: NumberFormat = { code: 'General', shift: 0 }

/** Unreadable codes are replaced here, so that each is tried only once and not for every cell. */
function readCode(code: string, is1904: boolean): NumberFormat {
  if (code.length > maxFormatChars || !isValidFormat(code)) return general
  return { code, shift: is1904 && isDateFormat(code) ? days1904 : 0 }
}
