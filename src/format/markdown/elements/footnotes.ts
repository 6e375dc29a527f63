/** Converts footnotes to GFM: `[^1]` for the mark, `[^1]: …` for the note. */

import type { Element } from 'domhandler'
import { isElement } from '../../../html/traverse.ts'
import { indentLines } from '../syntax/indentation.ts'
import type { MarkdownRule } from '../syntax/markdown-rule.ts'

export const footnoteMark: MarkdownRule = {
  leaf: (element, { survey }) => `[^${survey.footnotes.marks.get(element)}]`,
}

// `1.`, `[1]` or `^`, or just the punctuation if the number was a link back.
const ownNumber = /^(?:\^ ?|\\?\[\^?\d{0,4}\\?\][.:)]?\s*|\d{1,4}[.:)]?(?=\s|$)\s*|[.:)]\s+)/

/** Writes a note without its own number. The link rule leaves out the links back to its marks. */
export const footnote: MarkdownRule = {
  display: 'block',
  scope: 'note',
  replacement(content, element, { survey }) {
    const label = survey.footnotes.notes.get(element) ?? ''
    const text = content.replace(ownNumber, '').trim()
    return text && `\n\n[^${label}]: ${indentLines(text, 4)}\n\n`
  },
}

export function isRuleAboveNotes({ parent }: Element): boolean {
  return parent !== null && isElement(parent) && /(?:^|\s)footnotes?(?:\s|$)/.test(parent.attribs.class ?? '')
}
