/** Cleans text from Google's pages before it is compared or returned. */

import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Removes bidirectional controls and zero-width spaces, collapses white space and trims the ends. */
export function cleanText(text: string): string {
  return collapseAndTrim(withoutInvisible(text).replace(/[\u200e\u200f]/g, ''))
}
