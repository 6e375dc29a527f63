/** Headings that a document states, where they say less than they could: a title that is tagged as a paragraph, one level for all. */

import type { Block, TextBlock } from '../text/block.ts'

type Heading = TextBlock & { level: number }
const isHeading = (block: Block): block is Heading => block.kind === 'text' && block.level !== null
const sizeOf = ({ lines }: TextBlock) => lines[0]?.size ?? 0

/** The paragraph before the first heading that is larger than all headings is the title. */
export function markTitle(pages: readonly { blocks: readonly Block[] }[]): void {
  const largest = Math.max(0, ...pages.flatMap(({ blocks }) => blocks.filter(isHeading).map(sizeOf)))
  for (const block of pages[0]?.blocks ?? []) {
    if (isHeading(block)) return
    if (block.kind !== 'text' || block.note !== null || block.lines.length > mostTitleLines) continue
    if (sizeOf(block) > largest * 1.1 && /\p{L}{2}/u.test(block.lines[0]?.text ?? '')) {
      block.level = 1
      return
    }
  }
}

const mostTitleLines = 4
const fewest = 3

/** Levels by size and weight, where all headings have one: larger ones first, bold before plain. */
export function rankHeadings(pages: readonly { blocks: readonly Block[] }[]): void {
  const headings = pages.flatMap(({ blocks }) => blocks.filter(isHeading))
  if (headings.length < fewest || new Set(headings.map(({ level }) => level)).size > 1) return
  const styleOf = ({ lines: [line] }: TextBlock) => (Math.round((line?.size ?? 0) * 2) / 2) * 2 + (line?.isBold ? 1 : 0)
  const styles = [...new Set(headings.map(styleOf))].sort((a, b) => b - a)
  for (const heading of headings) heading.level = Math.min(6, styles.indexOf(styleOf(heading)) + 1)
}
