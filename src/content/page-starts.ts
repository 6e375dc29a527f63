/** Finds the page of a position in the markdown of a paginated document. */

import { firstIndex } from '../base/first-index.ts'

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
