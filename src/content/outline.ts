/**
 * Reads the outline of a markdown text: its headings and their offsets, so that a reader can jump to a section (docs/scrape.md, Long
 * pages).
 */

import { headingText } from './heading-text.ts'
import { blocksOf, type MarkdownBlock } from './markdown-blocks.ts'

export interface OutlineHeading {
  /** From 1 to 6. */
  level: number
  text: string
  /** Start of the heading in the whole text, in UTF-16 units. */
  offset: number
}

const maxHeadings = 100

/** Returns headings in text order. If there are more than 100, keeps the highest levels, and the first ones within a level. */
export function readOutline(markdown: string): OutlineHeading[] {
  const byLevel: OutlineHeading[][] = Array.from({ length: 7 }, () => [])
  for (const block of blocksOf(markdown)) {
    const alike = byLevel[block.level]
    if (block.kind !== 'heading' || !alike || alike.length >= maxHeadings) continue
    const heading = readHeading(markdown, block)
    if (heading.text !== '') alike.push(heading)
  }
  return byLevel
    .flat()
    .slice(0, maxHeadings)
    .sort((a, b) => a.offset - b.offset)
}

function readHeading(markdown: string, { level, start, end }: MarkdownBlock): OutlineHeading {
  return { level, text: headingText(markdown.slice(start, end)), offset: start }
}
