/** Finds running headers, footers, page numbers, stamps and watermarks. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import type { Box } from '../page/run.ts'
import { type Edge, type NumberedPage, type Repeated, repeatedLines } from './repeated-lines.ts'

interface PageLines extends StampedPage {
  height: number
}

export interface Furniture {
  running: ReadonlySet<PdfLine>
  /** Similar lines that must be kept, because they change or are on few pages. They are not part of their page's main text. */
  apart: ReadonlySet<PdfLine>
}

export interface FixedContent {
  isTagged(line: PdfLine): boolean
  /** Returns a test for rows of tables that have other rows than `repeated`. */
  rowTest(repeated: ReadonlySet<PdfLine>): (line: PdfLine) => boolean
}

/** Number of rows at the top and at the bottom that may be headers or footers. */
const depth = 3
const maxChars = 160
/** Maximum distance from the edge of the page, as a share of its height. */
const maxShare = 0.2
/** Minimum distance between a header and the text, in ems. */
const minGap = 1.6

/** Tagged lines, rows of tables and the document's title aren't running text. */
export function findFurniture<Page extends PageLines>(
  pages: readonly Page[],
  bodySize: number,
  contentOf: (page: Page) => FixedContent,
): Furniture {
  const running = new Set<PdfLine>()
  const apart = new Set<PdfLine>()
  const contents = pages.map(contentOf)
  for (const side of ['top', 'bottom'] as const) {
    const rowsOfPages = pages.map((page) => edgeRows(page, side))
    const edges = rowsOfPages.flat(2).filter(({ line }) => line.text.length <= maxChars)
    const repeated = repeatedLines(edges, pages, side === 'top' ? bodySize * 1.15 : undefined)
    for (const [at, page] of pages.entries()) {
      const rows = rowsOfPages[at] ?? []
      if (!rows.flat().some(({ line }) => repeated.onSome.has(line))) continue
      const found = furnitureIn(rows, repeated, contents[at] as FixedContent)
      const isFirst = side === 'top' && page.number === 1
      const title = isFirst ? titleLines([...found.running, ...found.apart], bodySize) : []
      for (const line of found.running) if (!title.includes(line)) running.add(line)
      for (const line of found.apart) if (!title.includes(line)) apart.add(line)
    }
  }
  const artifacts = pages.flatMap((page) => page.artifacts.map((line) => ({ line, page, y: line.baseline })))
  const { onMost } = repeatedLines(artifacts, pages)
  const headers = artifacts.filter(
    ({ line, page, y }) => onMost.has(line) && page.number === 1 && y < page.height * maxShare,
  )
  const title = titleLines(
    headers.map(({ line }) => line),
    bodySize,
  )
  const stamps = findStamps(pages, bodySize, (at, line) => contents[at]?.isTagged(line) === true)
  for (const line of stamps) running.add(line)
  for (const { line } of artifacts)
    if (!title.includes(line)) (onMost.has(line) || stamps.has(line) ? running : apart).add(line)
  return { running, apart }
}

/** `rows`: from the edge of the page inward. */
function furnitureIn(rows: readonly Edge[][], { onMost, onSome, numbered }: Repeated, content: FixedContent) {
  const found = { running: [] as PdfLine[], apart: [] as PdfLine[] }
  const isRow = content.rowTest(onSome)
  const isContent = (line: PdfLine, row: readonly Edge[]) =>
    // A page number alone in its row isn't a cell of the table next to it.
    content.isTagged(line) || (!(numbered.has(line) && row.length === 1) && isRow(line))
  let isOuter = true
  for (const [at, row] of rows.entries()) {
    if (!row.some(({ line }) => onSome.has(line))) {
      isOuter = false
      continue
    }
    const lines = row.flatMap(({ line }) => (isContent(line, row) ? [] : line))
    const next = rows[at + 1]?.[0]
    const isNextFar = !next || next.y - (row[0]?.y ?? 0) > next.line.size * minGap
    // A label and its value, above or below others.
    const isPair = !isNextFar && row.some(({ line }) => !onSome.has(line))
    isOuter &&= !isPair
    // Past a row that isn't running text, toward the page's center, only a page number can be running text.
    const running = lines.filter((line) => onMost.has(line) && (isOuter || numbered.has(line)))
    const isApart = running.length > 0 && isNextFar
    const apart = lines.filter((line) => !running.includes(line) && (isApart || (isOuter && onSome.has(line))))
    found.running.push(...running)
    found.apart.push(...apart)
    isOuter &&= running.length + apart.length > 0
  }
  return found
}

const pageNumber = /^\W*(?:\p{L}+[.:]?\s*)?\d+(?:\s*(?:\/|of|von|de|sur|di)\s*\d+)?\W*$/iu

/**
 * Returns the headers of the first page if they are the document's title: if they are large, or there are several. Leaves out page numbers.
 */
function titleLines(headers: readonly PdfLine[], bodySize: number): PdfLine[] {
  const heights = new Set(headers.map(({ baseline }) => Math.round(baseline / 4)))
  const isTitle = heights.size > 1 || headers.some(({ size }) => size > bodySize * 1.15)
  return isTitle ? headers.filter(({ text }) => !pageNumber.test(text)) : []
}

/** Returns the rows nearest to an edge of the page, from the edge inward. Rows in the middle of the page aren't running text. */
function edgeRows<Page extends PageLines>(page: Page, side: 'top' | 'bottom'): Edge<Page>[][] {
  const { lines, height } = page
  const edges = lines.map((line) => ({ line, page, y: side === 'top' ? line.baseline : height - line.baseline }))
  const rows: Edge<Page>[][] = []
  for (const edge of edges.sort((a, b) => a.y - b.y)) {
    const first = rows.at(-1)?.[0]
    if (first && edge.y - first.y < 3) rows.at(-1)?.push(edge)
    else if (rows.length === depth || edge.y > height * maxShare) break
    else rows.push([edge])
  }
  return rows
}

/** Returns one line for each row, from top to bottom. */
export function joinedRows(lines: readonly PdfLine[]): PdfLine[] {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline / 3))
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => (row.length === 1 && row[0] ? row[0] : lineOf(row.flatMap(({ runs }) => runs))))
}

interface StampedPage extends NumberedPage {
  width: number
  lines: readonly PdfLine[]
  turned: readonly (readonly PdfLine[])[]
  artifacts: readonly PdfLine[]
}

/** A stamp in the margin is at the edge of the page, and the page has much more text. */
const maxMargin = 0.1
const minTimesText = 8
/** Minimum size of a watermark relative to the text. The names of columns and of axes may be slanted too. */
const minTimesSize = 1.6

/** `isTagged`: true for a line that the author's program marked as content. */
function findStamps(
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
