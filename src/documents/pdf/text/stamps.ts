/** Finds stamps and watermarks: text that is turned on an upright page, and in the margin, across it, or on most pages. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import type { Box } from '../page/run.ts'
import { type NumberedPage, repeatedLines } from './repeated-lines.ts'

export interface StampedPage extends NumberedPage {
  width: number
  lines: readonly PdfLine[]
  /** Lines in each other direction. */
  turned: readonly (readonly PdfLine[])[]
  /** Lines that the author's program marked as artifacts, anywhere on the page. */
  artifacts: readonly PdfLine[]
}

/** A stamp in the margin is at the edge of the page, and the page has much more text. */
const maxMargin = 0.1
const minTimesText = 8
/** Minimum size of a watermark relative to the text. The names of columns and of axes may be slanted too. */
const minTimesSize = 1.6

/** `isTagged`: true for a line that the author's program marked as content. */
export function findStamps(
  pages: readonly StampedPage[],
  bodySize: number,
  isTagged: (at: number, line: PdfLine) => boolean,
): Set<PdfLine> {
  const stamps = new Set<PdfLine>()
  const turned = pages.flatMap((page, at) => {
    const own = [...page.turned.flat(), ...page.artifacts].flatMap((line) => {
      const box = boxOnPage(line)
      return box && !isTagged(at, line) ? [{ line, page, box, y: line.baseline }] : []
    })
    const text = own.length === 0 ? null : lineOf(page.lines.flatMap(({ runs }) => runs))
    return text ? own.map((one) => ({ ...one, text })) : []
  })
  const { onMost } = repeatedLines(turned, pages)
  for (const [at, { line, page, box, text }] of turned.entries()) {
    const { size, baseline } = line
    const isSlanted = box.right - box.left > size * 2 && box.bottom - box.top > size * 2
    const isAcross = isSlanted && size > bodySize * minTimesSize
    const isLeft = box.right < page.width * maxMargin && text.left > box.left + size / 2
    const isRight = box.left > page.width * (1 - maxMargin) && text.right < box.right - size / 2
    const isBeside = (isLeft || isRight) && text.text.length > line.text.length * minTimesText
    // Lines are from top to bottom, and a stamp may have several.
    const above = turned[at - 1]?.line
    const isNext = above && stamps.has(above) && above.size === size && baseline - above.baseline < size * 1.6
    if (onMost.has(line) || isAcross || isBeside || isNext) stamps.add(line)
  }
  return stamps
}

/** Returns the box of turned text on its page; null for upright text. */
function boxOnPage({ runs }: PdfLine): Box | null {
  return runs.reduce<Box | null>((box, { onPage }) => {
    if (!box || !onPage) return onPage ?? box
    const [left, right] = [Math.min(box.left, onPage.left), Math.max(box.right, onPage.right)]
    return { left, right, top: Math.min(box.top, onPage.top), bottom: Math.max(box.bottom, onPage.bottom) }
  }, null)
}
