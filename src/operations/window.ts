/** Cuts a piece out of a content: from an offset, within bounds, at a place where nothing is torn apart (docs/api.md, scrape). */

import type { Content } from '../contract/scrape.ts'
import { overestimateTokens } from './token-estimate.ts'

export interface ContentWindow<Piece = Content> {
  content: Piece
  total_chars: number
  offset: number
  next_offset: number | null
}

/** How much a piece may hold. */
export interface WindowBounds {
  /** UTF-16 units; all when undefined. */
  maxChars?: number | undefined
  /** Tokens by estimate; any number when undefined. */
  maxTokens?: number | undefined
}

/**
 * Text is counted in UTF-16 units, a list or an object in units of its compact JSON.
 * Pieces that are read on by `next_offset` give the whole when joined; each advances by at least one character or item.
 */
export function windowOf(content: Content, offset: number, { maxChars, maxTokens }: WindowBounds = {}): ContentWindow {
  let window = cutPiece(content, offset, maxChars ?? null)
  if (maxTokens === undefined) return window
  let text = textOf(window.content)
  let chars = text.length
  // One item may be longer than all that is allowed.
  for (let tokens = overestimateTokens(text); tokens > maxTokens && !isOneItem(window.content); ) {
    chars = Math.floor(Math.min(chars * 0.95, (chars * maxTokens) / tokens))
    window = cutPiece(content, offset, Math.max(1, chars))
    text = textOf(window.content)
    tokens = overestimateTokens(text)
  }
  return window
}

function isOneItem(content: Content): boolean {
  return (typeof content === 'string' ? [...content.slice(0, 3)] : Object.keys(content)).length <= 1
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function cutPiece(content: Content, offset: number, maxChars: number | null): ContentWindow {
  if (typeof content === 'string') return windowOfText(content, offset, maxChars)
  if (Array.isArray(content)) {
    const items: unknown[] = content
    const lengths = lengthsOf(content, items, (item) => JSON.stringify(item))
    return windowOfItems(items, lengths, offset, maxChars) as ContentWindow
  }
  const entries = Object.entries(content)
  const lengths = lengthsOf(content, entries, ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  const { content: piece, ...window } = windowOfItems(entries, lengths, offset, maxChars)
  return { ...window, content: Object.fromEntries(piece) as Content }
}

function windowOfText(text: string, from: number, maxChars: number | null): ContentWindow<string> {
  const start = Math.min(isInsidePair(text, from) ? from + 1 : from, text.length)
  const end = cutAt(text, start, maxChars)
  return {
    content: text.slice(start, end),
    total_chars: text.length,
    offset: from,
    next_offset: end < text.length ? end : null,
  }
}

function cutAt(text: string, start: number, maxChars: number | null): number {
  const limit = maxChars === null ? text.length : start + maxChars
  if (limit >= text.length) return text.length
  const boundary = lastBoundary(text, start, limit)
  if (boundary > start) return boundary
  const whole = outsideOfLinks(text, start, limit)
  if (!isInsidePair(text, whole)) return whole
  return whole - 1 > start ? whole - 1 : whole + 1
}

/** Where the last block that fits ends: behind a blank line outside fenced code, else behind a line; `start` when there is none. */
function lastBoundary(text: string, start: number, limit: number): number {
  let block = start
  let line = start
  let fence = fenceAt(text, start)
  for (let at = start; at < limit; at = line) {
    const newline = text.indexOf('\n', at)
    if (newline < 0 || newline >= limit) break
    const content = text.slice(at, newline)
    line = newline + 1
    fence = fenceBehind(content, fence)
    if (fence === null && content.trim() === '' && at > start) block = line
  }
  return block > start ? block : line
}

/** The code fence that is open at `start`, or null. Searches for the marks: a regular expression over each line is slow on megabytes. */
function fenceAt(text: string, start: number): string | null {
  let fence: string | null = null
  const next = { '```': -1, '~~~': -1 }
  const seek = (mark: keyof typeof next, from: number) => {
    const found = text.indexOf(mark, from)
    next[mark] = found < 0 || found >= start ? start : found
  }
  seek('```', 0)
  seek('~~~', 0)
  for (;;) {
    const at = Math.min(next['```'], next['~~~'])
    if (at >= start) return fence
    const end = text.indexOf('\n', at)
    let begin = at
    while (begin > 0 && at - begin < 3 && text[begin - 1] === ' ') begin--
    const isLineStart = begin === 0 || text[begin - 1] === '\n'
    if (isLineStart) fence = fenceBehind(text.slice(begin, end < 0 ? start : Math.min(end, start)), fence)
    // A line has one beginning: no later mark on it counts.
    const from = end < 0 ? start : end
    for (const mark of ['```', '~~~'] as const) if (next[mark] < from) seek(mark, from)
  }
}

/** The code fence that is open behind a line. @see CommonMark 0.31, fenced code blocks */
function fenceBehind(content: string, fence: string | null): string | null {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(content)?.[1]
  if (!mark) return fence
  if (fence === null) return mark
  return mark.startsWith(fence) && content.trim() === mark ? null : fence
}

/**
 * Links and images of markdown (one image may stand in a link), automatic links, bare addresses, tags of HTML.
 * Each character can be read in one way only: with two, a page could keep the search busy for ever.
 */
const indivisible =
  /!?\[(?:[^[\]\\\n]|\\[^\n]|\[(?:[^[\]\\\n]|\\[^\n])*\])*\]\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:[ ]"[^"\n]*")?\)|<a\s[^<>\n]*>[^<>\n]*<\/a>|<[a-z/!][^<>\n]*>|https?:\/\/[^\s<>()[\]]+/gi

/** How far around a cut such a thing is looked for, in UTF-16 units. */
const linkReach = 4096

/** The limit, or the beginning of the link or tag that it would cut in two; one that is longer than the window is cut. */
function outsideOfLinks(text: string, start: number, limit: number): number {
  const from = Math.max(start, limit - linkReach)
  const newline = text.indexOf('\n', limit)
  const to = Math.min(newline < 0 ? text.length : newline, limit + linkReach)
  for (const found of text.slice(from, to).matchAll(indivisible)) {
    const begin = from + found.index
    if (begin >= limit) break
    if (begin + found[0].length > limit && begin > start) return begin
  }
  return limit
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}

/** Lengths of the items' compact JSON, by content: it is asked for again with every piece that is read on. */
const measured = new WeakMap<object, readonly number[]>()

function lengthsOf<Item>(content: object, items: readonly Item[], toJson: (item: Item) => string): readonly number[] {
  const lengths = measured.get(content) ?? items.map((item) => toJson(item).length)
  measured.set(content, lengths)
  return lengths
}

/** Whole items only; the first one begins at 1, behind the opening bracket. An item that `from` falls into is behind us. */
function windowOfItems<Item>(
  items: readonly Item[],
  lengths: readonly number[],
  from: number,
  maxChars: number | null,
): ContentWindow<Item[]> {
  const piece: Item[] = []
  let length = 2
  let at = 1
  let next: number | null = null
  for (const [i, item] of items.entries()) {
    const size = lengths[i] as number
    if (next === null && at >= from) {
      const grown = length + size + (piece.length > 0 ? 1 : 0)
      if (piece.length > 0 && maxChars !== null && grown > maxChars) next = at
      else {
        piece.push(item)
        length = grown
      }
    }
    at += size + 1
  }
  return { content: piece, total_chars: items.length === 0 ? 2 : at, offset: from, next_offset: next }
}
