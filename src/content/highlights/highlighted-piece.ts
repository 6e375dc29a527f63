/** Returns the passages of a markdown text that are relevant to a query, as the only piece of a result. */

import { defaultHighlightsChars } from '../../contract/service-limits.ts'
import type { WindowBounds, WrittenPiece } from '../window.ts'
import { writeCounted } from '../written.ts'
import { highlightsOf } from './highlights.ts'

/**
 * Returns the passages of a markdown text that are relevant to a query, best first, as a result's only piece. Together, they are within
 * the limits. Without limits, they have up to 4,000 characters.
 * @example
 * highlightedPieceOf('# Orders\n\nRefunds take a week.\n\nWe sell shoes.', 'refund', {}).highlights?.[0]?.heading // 'Orders'
 */
export function highlightedPieceOf(markdown: string, query: string, bounds: WindowBounds): WrittenPiece {
  const { maxTokens, maxChars = maxTokens === undefined ? defaultHighlightsChars : Infinity } = bounds
  const { content, highlights } = highlightsOf(markdown, query, maxChars, maxTokens)
  const written = writeCounted(content)
  return {
    ...{ content: written, total_chars: content.length, offset: 0, next_offset: null },
    ...{ content_tokens: written.tokens, outline: null, highlights },
  }
}
