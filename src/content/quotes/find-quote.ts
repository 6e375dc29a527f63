/** Finds a quote in the text of a page, exactly or with differences of spelling that don't change it (docs/quotes.md). */

import { firstIndex } from '../../base/first-index.ts'
import {
  listMarkers,
  partsBetweenOmissions,
  type QuoteToken,
  quoteTokens,
  withoutMarkers,
  withoutNoteMarks,
} from './quote-tokens.ts'
import { indexTokens, kindCodes, occurrencesOf, type TokenIndex } from './token-index.ts'
import { exactKey, folded } from './tokens.ts'
import { readVisibleText, type VisibleText } from './visible-text.ts'

/** A page's text, prepared for finding several quotes. */
export interface SearchedText extends VisibleText {
  index: TokenIndex
}

export interface FoundQuote {
  match: 'exact' | 'folded'
  /** Start and end in the visible text, in UTF-16 units. */
  start: number
  end: number
  /** The texts that the quote omits, from start to end. */
  omitted: string[]
}

interface Span {
  first: number
  last: number
}

/** Maximum length of one omission, in UTF-16 units of the visible text. */
const maxOmittedChars = 2000
const maxShownOmission = 200
/** A part that occurs more often says too little about where the quote is. */
const maxOccurrences = 20_000
/** Maximum number of passages that are compared exactly. The first one is returned if none is equal. */
const maxCompared = 1000

export function searchedText(markdown: string): SearchedText {
  const visible = readVisibleText(markdown)
  return { ...visible, index: indexTokens(visible.text) }
}

/**
 * Returns the first passage that is the quote, preferably in the same characters; null if the page lacks it.
 * @example
 * findQuote('the Tower … 330 metres', searchedText('The *Tower* is 330 metres high.'))?.omitted // ['is']
 */
export function findQuote(quote: string, page: SearchedText): FoundQuote | null {
  const markers = listMarkers(quote, page)
  for (const marked of markers.length > 0 ? [[], markers] : [[]]) {
    const text = withoutMarkers(quote, marked)
    const tokens = quoteTokens(quote, marked, (key) => page.index.idOf.has(key))
    const unmarked = withoutNoteMarks(tokens, text)
    for (const one of unmarked ? [tokens, unmarked] : [tokens]) {
      const whole = findWhole(one, text, page) ?? findParts(partsBetweenOmissions(one), text, page)
      if (whole) return whole
    }
  }
  return null
}

function findWhole(tokens: readonly QuoteToken[], quote: string, page: SearchedText): FoundQuote | null {
  const wanted = collapsed(quote)
  let first: FoundQuote | null = null
  let compared = 0
  for (const span of spansOf(tokens, quote, page)) {
    const place = placeOf(span, page)
    const isEqual = collapsed(page.text.slice(place.start, place.end)) === wanted
    if (isEqual) return { match: 'exact', ...place, omitted: [] }
    first ??= { match: 'folded', ...place, omitted: [] }
    if (++compared === maxCompared) break
  }
  return first
}

function findParts(parts: readonly QuoteToken[][], quote: string, page: SearchedText): FoundQuote | null {
  if (parts.length < 2) return null
  /** For each part, the passages from which the rest of the quote can be reached. */
  const reachable: Span[][] = []
  for (const part of parts.toReversed()) {
    const next = reachable[0]
    const spans: Span[] = []
    for (const span of spansOf(part, quote, page)) {
      if (!next || nextSpan(span, next, page)) spans.push(span)
      if (spans.length === maxOccurrences) break
    }
    if (spans.length === 0) return null
    reachable.unshift(spans)
  }
  const chain = [reachable[0]?.[0] as Span]
  for (const spans of reachable.slice(1)) chain.push(nextSpan(chain.at(-1) as Span, spans, page) as Span)
  // The omissions are as short as possible.
  for (let n = chain.length - 2; n >= 0; n--) {
    const spans = reachable[n] as Span[]
    const { first } = chain[n + 1] as Span
    chain[n] = spans[firstIndex(spans, ({ last }) => last >= first) - 1] as Span
  }
  const places = chain.map((span) => placeOf(span, page))
  const omitted = places.slice(1).map(({ start }, n) => collapsed(page.text.slice(places[n]?.end, start)))
  const [start, end] = [places[0]?.start as number, places.at(-1)?.end as number]
  return { match: 'folded', start, end, omitted: omitted.map((text) => shortened(text, maxShownOmission)) }
}

/** The first of the spans that begins after this one, if the omission between them isn't too long. */
function nextSpan({ last }: Span, spans: readonly Span[], { index }: SearchedText): Span | null {
  const next = spans[firstIndex(spans, ({ first }) => first > last)]
  const omitted = next ? (index.starts[next.first] as number) - (index.ends[last] as number) : Infinity
  return next && omitted <= maxOmittedChars ? next : null
}

function* spansOf(tokens: readonly QuoteToken[], quote: string, page: SearchedText): Generator<Span> {
  const [first] = tokens
  if (!first) return
  const { index } = page
  const shown = folded(quote.slice(first.start, first.end))
  // The number before the quote's first word isn't part of the quote, but case counts after it on the page.
  const firstKeys = new Set([first.key, ...(first.kind === 'word' ? [exactKey(shown)] : [])])
  for (const firstKey of firstKeys) {
    const ids = [firstKey, ...tokens.slice(1).map(({ key }) => key)].map((key) => index.idOf.get(key) ?? -1)
    if (ids.includes(-1)) continue
    for (const at of occurrencesOf(ids, index)) {
      const span = { first: at, last: at + ids.length - 1 }
      if (isWhole(span, shown, index) && hasMarks(span, tokens, page)) yield span
    }
  }
}

/** False if the passage begins or ends within a number, as in `1 234`, or if its first word differs in case after a number. */
function isWhole({ first, last }: Span, shown: string, index: TokenIndex): boolean {
  const { kinds, starts, ends, text } = index
  if (isSpacedNumber(first - 1, index) || isSpacedNumber(last, index)) return false
  if (first === 0 || kinds[first - 1] !== kindCodes.number || kinds[first] !== kindCodes.word) return true
  return folded(text.slice(starts[first], ends[first])) === shown
}

/** True if a non-breaking or thin space joins the number and the next one to a longer number. */
function isSpacedNumber(at: number, { kinds, starts, ends, text }: TokenIndex): boolean {
  if (at < 0 || kinds[at] !== kindCodes.number || kinds[at + 1] !== kindCodes.number) return false
  return /(?<!\d)\d{1,3}[\u00a0\u2009\u202f]\d{3}(?!\d)/.test(text.slice(starts[at], ends[at + 1]))
}

/** True if the page has each note and each list item that the quote marks at the same place. */
function hasMarks({ first }: Span, tokens: readonly QuoteToken[], { notes, markers, index }: SearchedText): boolean {
  const startOf = (at: number) => index.starts[at] ?? Infinity
  const endOf = (at: number) => index.ends[at] ?? 0
  return tokens.every(
    ({ notes: noted, marker }, n) =>
      noted.every((label) => isBetween(notes, label, endOf(first + n), startOf(first + n + 1))) &&
      (marker === null || isBetween(markers, marker, endOf(first + n - 1), startOf(first + n))),
  )
}

/** True if a mark with this label is between the positions. */
function isBetween(marks: VisibleText['notes'], label: string, from: number, to: number): boolean {
  for (let at = firstIndex(marks, (mark) => mark.at >= from); (marks[at]?.at ?? Infinity) <= to; at++) {
    if (marks[at]?.label === label) return true
  }
  return false
}

function placeOf({ first, last }: Span, { index }: SearchedText): { start: number; end: number } {
  return { start: index.starts[first] as number, end: index.ends[last] as number }
}

export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`
}
