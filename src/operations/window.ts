/** A piece of a content: from `offset`, at most `max_chars` long, cut where it hurts least (API.md §2, Windows). */

import type { Content } from '../contract/scrape.ts'

export interface Window<Piece = Content> {
  content: Piece
  total_chars: number
  offset: number
  next_offset: number | null
}

/**
 * Text is counted in UTF-16 units, a list or an object in units of its compact JSON.
 * Pieces that are read on by `next_offset` give the whole when joined; each advances by at least one character or item.
 */
export function windowOf(content: Content, offset: number, maxChars: number | null): Window {
  if (typeof content === 'string') return windowOfText(content, offset, maxChars)
  if (Array.isArray(content)) {
    const items: unknown[] = content
    return windowOfItems(
      items,
      offset,
      maxChars,
      (item) => JSON.stringify(item),
      (piece) => piece as Content,
    )
  }
  return windowOfItems(
    Object.entries(content),
    offset,
    maxChars,
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    (piece) => Object.fromEntries(piece) as Content,
  )
}

function windowOfText(text: string, from: number, maxChars: number | null): Window<string> {
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
  if (!isInsidePair(text, limit)) return limit
  return limit - 1 > start ? limit - 1 : limit + 1
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

/** The code fence that is open at `start`, or null. */
function fenceAt(text: string, start: number): string | null {
  let fence: string | null = null
  for (const { 0: content } of text.slice(0, start).matchAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gm)) {
    fence = fenceBehind(content, fence)
  }
  return fence
}

/** The code fence that is open behind a line. @see CommonMark 0.31, fenced code blocks */
function fenceBehind(content: string, fence: string | null): string | null {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(content)?.[1]
  if (!mark) return fence
  if (fence === null) return mark
  return mark.startsWith(fence) && content.trim() === mark ? null : fence
}

function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}

/** Whole items only; the first one begins at 1, behind the opening bracket. An item that `from` falls into is behind us. */
function windowOfItems<Item>(
  items: readonly Item[],
  from: number,
  maxChars: number | null,
  toJson: (item: Item) => string,
  toContent: (piece: Item[]) => Content,
): Window {
  const piece: Item[] = []
  let length = 2
  let at = 1
  let next: number | null = null
  for (const item of items) {
    const size = toJson(item).length
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
  return { content: toContent(piece), total_chars: items.length === 0 ? 2 : at, offset: from, next_offset: next }
}
