/** Reads a quote: its parts between omissions, as tokens in the spelling of the page. */

import { ellipsis, type Token, tokensOf } from './tokens.ts'
import { bullet, type VisibleText } from './visible-text.ts'

export interface QuoteToken extends Token {
  /** The number or bullet of a list item that the quote has before this token. */
  marker: string | null
  /** Labels of notes that the quote has after this token, as in `blue[1]` or `blue¹`. */
  notes: readonly string[]
}

/** A number or bullet of a list item, as in `1. First item`. */
interface Marker {
  start: number
  end: number
  /** Null if the page doesn't have to have one. */
  label: string | null
}

/** The numbers and bullets in a quote that may be those of the page's list items. */
export function listMarkers(quote: string, { markers }: VisibleText): Marker[] {
  const labels = new Set(markers.map(({ label }) => label))
  // Links from a note back to its references.
  const [back] = /^\s*\^(?:\s+[a-z](?=\s))*(?=\s)/.exec(quote) ?? []
  if (back !== undefined) return [{ start: 0, end: back.length, label: null }]
  return [...quote.matchAll(/(?<!\S)(?:\d{1,9}[.)]|[-–*•◦▪‣·●○■])(?=\s)/gu)].flatMap(({ 0: mark, index: start }) => {
    const label = mark.length > 1 ? mark : bullet
    return labels.has(label) ? [{ start, end: start + mark.length, label }] : []
  })
}

/**
 * The tokens of a quote without these markers. A word that a line end divides is one word if the page has it: `inde-` and `pendent`.
 */
export function quoteTokens(
  quote: string,
  markers: readonly Marker[],
  isOnPage: (key: string) => boolean,
): QuoteToken[] {
  const tokens: QuoteToken[] = []
  const written = tokensOf(withoutMarkers(quote, markers))
  const markerBefore = ({ start }: Token, previous: Token | undefined) =>
    markers.find((one) => one.end <= start && one.start >= (previous?.end ?? 0))?.label ?? null
  for (let at = 0; at < written.length; at++) {
    const one = written[at] as Token
    const marker = markerBefore(one, written[at - 1])
    const [hyphen, rest] = [written[at + 1], written[at + 2]]
    const isDivided =
      one.kind === 'word' &&
      hyphen?.key === '-' &&
      hyphen.start === one.end &&
      rest?.kind === 'word' &&
      rest.start > hyphen.end
    const whole = isDivided ? tokensOf(quote.slice(one.start, one.end) + quote.slice(rest.start, rest.end)) : []
    const key = whole[0]?.key
    if (whole.length === 1 && isDivided && key !== undefined && isOnPage(key)) {
      tokens.push({ ...one, end: rest.end, key, marker, notes: [] })
      at += 2
    } else {
      const pieces = one.kind === 'word' && !isOnPage(one.key) ? hyphenated(one, isOnPage) : [one]
      tokens.push(...pieces.map((piece, n) => ({ ...piece, marker: n === 0 ? marker : null, notes: [] })))
    }
  }
  return tokens
}

/** A word that the page lacks, as two words with a hyphen if the page has these: some viewers leave out each hyphen at a line end. */
function hyphenated(word: Token, isOnPage: (key: string) => boolean): Token[] {
  for (let cut = 3; cut <= word.key.length - 3; cut++) {
    const [before, after] = [word.key.slice(0, cut), word.key.slice(cut)]
    if (!isOnPage(before) || !isOnPage(after)) continue
    return [before, '-', after].map((key) => ({ ...word, key, kind: key === '-' ? 'sign' : 'word' }))
  }
  return [word]
}

/** The quote with white space instead of the markers. */
export function withoutMarkers(quote: string, markers: readonly Marker[]): string {
  let text = quote
  for (const { start, end } of markers) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return text
}

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** The tokens without the marks of notes, which people copy along with the text; null if it has no marks. */
export function withoutNoteMarks(tokens: readonly QuoteToken[], quote: string): QuoteToken[] | null {
  const kept: QuoteToken[] = []
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at] as QuoteToken
    const before = kept.at(-1)
    const [label, close] = [tokens[at + 1], tokens[at + 2]]
    const isMark =
      one.key === '[' &&
      close?.key === ']' &&
      label !== undefined &&
      label.kind !== 'sign' &&
      label.end - label.start <= 3
    if (before && isMark && one.start === before.end) {
      kept[kept.length - 1] = { ...before, notes: [...before.notes, quote.slice(label.start, label.end)] }
      at += 2
      continue
    }
    const text = quote.slice(one.start, one.end)
    const [, word = '', digits = ''] = /^(\p{L}{2,})([⁰¹²³⁴-⁹]{1,3}|\d{1,3})$/u.exec(text) ?? []
    const [inner] = word === '' ? [] : tokensOf(word)
    if (inner) {
      const plain = digits.replace(/[⁰¹²³⁴-⁹]/gu, (digit) => String(raisedDigits.indexOf(digit)))
      kept.push({ ...one, key: inner.key, notes: [plain] })
    } else kept.push(one)
  }
  return kept.some(({ notes }) => notes.length > 0) ? kept : null
}

/** The parts of a quote between its omissions: `…`, `...` and `[…]`. */
export function partsBetweenOmissions(tokens: readonly QuoteToken[]): QuoteToken[][] {
  const parts: QuoteToken[][] = [[]]
  for (const [at, one] of tokens.entries()) {
    const isBracket =
      (one.key === '[' && tokens[at + 1]?.key === ellipsis && tokens[at + 2]?.key === ']') ||
      (one.key === ']' && tokens[at - 1]?.key === ellipsis && tokens[at - 2]?.key === '[')
    if (one.key === ellipsis) parts.push([])
    else if (!isBracket) parts.at(-1)?.push(one)
  }
  return parts.filter((part) => part.length > 0)
}
