/** Cleans a text of Google's pages before it is compared or returned. */

import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'

/** Without bidirectional controls and zero-width spaces, white space collapsed and trimmed. */
export function cleanText(text: string): string {
  return collapseAndTrim(withoutInvisible(text).replace(/[\u200e\u200f]/g, ''))
}
