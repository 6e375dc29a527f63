/** Writes URLs that open a page in a browser at a passage (WICG, URL Fragment Text Directives). */

import { firstIndex } from '../../base/first-index.ts'
import type { SearchedText } from './find-quote.ts'
import { kindCodes, occurrencesOf, type TokenIndex } from './token-index.ts'

/** A passage in the visible text, in UTF-16 units. */
interface Passage {
  start: number
  end: number
}

interface TokenRange {
  first: number
  last: number
}

/** Words at each end of a longer passage. More are used if these occur before. */
const endTokens = 5
const maxEndTokens = 30
const maxWholeTokens = 24
/** A shorter passage may also be in a menu, so its neighbouring words are added. */
const minUniqueTokens = 4
const contextTokens = 5
/** A longer gap between two words probably contains an image. */
const maxMarkupChars = 1000

/**
 * Returns the URL with a fragment that finds the passage. If no text can be searched for, returns the URL without any fragment.
 * @see https://wicg.github.io/scroll-to-text-fragment/
 * @example
 * passageUrl('https://example.com/#top', searchedText('One, two. Three.'), { start: 0, end: 9 }) // 'https://example.com/#:~:text=One%2C%20two.'
 */
export function passageUrl(url: string, page: SearchedText, passage: Passage): string {
  const [bare = url] = url.split('#', 1)
  const directive = textDirective(page, passage)
  return directive === null ? bare : `${bare}#:~:text=${directive}`
}

function textDirective(page: SearchedText, passage: Passage): string | null {
  const { index } = page
  const breaks = breaksBetween(page)
  let first = firstIndex(index.starts, (start) => start >= passage.start)
  let last = firstIndex(index.starts, (start) => start >= passage.end) - 1
  while (first <= last && isAltered(first, page)) first++
  while (first <= last && isAltered(last, page)) last--
  if (last < first) return null
  const lineEnd = endOfLine(first, last, breaks)
  if (lineEnd === last && last - first < maxWholeTokens) return withContext({ first, last }, page, breaks)
  const start = uniqueStart(first, lineEnd, index)
  const endLine = startOfLine(last, start.last + 1, breaks)
  const end = { first: startOfWord(Math.max(endLine, last + 1 - endTokens), endLine, index), last }
  if (end.first > end.last) return withContext(start, page, breaks)
  const prefix = occursBefore(start, index) ? prefixOf(first, page, breaks) : ''
  return `${prefix}${encoded(start, page)},${encoded(end, page)}`
}

/** Returns a test for tokens: true if the page may show a line end, the mark of a note or an image between the token and the next one. */
function breaksBetween(page: SearchedText): (at: number) => boolean {
  const { text, index, notes, offsets } = page
  const noted = new Set(notes.map(({ at }) => at))
  return (at) => {
    const [end, next] = [index.ends[at] as number, index.starts[at + 1]]
    if (next === undefined || isAltered(at, page) || isAltered(at + 1, page)) return true
    for (let place = end; place <= next; place++) if (noted.has(place) || text[place] === '\n') return true
    return (offsets[next] as number) - (offsets[end - 1] as number) > maxMarkupChars
  }
}

/** True if the word has raised or lowered digits. */
function isAltered(at: number, { index, scripts }: SearchedText): boolean {
  for (let place = index.starts[at] as number; place < (index.ends[at] as number); place++) {
    if (scripts.has(place)) return true
  }
  return false
}

function endOfLine(first: number, last: number, breaks: (at: number) => boolean): number {
  let end = first
  while (end < last && !breaks(end)) end++
  return end
}

function startOfLine(last: number, first: number, breaks: (at: number) => boolean): number {
  let start = last
  while (start > first && !breaks(start - 1)) start--
  return start
}

/** True if the tokens may be one word: Chromium finds whole words only, and some writing systems have no spaces between them. */
function mayBeOneWord(at: number, { starts, ends, kinds }: TokenIndex): boolean {
  return ends[at] === starts[at + 1] && kinds[at] !== kindCodes.sign && kinds[at + 1] !== kindCodes.sign
}

function startOfWord(token: number, first: number, index: TokenIndex): number {
  let start = token
  while (start > first && mayBeOneWord(start - 1, index)) start--
  return start
}

function endOfWord(token: number, last: number, index: TokenIndex): number {
  let end = token
  while (end < last && mayBeOneWord(end, index)) end++
  return end
}

/** The shortest start of the line, of at least five tokens, that doesn't occur earlier on the page. */
function uniqueStart(first: number, lineEnd: number, index: TokenIndex): TokenRange {
  for (let count = endTokens; count < maxEndTokens; count += endTokens) {
    const range = { first, last: endOfWord(Math.min(lineEnd, first + count - 1), lineEnd, index) }
    if (range.last === lineEnd || !occursBefore(range, index)) return range
  }
  return { first, last: Math.min(lineEnd, first + maxEndTokens - 1) }
}

/** The words, with those before and after them if they are few or occur earlier. */
function withContext(range: TokenRange, page: SearchedText, breaks: (at: number) => boolean): string {
  const { first, last } = range
  const text = encoded(range, page)
  if (last - first + 1 >= minUniqueTokens && !occursBefore(range, page.index)) return text
  const lineEnd = endOfLine(last, page.index.ids.length - 1, breaks)
  const after = endOfWord(Math.min(lineEnd, last + contextTokens), lineEnd, page.index)
  const suffix = after > last ? `,-${encoded({ first: last + 1, last: after }, page)}` : ''
  // The line before may not be shown, so it is only used if this line has no other words.
  const isLineStart = first === 0 || breaks(first - 1)
  const prefix = isLineStart && suffix !== '' ? '' : prefixOf(first, page, breaks)
  return prefix + text + suffix
}

/** The words before a token, which may be at the end of another line. */
function prefixOf(first: number, page: SearchedText, breaks: (at: number) => boolean): string {
  if (first === 0 || isAltered(first - 1, page)) return ''
  const lineStart = startOfLine(first - 1, 0, breaks)
  const before = startOfWord(Math.max(lineStart, first - contextTokens), lineStart, page.index)
  return `${encoded({ first: before, last: first - 1 }, page)}-,`
}

function occursBefore({ first, last }: TokenRange, index: TokenIndex): boolean {
  const [earliest = first] = occurrencesOf(index.ids.slice(first, last + 1), index)
  return earliest < first
}

/** `-`, `,` and `&` separate the parts of a directive. */
function encoded({ first, last }: TokenRange, { text, index }: SearchedText): string {
  const words = text.slice(index.starts[first], index.ends[last]).replace(/\s+/g, ' ').toWellFormed()
  return encodeURIComponent(words).replaceAll('-', '%2D')
}
