/** Formats a number the way Office shows it. @see ECMA-376, part 1, §18.8.31 */

import { format } from 'numfmt'

/** Excel doesn't write longer formats. */
export const maxFormatChars = 300

/** Long whole numbers are more often identifiers than quantities. Excel shows all their digits if the column is wide enough. */
const maxDigits = 1e15

/** Returns the plain number if its format can't be read. Leaves out the padding spaces of accounting formats. */
export function numberText(stated: string, value: number | string): string {
  const code = stated.length > maxFormatChars ? 'General' : stated
  const isInteger = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < maxDigits
  if (code === 'General' && isInteger) return String(value)
  try {
    return format(code, value, { nbsp: false }).trim()
  } catch {
    return format('General', value)
  }
}
