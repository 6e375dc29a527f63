/** Warnings about PDF text that couldn't be read. */

import type { Warning } from '../../contract/warning.ts'

interface UnreadText {
  hasText: boolean
  /** Number of meaningless characters that were left out. */
  unreadableChars: number
  /** Number of fonts whose text was left out. */
  failedFonts: number
  /** True if the document is a form that can't be read. */
  isOfXfa: boolean
}

export function warningsOf({ hasText, unreadableChars, failedFonts, isOfXfa }: UnreadText): Warning[] {
  const lost = [
    ...(isOfXfa ? ['a form that only its own program can show (XFA)'] : []),
    ...(failedFonts > 0
      ? [`the text of ${failedFonts === 1 ? 'a font' : `${failedFonts} fonts`} that couldn't be read`]
      : []),
    ...(unreadableChars > 0 ? [`${unreadableChars} characters that their fonts don't identify`] : []),
  ]
  if (hasText && lost.length === 0) return []
  const what = hasText ? 'The text of the document is incomplete' : 'The document contains no readable text'
  const why = lost.length > 0 ? `left out: ${lost.join(', ')}` : 'its pages are images, as in a scan, or empty'
  return [{ code: 'no_text', message: `${what}: ${why}` }]
}
