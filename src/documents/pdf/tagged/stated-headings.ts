/** Improves the tagged headings of a document: finds a title tagged as a paragraph, and ranks headings that all have the same level. */

import type { Block, TextBlock } from '../text/block.ts'

type Heading = TextBlock & { level: number }
const isHeading = (block: Block): block is Heading => block.kind === 'text' && block.level !== null
const sizeOf = ({ lines }: TextBlock) => lines[0]?.size ?? 0

/** The title is a paragraph before the first heading that is larger than any heading. */
export function markTitle(pages: readonly { blocks: readonly Block[] }[]): void {
  const largest = Math.max(0, ...pages.flatMap(({ blocks }) => blocks.filter(isHeading).map(sizeOf)))
  for (const block of pages[0]?.blocks ?? []) {
    if (isHeading(block)) return
    if (block.kind !== 'text' || block.note !== null || block.lines.length > maxTitleLines) continue
    if (sizeOf(block) > largest * 1.1 && /\p{L}{2}/u.test(block.lines[0]?.text ?? '')) {
      block.level = 1
      return
    }
  }
}

const maxTitleLines = 4
const minHeadings = 3
/** Sizes that differ by less are treated as equal, because slides shrink long titles. */
const near = 0.08

/** If all headings have the same level although pages have several, ranks them by size and weight: larger first, bold before plain. */
export function rankHeadings(pages: readonly { blocks: readonly Block[] }[]): void {
  const own = pages.map(({ blocks }) => blocks.filter(isHeading))
  const headings = own.flat()
  if (headings.length < minHeadings || new Set(headings.map(({ level }) => level)).size > 1) return
  if (own.every((ofPage) => ofPage.length < 2)) return
  const ranked = headings.toSorted((a, b) => roundedSize(b) - roundedSize(a) || Number(isBold(b)) - Number(isBold(a)))
  const levels = new Map<TextBlock, number>()
  let rank = 1
  for (const [at, heading] of ranked.entries()) {
    const before = ranked[at - 1]
    const isSmaller = before && sizeOf(heading) < sizeOf(before) * (1 - near)
    if (before && (isSmaller || isBold(heading) !== isBold(before))) rank++
    levels.set(heading, rank)
  }
  if (rank > 1) for (const heading of headings) heading.level = Math.min(6, levels.get(heading) ?? 1)
}

const roundedSize = (block: TextBlock) => Math.round(sizeOf(block) * 2)
const isBold = ({ lines }: TextBlock) => lines.every((line) => line.isBold)
