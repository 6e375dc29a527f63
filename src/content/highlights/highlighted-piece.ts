/** Returns the passages of a markdown text that are relevant to a query, as the only piece of a result. */

import { defaultHighlightsChars } from '../../contract/service-limits.ts'
import type { WindowBounds, WrittenPiece } from '../window.ts'
import { writeCounted } from '../written.ts'
import { highlightsOf } from './highlights.ts'

/**
 * Returns the passages of a markdown text that are relevant to a query, in the order of the text, as a result's only piece. They have up
 * to `maxChars` together, 4,000 by default.
 * @example
 * highlightedPieceOf('# Orders\n\nRefunds take a week.\n\nWe sell shoes.', 'refund', {}).highlights?.[0]?.heading // 'Orders'
 */
export function highlightedPieceOf(markdown: string, query: string, { maxChars }: WindowBounds): WrittenPiece {
  const { content, highlights } = highlightsOf(markdown, query, maxChars ?? defaultHighlightsChars)
  const written = writeCounted(content)
  return {
    ...{ content: written, total_chars: content.length, offset: 0, next_offset: null },
    ...{ content_tokens: written.tokens, outline: null, highlights },
  }
}
