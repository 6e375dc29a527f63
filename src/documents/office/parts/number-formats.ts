/** Formats numbers the way Office shows them. @see ECMA-376, part 1, §18.8.30 and §18.8.31 */

import { format, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt'
import { attempt } from '../../../base/attempt.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'

/** Excel doesn't write longer formats. */
const maxFormatChars = 300

/** Long whole numbers are more often identifiers than quantities. Excel shows all their digits if the column is wide enough. */
const maxDigits = 1e15

/** Returns the plain number if its format can't be read. Leaves out the padding spaces of accounting formats. */
export function numberText(stated: string, value: number | string): string {
  const code = stated.length > maxFormatChars ? 'General' : stated
  const isInteger = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < maxDigits
  if (code === 'General' && isInteger) return String(value)
  return attempt(() => format(code, value, { nbsp: false }).trim()) ?? format('General', value)
}

/** Excel allows at most 250 custom formats. */
const maxFormats = 1000
/** Formats with lower ids are built in, and files refer to them only by number. */
const firstCustom = 164
/** Days from 1900-01-00 to 1904-01-01. */
const days1904 = 1462

/** Returns the format codes of an Excel workbook by style. `styles`: the tree of the part. */
export function formatCodes(styles: XmlElement): string[] {
  const sheet = childOf(styles, 'x:styleSheet')
  const own = new Map<string, string>()
  for (const { attributes } of childrenOf(childOf(sheet, 'x:numFmts'), 'x:numFmt').slice(0, maxFormats)) {
    if (attributes.numFmtId !== undefined) own.set(attributes.numFmtId, attributes.formatCode ?? '')
  }
  return childrenOf(childOf(sheet, 'x:cellXfs'), 'x:xf').map(({ attributes: { numFmtId = '0' } }) => {
    const usual = () => (Number(numFmtId) < firstCustom ? getFormatFromId(Number(numFmtId)) : 'General')
    return readFormat(own.get(numFmtId) ?? usual()).code
  })
}

/**
 * Returns the text that Excel displays in a cell with this format code. A format may add text to a string, as `"No. "@` does, or hide it, as
 * `;;;` does. `is1904`: true if days are counted from 1904-01-01.
 */
export function formattedText(stated: string, value: number | string, is1904: boolean): string {
  const { code, isDate } = readFormat(stated)
  if (typeof value === 'number') return numberText(code, is1904 && isDate ? value + days1904 : value)
  return value !== '' && /[^@]@|@[^@]|;[^;]*;[^;]*;/.test(code) ? numberText(code, value) : value
}

/** Marks a duration, such as `[h]:mm`. */
const elapsed = /\[(?:h+|m+|s+)\]/i

const general = { code: 'General', isDate: false }
const known = new Map<string, typeof general>()

/** Replaces unreadable codes with `General`, so that each code is tried only once rather than for every cell. */
function readFormat(code: string): typeof general {
  if (code.length > maxFormatChars) return general
  const read = known.get(code)
  if (read) return read
  if (known.size > maxFormats) known.clear()
  const format = isValidFormat(code) ? { code, isDate: isDateFormat(code) && !elapsed.test(code) } : general
  known.set(code, format)
  return format
}
