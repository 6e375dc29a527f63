/** Text with its styles → HTML, with addresses in it as links. */

import { escapeHtml } from '../../converted/write-html.ts'
import type { NoteName } from '../text/notes.ts'
import type { Span } from '../text/spans.ts'

/** `notes` are those that the page's signs stand for. `\n` stays. */
export function writeSpans(spans: readonly Span[], notes: ReadonlyMap<string, NoteName>): string {
  let html = ''
  for (let at = 0; at < spans.length; ) {
    const { href } = spans[at] as Span
    let end = at + 1
    if (href !== null) while (spans[end]?.href === href) end++
    const inner = spans.slice(at, end).map((span) => writeStyled(span, notes))
    html += href === null ? inner.join('') : linked(inner.join(''), href)
    at = end
  }
  return html
}

/** Blanks around a link are no part of it. */
function linked(html: string, href: string): string {
  const { before, text, after } = withoutBlanks(html)
  return text === '' ? html : `${before}<a href="${escapeHtml(href)}">${text}</a>${after}`
}

function writeStyled(span: Span, notes: ReadonlyMap<string, NoteName>): string {
  const { before, text, after } = withoutBlanks(span.text)
  if (text === '') return span.text
  const note = span.shift === 1 ? notes.get(text) : undefined
  if (note) return `${before}<sup><a href="#${note.name}">${escapeHtml(note.label)}</a></sup>${after}`
  let html = span.href === null ? withAddresses(text) : escapeHtml(text)
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

const address = /\b(?:https?:\/\/|www\.)[^\s<>"'“”‘’«»]{2,2000}/gi

function withAddresses(text: string): string {
  let html = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutSigns(found)
    if (url.length < 8) continue
    const href = /^www\./i.test(url) ? `http://${url}` : url
    html += `${escapeHtml(text.slice(end, index))}<a href="${escapeHtml(href)}">${escapeHtml(url)}</a>`
    end = index + url.length
  }
  return html + escapeHtml(text.slice(end))
}

/** Signs at the end belong to the sentence, and a closing bracket that none opens. */
function withoutSigns(url: string): string {
  let cut = url.replace(/[.,;:!?…]+$/, '')
  for (let count = 0; count < 10 && /[)\]}]$/.test(cut); count++) {
    const close = cut.at(-1) ?? ''
    const open = { ')': '(', ']': '[', '}': '{' }[close] ?? ''
    if (cut.split(open).length >= cut.split(close).length) break
    cut = cut.slice(0, -1).replace(/[.,;:!?…]+$/, '')
  }
  return cut
}
