/** Finds where a line of text is cut: after a sentence or a word, and before a link or tag that would be split. */

interface LineRange {
  /** Start of the text that may be searched. */
  start: number
  /** Start of its words, after the markers of a list or quote. */
  contentStart: number
  /** The first acceptable cut. */
  min: number
  limit: number
  /** A link or word up to this length isn't split. */
  maxWhole: number
  onlySentences: boolean
}

/**
 * Markdown links and images (an image may be in a link), automatic links, bare URLs, HTML tags. Each character can match in only one way.
 * Otherwise, a page could make the search take exponential time.
 */
const indivisible =
  /!?\[(?:[^[\]\\\n]|\\[^\n]|\[(?:[^[\]\\\n]|\\[^\n])*\])*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:[ ]"(?:[^"\\\n]|\\[^\n])*")?\)|<a\s[^<>\n]*>[^<>\n]*<\/a>|<[a-z/!][^<>\n]*>|https?:\/\/[^\s<>()[\]]+/gi

/** A sentence with the white space after it, and a hard line break. An abbreviation before a lower-case word doesn't end a sentence. */
const sentenceEnd =
  /([.!?…؟۔।॥։።]["'”’»)\]*_]*(?=\s)|[。！？｡]["'”’»」』）】*_]*|(?:\\|[ ]{2})(?=\n))(?:[ \t]*\n|[ \t]+(?![\p{Ll}\s])|(?<=[。！？｡]["'”’»」』）】*_]*))/gu

/** Width of the text before the limit that is searched first, in UTF-16 units. */
const searchChars = 4096

const words = new Intl.Segmenter('en', { granularity: 'word' })
/** A word up to this length isn't split. */
const maxWordChars = 64

/**
 * Returns the end of the last sentence between `min` and `limit`, or else of the last word. If there is neither, returns the start of a link
 * at the limit, even if it is before `min`, or 0 if a link or a word at the limit is the first one, or the limit.
 */
export function cutInLine(text: string, range: LineRange): number {
  const { contentStart, min, limit, maxWhole, onlySentences } = range
  if (min > limit) return 0
  const first = Math.max(range.start, min - searchChars)
  for (let from = Math.max(first, limit - 2 * searchChars); ; from = first) {
    const { line, link } = withoutLinks(text, from, limit)
    const isWhole = link !== null && (link.start >= min || link.end - link.start <= maxWhole)
    const end = isWhole ? link.start : limit
    const sentence = lastSentence(line, end - from)
    if (sentence > 0 && from + sentence >= min) return from + sentence
    if (from > first) continue
    if (onlySentences) return 0
    const spaces = [' ', '\n', '\t', '\u3000'].map((space) => line.lastIndexOf(space, end - from))
    const word = Math.min(from + Math.max(...spaces) + 1, end)
    if (word >= min) return word
    if (isWhole) return link.start > contentStart ? link.start : 0
    const start = wordStart(line, limit - from, maxWhole)
    if (start === null) return limit
    return from + start >= min ? from + start : 0
  }
}

/** Returns the text around the limit with its links and tags masked, so that no cut is found in them, and the one at the limit. */
function withoutLinks(text: string, from: number, limit: number) {
  const newline = text.indexOf('\n', limit)
  const to = Math.min(newline < 0 ? text.length : newline + 1, limit + searchChars)
  let link: { start: number; end: number } | null = null
  const line = text.slice(from, to).replace(indivisible, (found, at: number) => {
    const start = from + at
    if (start < limit && start + found.length > limit) link = { start, end: start + found.length }
    return 'x'.repeat(found.length - 1) + found.at(-1)
  })
  return { line, link: link as { start: number; end: number } | null }
}

/** Returns the end of the last sentence that ends at or before `end`, with the white space after it if that fits; 0 if there isn't one. */
function lastSentence(line: string, end: number): number {
  let last = 0
  for (const { 0: found, 1: ending = found, index } of line.matchAll(sentenceEnd)) {
    if (index + ending.length > end) break
    last = Math.min(index + found.length, end)
  }
  return last
}

/** Returns the start of the word at a position, in any script; null if it is long. */
function wordStart(line: string, at: number, maxChars: number): number | null {
  const from = Math.max(0, at - maxWordChars)
  const last = [...words.segment(line.slice(from, at + maxWordChars))]
    .filter(({ index, isWordLike }) => isWordLike && from + index <= at && (index > 0 || from === 0))
    .at(-1)
  return !last || last.segment.length > Math.min(maxChars, maxWordChars) ? null : from + last.index
}
