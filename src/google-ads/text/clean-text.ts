/** Cleans a text of Google's pages before it is compared or returned. */

import { collapseAndTrim } from '../../document/white-space.ts'
import { withoutInvisible } from '../../visibility/invisible-characters.ts'

/** Without bidirectional controls and zero-width spaces, white space collapsed and trimmed. */
export function cleanText(text: string): string {
  return collapseAndTrim(withoutInvisible(text).replace(/[\u200e\u200f]/g, ''))
}
