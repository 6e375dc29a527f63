/** Cuts a piece out of content, starting at an offset and within limits, without splitting blocks, links or characters (docs/scrape.md). */

import type { z } from 'zod'
import type { CheckedQuote, Content, markdownPlaces } from '../contract/list-items.ts'
import type { Output } from '../contract/scrape.ts'
import { contentTokensOf } from './content-tokens.ts'
import { type OutlineHeading, type PageStart, readOutline } from './outline.ts'
import { cutText, isInsideSurrogatePair } from './text-cut.ts'
import { countTokens, readContent, type WrittenContent, type WrittenExtra, writeCounted } from './written.ts'

interface WindowPlace {
  total_chars: number
  offset: number
  next_offset: number | null
}

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
  highlights: Highlight[] | null
  quotes: CheckedQuote[] | null
}

/** Positions and lengths are UTF-16 units. Scores are comparable only within one result. */
export type Highlight = NonNullable<z.infer<typeof markdownPlaces.highlights>>[number]

/** Fields of a piece that isn't markdown. */
const plain = { outline: null, highlights: null, quotes: null }

/** Maximum tokens per UTF-16 unit. */
const maxTokensPerChar = 2

/** Maximum number of times that a shorter text is counted to find the longest one within a token limit. */
const maxTries = 9
/** Below this limit, nearly all of the tokens are used, because counting a short text again takes little time. */
const quicklyCountedTokens = 500

/** True if the length of the whole content alone shows that it is within the limits. */
export function fitsWhole({ chars }: WrittenContent, offset: number, bounds: WindowBounds): boolean {
  const { maxChars = chars, maxTokens = Infinity, resultTokens = Infinity } = bounds
  return offset === 0 && chars <= maxChars && chars * maxTokensPerChar <= Math.min(maxTokens, resultTokens)
}

/** Returns the whole content as a piece if its length alone shows that it is within the limits; otherwise null. */
export function wholeAsPiece(content: WrittenContent, offset: number, bounds: WindowBounds): WrittenPiece | null {
  if (!fitsWhole(content, offset, bounds)) return null
  const place = { total_chars: content.chars, offset, next_offset: null }
  const tokens = content.tokens ?? countTokens(content, readContent(content)).tokens
  return { content, ...place, content_tokens: tokens, ...plain }
}

/**
 * Cuts the piece at `offset` out of content. Offsets are UTF-16 units of a string, or of the compact JSON of a list or an object. Pieces read
 * by following `next_offset` add up to the whole content. Each piece advances by at least one character or item.
 * @example
 * writtenPieceOf('First.\n\nSecond.', 0, { maxChars: 10 }).next_offset // 8
 */
export function writtenPieceOf(content: Content, offset: number, bounds: WindowBounds): WrittenPiece {
  let maxChars = typeof content === 'string' ? charsWithin(content, offset, bounds) : (bounds.maxChars ?? Infinity)
  for (;;) {
    const { content: piece, ...place } = cutPiece(content, offset, maxChars)
    const written = writeCounted(piece)
    const { chars, tokens } = written
    const share = tokens / maxTokensOf(bounds)
    // A single item is never cut, regardless of its length.
    const items = typeof piece === 'string' ? [...piece.slice(0, 3)] : Object.keys(piece)
    if (share <= 1 || items.length <= 1) return { content: written, ...place, content_tokens: tokens, ...plain }
    maxChars = Math.max(1, Math.floor(Math.min(chars * 0.95, chars / share)))
  }
}

/**
 * Cuts the first piece off a markdown text. If more text follows, the piece includes an outline, which takes up at most half of `resultTokens`.
 * @example
 * outlinedPieceOf('# A\n\nText.\n\n# B\n\nMore.', { maxChars: 14 }).outline?.map(({ text }) => text) // ['A', 'B']
 */
export function outlinedPieceOf(
  markdown: string,
  bounds: WindowBounds,
  pageStarts: readonly PageStart[] = [],
): WrittenPiece {
  const piece = writtenPieceOf(markdown, 0, bounds)
  if (piece.next_offset === null) return piece
  const outline = readOutline(markdown, pageStarts)
  const { resultTokens } = bounds
  if (resultTokens === undefined) return { ...piece, outline }
  const outlineTokens = contentTokensOf(JSON.stringify(outline))
  const left = Math.max(resultTokens - outlineTokens, Math.floor(resultTokens / 2))
  return { ...writtenPieceOf(markdown, 0, { ...bounds, resultTokens: left }), outline }
}

/** Returns the length of text at `offset` that is within the bounds and uses nearly all of the tokens; infinite if it isn't limited. */
function charsWithin(text: string, offset: number, bounds: WindowBounds): number {
  const { maxChars = Infinity } = bounds
  if (maxTokensOf(bounds) === Infinity) return maxChars
  const shareOf = (chars: number) => tokenShare(text.slice(offset, offset + chars), bounds)
  const most = Math.min(maxChars, text.length - offset)
  const enough = maxTokensOf(bounds) < quicklyCountedTokens ? 0.99 : 0.96
  let [fits, fitting, over, exceeding] = [0, 0, most, shareOf(most)]
  if (exceeding <= 1) return maxChars
  for (let tries = 0; tries < maxTries && fitting < enough && over - fits > 1; tries++) {
    const part = tries % 3 === 2 ? 1 / 2 : (enough + 0.005 - fitting) / (exceeding - fitting)
    const chars = fits + Math.max(1, Math.floor((over - fits) * Math.min(part, 0.99)))
    const share = shareOf(chars)
    if (share > 1) [over, exceeding] = [chars, share]
    else [fits, fitting] = [chars, share]
  }
  return fits > 0 ? fits : over
}

/** Returns the share of the allowed tokens that a string takes up. The share exceeds 1 if the string exceeds the bounds. */
function tokenShare(text: string, bounds: WindowBounds): number {
  const max = maxTokensOf(bounds)
  return max === Infinity ? 0 : contentTokensOf(text) / max
}

function maxTokensOf({ maxTokens = Infinity, resultTokens = Infinity }: WindowBounds): number {
  return Math.min(maxTokens, resultTokens)
}

function cutPiece(content: Content, offset: number, maxChars: number): WindowPlace & { content: Content } {
  if (typeof content !== 'string') return cutItems(content, offset, maxChars)
  const start = Math.min(isInsideSurrogatePair(content, offset) ? offset + 1 : offset, content.length)
  const end = cutText(content, start, start + maxChars)
  const next = end < content.length ? end : null
  return { content: content.slice(start, end), total_chars: content.length, offset, next_offset: next }
}

/** Cuts between the items of a list or the fields of an object. */
function cutItems(
  content: Exclude<Content, string>,
  offset: number,
  maxChars: number,
): WindowPlace & { content: Content } {
  const entries: [string, unknown][] = Object.entries(content)
  const isList = Array.isArray(content)
  const piece: typeof entries = []
  let length = 2
  let at = 1
  let next: number | null = null
  for (const [name, value] of entries) {
    const size = JSON.stringify(value).length + (isList ? 0 : JSON.stringify(name).length + 1)
    if (next === null && at >= offset) {
      const grown = length + size + (piece.length > 0 ? 1 : 0)
      if (piece.length > 0 && grown > maxChars) next = at
      else {
        piece.push([name, value])
        length = grown
      }
    }
    at += size + 1
  }
  const part = isList ? piece.map(([, value]) => value) : Object.fromEntries(piece)
  return { content: part as Content, total_chars: entries.length === 0 ? 2 : at, offset, next_offset: next }
}

/**
 * Fits additional outputs into at most half of the space, in order. One that is too long becomes null, and the next one gets its space.
 * Also returns the names of those that don't fit, and the bounds that are left for the content.
 * @example
 * const extra = { links: writeContent(['https://example.com/']), emails: writeContent(['a@b.example']) }
 * fitExtra(extra, { maxChars: 40 }).cut // ['links']
 */
export function fitExtra(extra: WrittenExtra, room: WindowBounds) {
  const fitted: WrittenExtra = {}
  const cut: string[] = []
  const { maxChars = Infinity } = room
  let [chars, share] = [0, 0]
  for (const [name, written] of Object.entries(extra) as [Output, WrittenContent | null][]) {
    fitted[name] = null
    if (!written) continue
    const hasRoom = chars + written.chars <= maxChars / 2
    const ofText = hasRoom ? tokenShare(Buffer.from(written.json).toString(), room) : 0
    if (!hasRoom || share + ofText > 1 / 2) {
      cut.push(name)
      continue
    }
    fitted[name] = written
    chars += written.chars
    share += ofText
  }
  return {
    ...{ extra: fitted, cut },
    bounds: {
      maxChars: room.maxChars && room.maxChars - chars,
      maxTokens: room.maxTokens && Math.floor(room.maxTokens * (1 - share)),
      resultTokens: room.resultTokens && Math.floor(room.resultTokens * (1 - share)),
    },
  }
}
