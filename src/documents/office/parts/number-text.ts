/** A number as a format of Office shows it. @see ECMA-376, part 1, §18.8.31 */

import { format } from 'numfmt'

/** Excel writes no longer ones. */
export const maxFormatChars = 300

/** Wide whole numbers are identifiers more often than magnitudes: Excel shows their digits where the column has room. */
const maxDigits = 1e15

/** The number as it is where its format can't be read. Fields of an accounting format are filled with spaces: they are left out. */
export function numberText(stated: string, value: number): string {
  const code = stated.length > maxFormatChars ? 'General' : stated
  if (code === 'General' && Number.isInteger(value) && Math.abs(value) < maxDigits) return String(value)
  try {
    return format(code, value, { nbsp: false }).trim()
  } catch {
    return format('General', value)
  }
}
