/** Cuts the first piece off a markdown document, and adds the outline of the whole document if more follows. */

import { contentTokensOf } from './content-tokens.ts'
import { readOutline } from './outline.ts'
import type { PageStart } from './page-starts.ts'
import { type WindowBounds, type WrittenPiece, writtenPieceOf } from './window.ts'

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
