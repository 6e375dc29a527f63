/** What a reader is told of a PDF's text that could not be read. */

import type { Warning } from '../../contract/warning.ts'

interface UnreadText {
  hasText: boolean
  /** Characters that mean nothing and were left out. */
  unreadableChars: number
  /** Fonts whose text was left out. */
  failedFonts: number
  /** The document is a form that is not read. */
  isOfXfa: boolean
}

export function warningsOf({ hasText, unreadableChars, failedFonts, isOfXfa }: UnreadText): Warning[] {
  const lost = [
    ...(isOfXfa ? ['a form that its own program shows (XFA)'] : []),
    ...(failedFonts > 0
      ? [`the text of ${failedFonts === 1 ? 'a font' : `${failedFonts} fonts`} that could not be read`]
      : []),
    ...(unreadableChars > 0 ? [`${unreadableChars} characters that their fonts do not name`] : []),
  ]
  if (hasText && lost.length === 0) return []
  const what = hasText ? 'The text of the document is not whole' : 'The document holds no text that can be read'
  const why = lost.length > 0 ? `left out: ${lost.join(', ')}` : 'its pages are pictures, as of a scan, or empty'
  return [{ code: 'no_text', message: `${what}: ${why}` }]
}
