/** Cuts the first piece of a markdown text, and adds the outline of the whole if more text follows. */

import { readOutline } from './outline.ts'
import { overestimateTokens } from './token-estimate.ts'
import { type WindowBounds, type WrittenPiece, writtenPieceOf } from './window.ts'

/** The outline's tokens count towards the piece's limit, and leave it at least half. */
export function outlinedPieceOf(markdown: string, bounds: WindowBounds): WrittenPiece {
  const piece = writtenPieceOf(markdown, 0, bounds)
  if (piece.next_offset === null) return piece
  const outline = readOutline(markdown)
  const { maxChars, maxTokens } = bounds
  if (maxTokens === undefined) return { ...piece, outline }
  const outlineTokens = overestimateTokens(JSON.stringify(outline))
  const left = Math.max(maxTokens - outlineTokens, Math.floor(maxTokens / 2))
  return { ...writtenPieceOf(markdown, 0, { maxChars, maxTokens: left }), outline }
}
