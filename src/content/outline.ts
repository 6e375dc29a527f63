/** Reads the outline of a markdown document: its headings and pages, with their offsets (docs/scrape.md, Long pages). */

import type { z } from 'zod'
import { firstIndex } from '../base/first-index.ts'
import type { markdownPlaces } from '../contract/list-items.ts'
import { blocksOf } from './markdown-blocks.ts'
import { headingText } from './plain-text.ts'

/** The offset is in UTF-16 units. */
export type OutlineHeading = NonNullable<z.infer<typeof markdownPlaces.outline>>[number]

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

/** Where a page of a PDF, a slide or a sheet begins in markdown. */
export interface PageStart {
  /** UTF-16 units. */
  offset: number
  /** From 1. */
  page: number
}

/** `starts`: in text order. Returns null before the first one. */
export function pageAt(starts: readonly PageStart[], offset: number): number | null {
  return starts[firstIndex(starts, (start) => start.offset > offset) - 1]?.page ?? null
}
