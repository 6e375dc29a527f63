/** Formats the numbers in workbooks as Excel displays them. @see ECMA-376, part 1, §18.8.30 */

import { getFormatFromId, isDateFormat, isValidFormat } from 'numfmt'
import { maxFormatChars, numberText } from '../office/parts/number-text.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'

export interface NumberFormats {
  /** Returns the text displayed in a cell with this style. A format may add text to a string, as `"No. "@` does. */
  text(style: number, value: number | string): string
  codeOf(style: number): string
}

/** Excel allows at most 250 custom formats. */
const maxFormats = 1000
/** Formats with lower ids are built in, and files refer to them only by number. */
const firstCustom = 164
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
    const stated = own.get(numFmtId) ?? (Number(numFmtId) < firstCustom ? getFormatFromId(Number(numFmtId)) : 'General')
    const known = read.get(stated) ?? readCode(stated, is1904)
    read.set(stated, known)
    return known
  })
  return {
    text: (style, value) => textIn(codes[style] ?? general, value),
    codeOf: (style) => (codes[style] ?? general).code,
  }
}

const byCode = new Map<string, NumberFormat>()

/** Returns the text displayed in a cell with this format code. `m/d/yy` stands for the format that follows the locale. */
export function formattedText(code: string, value: number | string, is1904: boolean): string {
  const key = `${is1904} ${code}`
  if (byCode.size > maxFormats) byCode.clear()
  const format = byCode.get(key) ?? readCode(code === 'm/d/yy' ? getFormatFromId(14) : code, is1904)
  byCode.set(key, format)
  return textIn(format, value)
}

interface NumberFormat {
  code: string
  shift: number
}

function textIn({ code, shift }: NumberFormat, value: number | string): string {
  if (typeof value === 'number') return numberText(code, value + shift)
  return value !== '' && /[^@]@|@[^@]/.test(code) ? numberText(code, value) : value
}

/** Marks a duration, such as `[h]:mm`. */
const elapsed = /\[(?:h+|m+|s+)\]/i

const general: NumberFormat = { code: 'General', shift: 0 }

/** Replaces unreadable codes here, so that each code is tried only once rather than for every cell. */
function readCode(code: string, is1904: boolean): NumberFormat {
  if (code.length > maxFormatChars || !isValidFormat(code)) return general
  const isDate = isDateFormat(code) && !elapsed.test(code)
  return { code, shift: is1904 && isDate ? days1904 : 0 }
}
