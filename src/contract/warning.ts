/** What an answer may warn of (API.md §2). Clients ignore codes that they do not know. */

import { z } from 'zod'

export const warningCodes = [
  'target_status',
  'render_incomplete',
  'main_content_uncertain',
  'needs_javascript',
  'charset_guessed',
  'hidden_text_removed',
  'input_truncated',
  'answer_cut',
  'ungrounded',
  'layout_changed',
] as const

export const warning = z.strictObject({ code: z.enum(warningCodes), message: z.string() })

export type Warning = z.infer<typeof warning>
export type WarningCode = Warning['code']

/** Characters of hidden text that are worth a word. */
const unseenWorthTelling = 40

/** What there is to warn of when so many characters were left out of what a language model reads. */
export function hiddenTextRemoved(length: number): Warning[] {
  if (length < unseenWorthTelling) return []
  return [{ code: 'hidden_text_removed', message: `${length} characters of text that no visitor sees were left out` }]
}
