/** Writes URLs that open a page in a browser at a passage (WICG, URL Fragment Text Directives). */

import { firstIndex } from '../../base/first-index.ts'
import type { SearchedText, TokenSpan } from './find-quote.ts'
import { kindCodes, occurrencesOf, type TokenIndex } from './token-index.ts'

/** Words at each end of a longer passage. More are used if these occur before. */
const endTokens = 5
const maxEndTokens = 30
const maxWholeTokens = 24
/** A shorter passage may also be in a menu, so its neighbouring words are added. */
const minUniqueTokens = 4
const contextTokens = 5
/** A longer gap between two words probably contains an image. */
const maxMarkupChars = 1000

export interface PassagePlace {
  finalUrl: string
  /** PDFs open at a page, and HTML opens at a passage. Other documents don't open in a browser. */
  opensAt: 'page' | 'text' | null
}

/**
 * Returns the URL with a fragment that finds the passage, or the page of a PDF. If no text can be searched for, returns the URL without any
 * fragment.
 * @see https://wicg.github.io/scroll-to-text-fragment/
 * @example
 * const place: PassagePlace = { finalUrl: 'https://example.com/#top', opensAt: 'text' }
 * passageUrl(place, searchedText('One, two. Three.'), { start: 0, end: 9 }, null) // 'https://example.com/#:~:text=One%2C%20two.'
 */
export function passageUrl(
  { finalUrl, opensAt }: PassagePlace,
  searched: SearchedText,
  passage: { start: number; end: number },
  page: number | null,
): string {
  const [bare = finalUrl] = finalUrl.split('#', 1)
  const directive = opensAt === 'text' ? textDirective(searched, passage) : null
  if (directive !== null) return `${bare}#:~:text=${directive}`
  return opensAt === 'page' && page !== null ? `${bare}#page=${page}` : bare
}

function textDirective(page: SearchedText, passage: { start: number; end: number }): string | null {
  const { index } = page
  const joins = joinTests(page)
  let first = firstIndex(index.starts, (start) => start >= passage.start)
  let last = firstIndex(index.starts, (start) => start >= passage.end) - 1
  while (first <= last && isAltered(first, page)) first++
  while (first <= last && isAltered(last, page)) last--
  if (last < first) return null
  const lineEnd = lastJoined(first, last, joins.inLine)
  if (lineEnd === last && last - first < maxWholeTokens) return withContext({ first, last }, page, joins)
  const start = uniqueStart(first, lineEnd, index, joins)
  const endLine = firstJoined(last, start.last + 1, joins.inLine)
  const end = { first: firstJoined(Math.max(endLine, last + 1 - endTokens), endLine, joins.inWord), last }
  if (end.first > end.last) return withContext(start, page, joins)
  const prefix = occursBefore(start, index) ? prefixOf(first, page, joins) : ''
  return `${prefix}${encoded(start, page)},${encoded(end, page)}`
}

type TokenTest = (at: number) => boolean
type JoinTests = ReturnType<typeof joinTests>

/**
 * `inLine` is false for a token if the page may show a line end, the mark of a note or an image between it and the next one. `inWord` is true
 * if the two may be one word: Chromium finds whole words only, and some writing systems have no spaces.
 */
function joinTests(page: SearchedText) {
  const { text, index, notes, offsets } = page
  const { starts, ends, kinds } = index
  const noted = new Set(notes.map(({ at }) => at))
  return {
    inLine(at: number): boolean {
      const [end, next] = [ends[at] as number, starts[at + 1]]
      if (next === undefined || isAltered(at, page) || isAltered(at + 1, page)) return false
      for (let place = end; place <= next; place++) if (noted.has(place) || text[place] === '\n') return false
      return (offsets[next] as number) - (offsets[end - 1] as number) <= maxMarkupChars
    },
    inWord: (at: number) =>
      ends[at] === starts[at + 1] && kinds[at] !== kindCodes.sign && kinds[at + 1] !== kindCodes.sign,
  }
}

/** True if the word has raised or lowered digits. */
function isAltered(at: number, { index, scripts }: SearchedText): boolean {
  for (let place = index.starts[at] as number; place < (index.ends[at] as number); place++) {
    if (scripts.has(place)) return true
  }
  return false
}

/** Returns the last token up to `last` that only joined tokens connect to `from`. `joins`: true for a token that the next one continues. */
function lastJoined(from: number, last: number, joins: TokenTest): number {
  let at = from
  while (at < last && joins(at)) at++
  return at
}

/** Returns the first token from `first` on that only joined tokens connect to `from`. */
function firstJoined(from: number, first: number, joins: TokenTest): number {
  let at = from
  while (at > first && joins(at - 1)) at--
  return at
}

/** The shortest start of the line, of at least five tokens, that doesn't occur earlier on the page. */
function uniqueStart(first: number, lineEnd: number, index: TokenIndex, { inWord }: JoinTests): TokenSpan {
  for (let count = endTokens; count < maxEndTokens; count += endTokens) {
    const range = { first, last: lastJoined(Math.min(lineEnd, first + count - 1), lineEnd, inWord) }
    if (range.last === lineEnd || !occursBefore(range, index)) return range
  }
  return { first, last: Math.min(lineEnd, first + maxEndTokens - 1) }
}

/** The words, with those before and after them if they are few or occur earlier. */
function withContext(range: TokenSpan, page: SearchedText, joins: JoinTests): string {
  const { first, last } = range
  const text = encoded(range, page)
  if (last - first + 1 >= minUniqueTokens && !occursBefore(range, page.index)) return text
  const lineEnd = lastJoined(last, page.index.ids.length - 1, joins.inLine)
  const after = lastJoined(Math.min(lineEnd, last + contextTokens), lineEnd, joins.inWord)
  const suffix = after > last ? `,-${encoded({ first: last + 1, last: after }, page)}` : ''
  // The line before may not be shown, so it is only used if this line has no other words.
  const isLineStart = first === 0 || !joins.inLine(first - 1)
  const prefix = isLineStart && suffix !== '' ? '' : prefixOf(first, page, joins)
  return prefix + text + suffix
}

/** The words before a token, which may be at the end of another line. */
function prefixOf(first: number, page: SearchedText, { inLine, inWord }: JoinTests): string {
  if (first === 0 || isAltered(first - 1, page)) return ''
  const lineStart = firstJoined(first - 1, 0, inLine)
  const before = firstJoined(Math.max(lineStart, first - contextTokens), lineStart, inWord)
  return `${encoded({ first: before, last: first - 1 }, page)}-,`
}

function occursBefore({ first, last }: TokenSpan, index: TokenIndex): boolean {
  const [earliest = first] = occurrencesOf(index.ids.slice(first, last + 1), index)
  return earliest < first
}

/** `-`, `,` and `&` separate the parts of a directive. */
function encoded({ first, last }: TokenSpan, { text, index }: SearchedText): string {
  const words = text.slice(index.starts[first], index.ends[last]).replace(/\s+/g, ' ').toWellFormed()
  return encodeURIComponent(words).replaceAll('-', '%2D')
}
