/** Turns lines into styled text. Joins words across line ends, removing their hyphens. */

import { isUnspacedPair, type PdfLine, textAfter } from '../layout/line.ts'
import type { FontStyle, Run } from '../page/run.ts'

export type Span = Pick<Run, 'text' | 'shift' | 'href' | 'isFormula' | 'comments'> &
  Pick<FontStyle, 'isBold' | 'isItalic' | 'isMonospaced'>

/** A span whose lines are still being joined. `text` is the end of its text, and `done` is everything before that. */
type OpenSpan = Span & { done: string[] }

export function lineSpans(lines: readonly PdfLine[], words: Words, breaks?: ReadonlySet<PdfLine>): Span[] {
  const spans: OpenSpan[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    if (before) joinLines(spans, line, words, breaks?.has(before) ?? false)
    for (const [n, run] of line.runs.entries()) add(spans, run, textAfter(line.runs[n - 1], run))
  }
  return trimmed(spans.map(({ done, text, ...span }) => ({ ...span, text: done.join('') + text })))
}

function add(spans: OpenSpan[], run: Run, text: string): void {
  const last = spans.at(-1)
  const { font, shift, href, isFormula = false, comments } = run
  const { isBold, isItalic, isMonospaced } = font
  const own = { isBold, isItalic, isMonospaced, shift, href, isFormula }
  if (last && !last.comments && styles.every((style) => last[style] === own[style])) {
    last.text += text
    last.comments = comments
    putAside(last)
  } else {
    // A space before a word belongs to the preceding span.
    const blank = text.startsWith(' ') && last ? ' ' : ''
    if (last) last.text += blank
    spans.push({ text: blank ? text.slice(1) : text, ...own, comments, done: [] })
  }
}

/** Only the end of the text is needed to join lines. If more were kept, every line would copy the whole paragraph so far. */
function putAside(span: OpenSpan): void {
  if (span.text.length < 10 * endChars) return
  span.done.push(span.text.slice(0, -endChars))
  span.text = span.text.slice(-endChars)
}

/** Number of characters needed for joining. */
const endChars = 300

const styles = ['isBold', 'isItalic', 'isMonospaced', 'shift', 'href'] as const

const hyphenAtEnd = /(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}]*)[-\u00ad\u2010]$/u

/** Inserts the separator between the text so far and the next line. */
function joinLines(spans: OpenSpan[], next: PdfLine, words: Words, isBreak: boolean): void {
  const last = spans.at(-1)
  if (!last) return
  last.text = last.text.trimEnd()
  if (isBreak) {
    last.text += '\n'
    return
  }
  const isSoft = last.text.endsWith('\u00ad')
  const first = hyphenAtEnd.exec(last.text.slice(-endChars))?.[1]
  const second = /^\p{Ll}[\p{L}\p{M}]*/u.exec(next.text)?.[0]
  if (isSoft || (first && second && words.joins(first, second))) last.text = last.text.slice(0, -1)
  if (isSoft || (first && second)) return
  // Keeps the hyphen in a compound name or number: `Alsace-` `Lorraine`.
  if (/[\p{L}\d][-\u2010]$/u.test(last.text) && /^[\p{Lu}\d]/u.test(next.text)) return
  if (isUnspacedPair(last.text.at(-1) ?? '', next.text[0] ?? '')) return
  if (isAddressCut(last.text, next.text)) return
  last.text += ' '
}

function isAddressCut(text: string, next: string): boolean {
  const word = /(?:https?:\/\/|www\.)\S*$/i.exec(text.slice(-endChars))?.[0]
  if (!word) return false
  return (/[/_\-.=&?#%]$/.test(word) && /^[\w%~]/.test(next)) || /^[/?&=#%_]\S/.test(next)
}

function trimmed(spans: Span[]): Span[] {
  const [first] = spans
  const last = spans.at(-1)
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  for (const span of spans) span.text = span.text.replaceAll('\u00ad', '')
  return spans.filter(({ text, comments }) => text !== '' || comments)
}

const maxWords = 300_000

export class Words {
  private readonly known = new Set<string>()

  /** Adds the words of a line, except the last one if it is hyphenated. */
  add(line: string): void {
    if (this.known.size > maxWords) return
    const whole = line.replace(/(?<![\p{L}\p{M}])[\p{L}\p{M}]+[-\u00ad\u2010]$/u, '').toLowerCase()
    for (const [word] of whole.matchAll(/[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu)) {
      this.known.add(word.replaceAll('\u2010', '-'))
    }
  }

  /** True if the parts before and after a hyphen at the end of a line form one word without the hyphen. */
  joins(first: string, second: string): boolean {
    const [a, b] = [first.toLowerCase(), second.toLowerCase()]
    if (this.known.has(a + b)) return true
    if (this.known.has(`${a}-${b}`)) return false
    return !(a.length > 2 && b.length > 2 && this.known.has(a) && this.known.has(b))
  }
}
