/** Finds the style sheets inside a page, and checks whether the page uses others. */

import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'
import { childTextContent } from '../../traverse.ts'
import { isForScreen } from './conditions.ts'
import type { StyledPlaces } from './styled-places.ts'

export interface PageSheets {
  /** In document order, each with the shadow root that it applies to. */
  read: readonly { css: string; scope: Element | null }[]
  /** True if there are sheets that aren't read. */
  hasOthers: boolean
  /** True if the page contains sheets, even if they aren't read. */
  areInside: boolean
  /** Total number of characters in the sheets for screens. */
  length: number
}

/** Once this total is exceeded, no more sheets are read. */
export const maxSheetChars = 3_000_000

/** The sheets for screens; `read` is empty if sheets should not be read. */
export function pageSheets(elements: PageElements, places: StyledPlaces, readsSheets: boolean): PageSheets {
  const isStyled = (element: Element) => places.isStyled(element)
  const inside = elements.named('style').filter(isStyled)
  const links = elements.named('link').filter(isStyled)
  const areInside = inside.length > 0
  let hasOthers = links.some(isSheet) || (areInside && !readsSheets)
  const read: { css: string; scope: Element | null }[] = []
  let length = 0
  for (const element of readsSheets ? inside.filter(isForVisitors) : []) {
    const css = childTextContent(element)
    hasOthers ||= /@import/i.test(css)
    length += css.length
    if (length <= maxSheetChars) read.push({ css, scope: places.scopeOf(element) })
  }
  return { read, areInside, hasOthers, length }
}

function isSheet({ attribs }: Element): boolean {
  return /(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? '') || attribs.as === 'style'
}

function isForVisitors({ attribs }: Element): boolean {
  return isForScreen(attribs.media) && /^(?:text\/css)?$/i.test(attribs.type?.trim() ?? '')
}
