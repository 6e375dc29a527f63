/** Finds a quote in the text of a page, exactly or with differences of spelling that don't change it (docs/quotes.md). */

import { firstIndex } from '../../base/first-index.ts'
import {
  listMarkers,
  partsBetweenOmissions,
  type QuoteToken,
  quoteTokens,
  signsOfBoxes,
  withMissingSpaces,
  withoutMarkers,
  withoutNoteMarks,
} from './quote-tokens.ts'
import { indexTokens, kindCodes, mayContain, occurrencesOf, type TokenIndex } from './token-index.ts'
import { exactKey, folded, tokensOf } from './tokens.ts'
import { readVisibleText, type VisibleText } from './visible-text.ts'

/** A page's text, prepared for finding several quotes. */
export interface SearchedText extends VisibleText {
  index: TokenIndex
  /** Words that a line end divides, without their hyphens. */
  divided: ReadonlySet<string>
}

export interface FoundQuote {
  match: 'exact' | 'folded'
  /** Start and end in the visible text, in UTF-16 units. */
  start: number
  end: number
  /** The passages that the quote omits, from start to end. */
  omitted: string[]
}

/** A range of tokens. */
export interface TokenSpan {
  first: number
  last: number
}

/** Maximum length of one omission, in UTF-16 units of the visible text. */
const maxOmittedChars = 2000
const maxShownOmission = 200
/** Shorter words may be units. */
const minWord = 4
/** Maximum number of passages that are compared exactly. The first one is returned if none is equal. */
const maxCompared = 1000

export function searchedText(markdown: string): SearchedText {
  const visible = readVisibleText(markdown)
  const divided = [...visible.text.matchAll(/(?<=(\p{L}{3,64}))-\n+(?=(\p{Ll}{3,}))/gu)]
  return {
    ...visible,
    index: indexTokens(visible.text),
    divided: new Set(divided.map(([, start = '', end = '']) => (start + end).toLowerCase())),
  }
}

/**
 * Returns the first passage that is the quote, preferably in the same characters; null if the page lacks it.
 * @example
 * findQuote('the Tower … 330 metres', searchedText('The *Tower* is 330 metres high.'))?.omitted // ['is']
 */
export function findQuote(quote: string, page: SearchedText): FoundQuote | null {
  const isOnPage = (key: string) => page.index.idOf.has(key)
  const isUndivided = (key: string) => isOnPage(key) && !page.divided.has(key)
  const spaced = withMissingSpaces(quote, isOnPage)
  const hasDivided = tokensOf(quote).some(({ key }) => page.divided.has(key))
  const written = findWritten(quote, page, isOnPage)
  if (written) return written
  const respelled =
    (spaced === quote ? null : findWritten(spaced, page, isOnPage)) ??
    (hasDivided ? findWritten(spaced, page, isUndivided) : null)
  return respelled && { ...respelled, match: 'folded' }
}

function findWritten(quote: string, page: SearchedText, isOnPage: (key: string) => boolean): FoundQuote | null {
  const markers = listMarkers(quote, page)
  for (const marked of markers.length > 0 ? [[], markers] : [[]]) {
    const text = withoutMarkers(quote, marked)
    const tokens = quoteTokens(quote, marked, isOnPage)
    const unmarked = withoutNoteMarks(tokens, text, isOnPage)
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

/** Searches the parts of the page that are near the quote's rarest word. */
function findParts(parts: readonly QuoteToken[][], quote: string, page: SearchedText): FoundQuote | null {
  const { ids, idOf, counts } = page.index
  const [rarest] = parts
    .flatMap((part) => part.slice(1).map(({ key }) => idOf.get(key) ?? -1))
    .sort((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0))
  if (parts.length < 2 || rarest === -1) return null
  const kinds = kindsOf(parts, quote)
  if (parts.some((part, n) => kinds.indexOf(kinds[n] as number) === n && spansOf(part, quote, page).next().done))
    return null
  // An omitted token has at least one character.
  const maxTokens = parts.flat().length + maxOmittedChars * (parts.length - 1)
  for (let from = 0; from < ids.length; ) {
    const near = rarest === undefined ? from : ids.indexOf(rarest, from)
    if (near < 0) return null
    const start = Math.max(from, near - maxTokens)
    // Most quotes omit less than they may.
    const chain =
      firstChain(parts, kinds, quote, page, [start, start + (maxTokens >> 5)]) ??
      firstChain(parts, kinds, quote, page, [start, start + 4 * maxTokens])
    if (chain) return joined(chain, page)
    from = start + 3 * maxTokens
  }
  return null
}

function joined(chain: readonly TokenSpan[], page: SearchedText): FoundQuote {
  const places = chain.map((span) => placeOf(span, page))
  const omitted = places.slice(1).map(({ start }, n) => collapsed(page.text.slice(places[n]?.end, start)))
  const [start, end] = [places[0]?.start as number, places.at(-1)?.end as number]
  return { match: 'folded', start, end, omitted: omitted.map((text) => shortened(text, maxShownOmission)) }
}

/** Returns, for each part, the index of the first part with the same content. */
function kindsOf(parts: readonly QuoteToken[][], quote: string): number[] {
  const written = parts.map((part) =>
    JSON.stringify([part.map(({ key, marker, notes, boxes }) => [key, marker, notes, boxes]), shownFirst(part, quote)]),
  )
  return written.map((one) => written.indexOf(one))
}

/** Returns the parts of the first passage between two tokens that has all of them in order. Its omissions are as short as possible. */
function firstChain(
  parts: readonly QuoteToken[][],
  kinds: readonly number[],
  quote: string,
  page: SearchedText,
  bounds: [from: number, to: number],
): TokenSpan[] | null {
  const occurrences: TokenSpan[][] = []
  for (const [n, part] of parts.entries()) {
    const spans =
      occurrences[kinds[n] as number] ??
      [...spansOf(part, quote, page, bounds)].sort((one, other) => one.first - other.first)
    if (spans.length === 0) return null
    occurrences.push(spans)
  }
  /** For each part, the passages that can be reached from a passage of the previous part. */
  const reachable = occurrences.slice(0, 1)
  for (const spans of occurrences.slice(1)) {
    const next = reachableFrom(reachable.at(-1) as readonly TokenSpan[], spans, page)
    if (next.length === 0) return null
    reachable.push(next)
  }
  const chain = [reachable.at(-1)?.[0] as TokenSpan]
  for (const spans of reachable.toReversed().slice(1)) {
    const { first } = chain[0] as TokenSpan
    chain.unshift(spans[firstIndex(spans, ({ last }) => last >= first) - 1] as TokenSpan)
  }
  return chain
}

/** The spans that follow one of the others, with an omission that isn't too long. */
function reachableFrom(others: readonly TokenSpan[], spans: readonly TokenSpan[], { index }: SearchedText) {
  let at = 0
  return spans.filter(({ first }) => {
    while (at < others.length && (others[at] as TokenSpan).last < first) at++
    const before = others[at - 1]
    return before && (index.starts[first] as number) - (index.ends[before.last] as number) <= maxOmittedChars
  })
}

function shownFirst([first]: readonly QuoteToken[], quote: string): string {
  return folded(quote.slice(first?.start, first?.end))
}

/** Yields the passages that have these tokens, in page order for each spelling of the first token. */
function* spansOf(
  tokens: readonly QuoteToken[],
  quote: string,
  page: SearchedText,
  bounds?: readonly [from: number, to: number],
): Generator<TokenSpan> {
  const [first] = tokens
  if (!first) return
  const { index } = page
  const shown = shownFirst(tokens, quote)
  const hasMarks = tokens.some(
    ({ marker, notes, boxes }) => marker !== null || notes.length > 0 || boxes.join('') !== '',
  )
  // The number before the quote's first word isn't part of the quote, but case counts after it on the page.
  const firstKeys = new Set([first.key, ...(first.kind === 'word' ? [exactKey(shown)] : [])])
  for (const firstKey of firstKeys) {
    const ids = [firstKey, ...tokens.slice(1).map(({ key }) => key)].map((key) => index.idOf.get(key) ?? -1)
    if (ids.includes(-1) || !mayContain(ids, index)) continue
    for (const at of occurrencesOf(ids, index, bounds)) {
      const span = { first: at, last: at + ids.length - 1 }
      if (isWhole(span, shown, index) && (!hasMarks || marksAgree(span, tokens, page))) yield span
    }
  }
}

/** False if the passage begins or ends within a number, as in `1 234`, or if its first word differs in case after a number. */
function isWhole({ first, last }: TokenSpan, shown: string, index: TokenIndex): boolean {
  const { kinds, starts, ends, text } = index
  if (isSpacedNumber(first - 1, index) || isSpacedNumber(last, index)) return false
  if (first === 0 || kinds[first - 1] !== kindCodes.number || kinds[first] !== kindCodes.word) return true
  const isLineStart = text.slice(ends[first - 1], starts[first]).includes('\n')
  return (isLineStart && shown.length >= minWord) || folded(text.slice(starts[first], ends[first])) === shown
}

/** True if a non-breaking or thin space joins the number and the next one to a longer number. */
function isSpacedNumber(at: number, { kinds, starts, ends, text }: TokenIndex): boolean {
  if (at < 0 || kinds[at] !== kindCodes.number || kinds[at + 1] !== kindCodes.number) return false
  return /(?<!\d)\d{1,3}[\u00a0\u2009\u202f]\d{3}(?!\d)/.test(text.slice(starts[at], ends[at + 1]))
}

/** True if the page has each note and each list item that the quote marks at the same place. */
function marksAgree({ first }: TokenSpan, tokens: readonly QuoteToken[], page: SearchedText): boolean {
  const { notes, markers, index } = page
  const startOf = (at: number) => index.starts[at] ?? Infinity
  const endOf = (at: number) => index.ends[at] ?? 0
  return tokens.every(
    ({ notes: noted, marker, boxes: [before, after] }, n) =>
      signsOfBoxes(page.text.slice(endOf(first + n - 1), startOf(first + n))).endsWith(before) &&
      signsOfBoxes(page.text.slice(endOf(first + n), startOf(first + n + 1))).startsWith(after) &&
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

function placeOf({ first, last }: TokenSpan, { index }: SearchedText): { start: number; end: number } {
  return { start: index.starts[first] as number, end: index.ends[last] as number }
}

export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`
}
