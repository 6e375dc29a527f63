/** Reads pieces of content as tests expect them. */

import { type WindowBounds, writtenPieceOf } from '../../src/content/window.ts'
import { readContent } from '../../src/content/written.ts'
import type { Content } from '../../src/contract/list-items.ts'

/** Returns the piece of content at an offset, and its place. */
export function windowOf(content: Content, offset: number, bounds: WindowBounds = {}) {
  const { content: piece, total_chars, offset: start, next_offset } = writtenPieceOf(content, offset, bounds)
  return { content: readContent(piece), total_chars, offset: start, next_offset }
}
