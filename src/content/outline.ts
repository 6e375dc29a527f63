/**
 * Reads the outline of a markdown document: its headings and their offsets, so that a reader can jump to a section (docs/scrape.md, Long
 * pages).
 */

import { headingText } from './heading-text.ts'
import { blocksOf } from './markdown-blocks.ts'
import { type PageStart, pageAt } from './page-starts.ts'

export interface OutlineHeading {
  /** From 1 to 6. */
  level: number
  text: string
  /** Start of the heading in the whole document, in UTF-16 units. */
  offset: number
  /** Null if the document has no pages. */
  page: number | null
}

const maxHeadings = 100

/** Returns headings in text order: the highest levels that fit into 100 entries, and an even selection from the next level. */
export function readOutline(markdown: string, pageStarts: readonly PageStart[] = []): OutlineHeading[] {
  const byLevel: OutlineHeading[][] = Array.from({ length: 7 }, () => [])
  for (const { kind, level, start, end } of blocksOf(markdown)) {
    const text = kind === 'heading' ? headingText(markdown.slice(start, end)) : ''
    if (text !== '') byLevel[level]?.push({ level, text, offset: start, page: pageAt(pageStarts, start) })
  }
  const outline: OutlineHeading[] = []
  for (const alike of byLevel) {
    const room = maxHeadings - outline.length
    const step = Math.max(1, alike.length / room)
    outline.push(...alike.filter((_, n) => Math.floor(n / step) > Math.floor((n - 1) / step)))
    if (step > 1) break
  }
  return outline.sort((a, b) => a.offset - b.offset)
}
