/** The warning for a document without text, such as a scan, a comic or an empty page. */

import type { Warning } from '../../contract/warning.ts'

/** `html`: the body of the document. Returns no warnings if it has text. */
export function noText(html: string): Warning[] {
  if (/[^\s<>]/.test(html.replace(/<[^>]*>/g, ''))) return []
  return [{ code: 'no_text', message: 'The document contains no text: it is empty, or its pages are images' }]
}
