/** Cuts a piece out of content, starting at an offset and within limits, without splitting blocks, links or characters (docs/scrape.md). */

import type { Content } from '../contract/scrape.ts'
import { contentTokensOf } from './content-tokens.ts'
import type { OutlineHeading } from './outline.ts'
import { cutText, isInsideSurrogatePair } from './text-cut.ts'
import { countTokens, readContent, type WrittenContent, writeCounted } from './written.ts'

/** Position of a piece in the whole content. */
interface WindowPlace {
  /** Length of the whole content. */
  total_chars: number
  offset: number
  next_offset: number | null
}

interface ContentWindow<Piece = Content> extends WindowPlace {
  content: Piece
}

/** Limits of a piece. */
export interface WindowBounds {
  /** UTF-16 units; unlimited if undefined. */
  maxChars?: number | undefined
  /** Maximum tokens, as estimated for `content_tokens`; unlimited if undefined. */
  maxTokens?: number | undefined
  /** Maximum tokens of the piece plus its outline, by the same estimate, for clients that reject longer results; unlimited if undefined. */
  resultTokens?: number | undefined
}

/** A piece that is already serialized. */
export interface WrittenPiece extends WindowPlace {
  content: WrittenContent
  /** Estimated number of tokens in the string, or in the compact JSON of the list or object. */
  content_tokens: number
  /** Headings of the whole document. Present only in the first of several pieces of markdown. */
  outline: OutlineHeading[] | null
  /** Positions of the passages that make up the content. */
  highlights: Highlight[] | null
}

/** A passage in the whole content. */
export interface Highlight {
  /** Start, in UTF-16 units. */
  offset: number
  /** The length of the passage in the whole content. */
  chars: number
  /** The heading above it; null if it has no heading. */
  heading: string | null
  /** Null if the document has no pages. */
  page: number | null
  /** Relevance to the query by BM25. Comparable only within one result. */
  score: number
}

/** Fields of a piece that isn't markdown. */
const plain = { outline: null, highlights: null }

/** Maximum tokens per UTF-16 unit. */
const maxTokensPerChar = 2

/** True if the length of the whole content alone shows that it is within the limits. */
export function fitsWhole({ chars }: WrittenContent, offset: number, bounds: WindowBounds): boolean {
  const { maxChars = chars, maxTokens = Infinity, resultTokens = Infinity } = bounds
  return offset === 0 && chars <= maxChars && chars * maxTokensPerChar <= Math.min(maxTokens, resultTokens)
}

/** Returns the whole content as a piece if its length alone shows that it is within the limits; otherwise null. */
export function wholeAsPiece(content: WrittenContent, offset: number, bounds: WindowBounds): WrittenPiece | null {
  if (!fitsWhole(content, offset, bounds)) return null
  const place = { total_chars: content.chars, offset, next_offset: null }
  return {
    content,
    ...place,
    content_tokens: content.tokens ?? countTokens(content, readContent(content)).tokens,
    ...plain,
  }
}

/**
 * Cuts the piece at `offset` out of content. Offsets are UTF-16 units of a string, or of the compact JSON of a list or an object.
 * @example
 * writtenPieceOf('First.\n\nSecond.', 0, { maxChars: 10 }).next_offset // 8
 */
export function writtenPieceOf(content: Content, offset: number, bounds: WindowBounds): WrittenPiece {
  const { content: piece, ...place } = windowOf(content, offset, bounds)
  const written = writeCounted(piece)
  return { content: written, ...place, content_tokens: written.tokens, ...plain }
}

/**
 * Text is measured in UTF-16 units, and lists and objects in the UTF-16 units of their compact JSON. Pieces read by following `next_offset`
 * add up to the whole content. Each piece advances by at least one character or item.
 */
export function windowOf(content: Content, offset: number, bounds: WindowBounds = {}): ContentWindow {
  let window = cutPiece(content, offset, bounds.maxChars ?? null)
  let text = textOf(window.content)
  let chars = text.length
  // A single item is never cut, regardless of its length.
  for (let share = tokenShare(text, bounds); share > 1 && !isOneItem(window.content); ) {
    chars = Math.floor(Math.min(chars * 0.95, chars / share))
    window = cutPiece(content, offset, Math.max(1, chars))
    text = textOf(window.content)
    share = tokenShare(text, bounds)
  }
  return window
}

/** Returns the share of the allowed tokens that a string takes up. The share exceeds 1 if the string exceeds the bounds. */
export function tokenShare(text: string, { maxTokens = Infinity, resultTokens = Infinity }: WindowBounds): number {
  const max = Math.min(maxTokens, resultTokens)
  return max === Infinity ? 0 : contentTokensOf(text) / max
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
    const lengths = items.map((item) => JSON.stringify(item).length)
    return windowOfItems(items, lengths, offset, maxChars) as ContentWindow
  }
  const entries = Object.entries(content)
  const lengths = entries.map(([key, value]) => JSON.stringify(key).length + 1 + JSON.stringify(value).length)
  const { content: piece, ...window } = windowOfItems(entries, lengths, offset, maxChars)
  return { ...window, content: Object.fromEntries(piece) as Content }
}

function windowOfText(text: string, from: number, maxChars: number | null): ContentWindow<string> {
  const start = Math.min(isInsideSurrogatePair(text, from) ? from + 1 : from, text.length)
  const end = maxChars === null ? text.length : cutText(text, start, start + maxChars)
  return {
    content: text.slice(start, end),
    total_chars: text.length,
    offset: from,
    next_offset: end < text.length ? end : null,
  }
}

/** Returns only whole items. The first item begins at offset 1, after the opening bracket. Items that begin before `from` are left out. */
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
