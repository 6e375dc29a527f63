/** The outline of a markdown text: its headings with their places, so that a reader can jump (docs/scrape.md, Long pages). */

import { headingText } from './heading-text.ts'
import { blocksOf, type MarkdownBlock } from './markdown-blocks.ts'

export interface OutlineHeading {
  /** From 1 to 6. */
  level: number
  text: string
  /** Where the heading starts in the whole text, in UTF-16 units. */
  offset: number
}

const maxHeadings = 100

/** Headings in the text's order. Of more than 100 those of the highest levels, and among equals the first. */
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
