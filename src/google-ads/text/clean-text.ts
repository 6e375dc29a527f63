/** Cleans a text of Google's pages before it is compared or returned. */

import { withoutInvisible } from '../../document/characters.ts'
import { collapseAndTrim } from '../../document/white-space.ts'

/** Without bidirectional controls and zero-width spaces, white space collapsed and trimmed. */
export function cleanText(text: string): string {
  return collapseAndTrim(withoutInvisible.ads(text))
}
