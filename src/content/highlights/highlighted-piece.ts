/** The passages of a markdown text that have to do with a query, as the one piece of a result. */

import type { WindowBounds, WrittenPiece } from '../window.ts'
import { writeCounted } from '../written.ts'
import { highlightsOf } from './highlights.ts'

/** Characters where the caller names no bound: a page's passages, not the page. */
const defaultMaxChars = 4000

/** Its length is that of the passages, and nothing follows it. */
export function highlightedPieceOf(markdown: string, query: string, { maxChars }: WindowBounds): WrittenPiece {
  const { content, highlights } = highlightsOf(markdown, query, maxChars ?? defaultMaxChars)
  const written = writeCounted(content)
  return {
    ...{ content: written, total_chars: content.length, offset: 0, next_offset: null },
    ...{ content_tokens: written.tokens, outline: null, highlights },
  }
}
