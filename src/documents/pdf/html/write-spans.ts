/** Turns styled text into HTML, with its URLs as links. */

import { linkedText } from '../../converted/text-html.ts'
import { escapeHtml } from '../../converted/write-html.ts'
import type { PdfComment } from '../page/run.ts'
import type { NoteName } from '../text/notes.ts'
import type { Span } from '../text/spans.ts'

export interface SpanContext {
  /** The notes that the page's reference markers refer to. */
  notes: ReadonlyMap<string, NoteName>
  commentMark(comment: PdfComment): string
}

export function writeSpans(spans: readonly Span[], context: SpanContext): string {
  let html = ''
  for (let at = 0; at < spans.length; ) {
    const { href } = spans[at] as Span
    let end = at + 1
    if (href !== null) while (spans[end]?.href === href) end++
    const own = spans.slice(at, end)
    const inner = own.map((span) => writeStyled(span, context.notes))
    const text = href === null ? inner.join('') : linked(inner.join(''), href)
    const marks = own.flatMap(({ comments = [] }) => comments.map((comment) => context.commentMark(comment)))
    const { length } = text.trimEnd()
    html += text.slice(0, length) + marks.join('') + text.slice(length)
    at = end
  }
  return html
}

function linked(html: string, href: string): string {
  const { before, text, after } = withoutBlanks(html)
  return text === '' ? html : `${before}<a href="${escapeHtml(href)}">${text}</a>${after}`
}

function writeStyled(span: Span, notes: ReadonlyMap<string, NoteName>): string {
  const { before, text, after } = withoutBlanks(span.text)
  if (text === '') return span.text
  const note = span.shift === 1 && !span.isFormula ? notes.get(text) : undefined
  if (note) return `${before}<sup><a href="#${note.name}">${escapeHtml(note.label)}</a></sup>${after}`
  let html = span.href === null ? linkedText(text) : escapeHtml(text)
  const isSign = !/[\p{L}\p{N}]/u.test(text)
  if (span.isMonospaced && !isSign)
    html = html
      .split('\n')
      .map((part) => `<code>${part}</code>`)
      .join('\n')
  if (span.shift !== 0 && text.length <= 12) html = span.shift === 1 ? `<sup>${html}</sup>` : `<sub>${html}</sub>`
  if (span.isItalic && !isSign) html = `<em>${html}</em>`
  if (span.isBold && !isSign) html = `<strong>${html}</strong>`
  return before + html + after
}

function withoutBlanks(text: string): { before: string; text: string; after: string } {
  const inner = text.trim()
  const start = text.length - text.trimStart().length
  return { before: text.slice(0, start), text: inner, after: text.slice(start + inner.length) }
}
