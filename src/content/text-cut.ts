/** Finds where a piece of text ends: between blocks, else within a block, and never inside a character (docs/scrape.md, Long pages). */

import { lazy } from '../base/once.ts'
import type { MarkdownBlock } from './markdown-blocks.ts'
import { type BlockUnit, blocksNear, introduces, unitsOf } from './piece-blocks.ts'

interface Range {
  start: number
  limit: number
  half: number
}

/** Returns the end of the piece from `start`: at or before `limit` if possible, and always after `start`. */
export function cutText(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length
  const range = { start, limit, half: start + Math.ceil((limit - start) / 2) }
  return largeCut(text, range) ?? smallCut(text, range) ?? cutAtLine(text, start, limit)
}

/** Returns the end of the last line that fits; else a cut within the line. */
export function cutAtLine(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length
  const line = Math.min(lastLineStart(text, limit), limit)
  if (line > start) return line
  const cut = cutInLine(text, { start, contentStart: start, min: start + 1, limit, maxWhole: 0, onlySentences: false })
  return wholeCharacters(text, start, cut)
}

/** Width of the text before the limit in which most pieces end, in UTF-16 units. */
const searchChars = 1024

/** Returns a cut that leaves at least half of the limit, or null. A cut between blocks is better than one within a block. */
function largeCut(text: string, range: Range): number | null {
  const { start, limit, half } = range
  const min = Math.max(half, start + 1)
  if (limit - searchChars > half) {
    const boundary = lastBoundary(text, blocksNear(text, limit - searchChars, limit), limit)
    if (boundary >= min) return boundary
  }
  const blocks = blocksNear(text, half, limit)
  const boundary = lastBoundary(text, blocks, limit)
  if (boundary >= min) return boundary
  for (const block of blocks.reverse()) {
    const { cut, cutInUnit } = cutsWithin(text, block, range)
    if (cut >= min) return cut
    if (cutInUnit >= min) return wholeCharacters(text, start, cutInUnit)
  }
  return null
}

function smallCut(text: string, range: Range): number | null {
  const { start, limit } = range
  const blocks = blocksNear(text, start + 1, limit)
  const within = blocks.map((block) => cutsWithin(text, block, range))
  const cuts = [lastBoundary(text, blocks, limit), ...within.flatMap(({ cut, cutInUnit }) => [cut, cutInUnit])]
  const best = cuts.reduce((most, cut) => Math.max(most, cut), start)
  return best > start ? best : null
}

/** Returns the last boundary between blocks within the limit, except after a block that introduces the next one. Returns 0 without one. */
function lastBoundary(text: string, blocks: readonly MarkdownBlock[], limit: number): number {
  const at = blocks.findLastIndex((block, n) => block.end <= limit && !introduces(text, block, blocks[n + 1]))
  return at < 0 ? 0 : Math.min(limit, blocks[at + 1]?.start ?? limit, lastLineStart(text, limit))
}

/** Returns the last cut between units of a block, such as rows, and the last cut within the unit at the limit. A missing cut is 0. */
function cutsWithin(text: string, block: MarkdownBlock, { start, limit, half }: Range) {
  let cut = 0
  let last: BlockUnit | null = null
  for (const unit of unitsOf(text, block)) {
    if (unit.start > limit + 1) break
    if (unit.mayCut) cut = Math.min(unit.start, limit)
    if (unit.start < limit) last = unit
  }
  const isCrossing = block.end > limit
  const maxWhole = limit - start
  const isWholeRow = last?.isRow && fitsRow(text, last.start, maxWhole)
  if (!last || isWholeRow || last.isFixed || (!isCrossing && block.kind !== 'text')) return { cut, cutInUnit: 0 }
  const { contentStart } = last
  const min = Math.max(half, contentStart + 1)
  const range = { start: last.start, contentStart, min, maxWhole, onlySentences: !isCrossing }
  return { cut, cutInUnit: cutInLine(text, { ...range, limit: isCrossing ? limit : block.end - 1 }) }
}

function fitsRow(text: string, start: number, maxChars: number): boolean {
  return start + maxChars >= text.length || text.slice(start, start + maxChars + 1).includes('\n')
}

function lastLineStart(text: string, limit: number): number {
  return text.lastIndexOf('\n', limit) + 1
}

function wholeCharacters(text: string, start: number, end: number): number {
  if (!isInsideSurrogatePair(text, end)) return end
  return end - 1 > start ? end - 1 : end + 1
}

/** True if `at` falls between the two units of one character. */
export function isInsideSurrogatePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}

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
const lineSearchChars = 4096

/** Made on first use, because the first one in a process takes 20 ms, and few texts need it. */
const words = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }))
/** A word up to this length isn't split. */
const maxWordChars = 64

/**
 * Returns the end of the last sentence between `min` and `limit`, or else of the last word. If there is neither, returns the start of the
 * link or word at the limit, even if that start is before `min`. Returns 0 for the first link or word.
 */
function cutInLine(text: string, range: LineRange): number {
  const { contentStart, min, limit, maxWhole, onlySentences } = range
  if (min > limit) return 0
  const first = Math.max(range.start, min - lineSearchChars)
  for (let from = Math.max(first, limit - 2 * lineSearchChars); ; from = first) {
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

/** Masks links and tags in the text around the limit, so that they aren't cut. Also returns the link or tag at the limit. */
function withoutLinks(text: string, from: number, limit: number) {
  const newline = text.indexOf('\n', limit)
  const to = Math.min(newline < 0 ? text.length : newline + 1, limit + lineSearchChars)
  let link: { start: number; end: number } | null = null
  const line = text.slice(from, to).replace(indivisible, (found, at: number) => {
    const start = from + at
    if (start < limit && start + found.length > limit) link = { start, end: start + found.length }
    return 'x'.repeat(found.length - 1) + found.at(-1)
  })
  return { line, link: link as { start: number; end: number } | null }
}

/** Returns the end of the last sentence up to `end`, including the white space after the sentence if it fits. Returns 0 without one. */
function lastSentence(line: string, end: number): number {
  let last = 0
  for (const { 0: found, 1: ending = found, index } of line.matchAll(sentenceEnd)) {
    if (index + ending.length > end) break
    last = Math.min(index + found.length, end)
  }
  return last
}

/** Returns the start of the word at a position, in any writing system; null if it is long. */
function wordStart(line: string, at: number, maxChars: number): number | null {
  const from = Math.max(0, at - maxWordChars)
  const last = [...words().segment(line.slice(from, at + maxWordChars))]
    .filter(({ index, isWordLike }) => isWordLike && from + index <= at && (index > 0 || from === 0))
    .at(-1)
  return !last || last.segment.length > Math.min(maxChars, maxWordChars) ? null : from + last.index
}
