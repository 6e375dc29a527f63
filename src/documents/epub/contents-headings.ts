/** Finds headings that a book distinguishes only by style. They are paragraphs whose text matches their entry in the table of contents. */

import type { Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { closest, textOf } from '../../html/traverse.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import type { ContentsEntry } from './contents.ts'
import type { BookLinks } from './links.ts'

/** Returns heading levels by paragraph. An entry's level goes to the paragraph that contains its target or, if none does, the next one. */
export function findHeadings(
  entries: readonly ContentsEntry[],
  { places, paragraphs }: BookLinks,
): Map<Element, number> {
  const headings = new Map<Element, number>()
  for (const { text, place, level } of entries) {
    const start = places.get(place)
    if (!start || closest(start.element, isHeadingElement) !== null) continue
    const around = closest(start.element, (one) => one === paragraphs[start.paragraphs - 1])
    const paragraph = around ?? paragraphs[start.paragraphs]
    if (!paragraph || isHeadingElement(paragraph) || headings.has(paragraph)) continue
    const words = collapseAndTrim(textOf(paragraph))
    if (words.toLowerCase() === text.toLowerCase()) headings.set(paragraph, Math.min(level, 6))
  }
  return headings
}
