/** Finds running headers, footers, page numbers, stamps and watermarks. */

import { type PdfLine, wholeLine } from '../layout/line.ts'
import { boxAround } from '../page/geometry.ts'
import { groupsOf } from '../page/neighbours.ts'
import { type Edge, type NumberedPage, type Repeated, repeatedLines } from './repeated-lines.ts'

interface PageLines extends NumberedPage {
  width: number
  height: number
  lines: readonly PdfLine[]
  turnedLines: readonly (readonly PdfLine[])[]
  artifacts: readonly PdfLine[]
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
  const [running, apart] = [new Set<PdfLine>(), new Set<PdfLine>()]
  const contents = pages.map(contentOf)
  for (const side of ['top', 'bottom'] as const) {
    const rowsOfPages = pages.map((page) => edgeRows(page, side))
    const edges = rowsOfPages.flat(2).filter(({ line }) => line.text.length <= maxChars)
    const repeated = repeatedLines(edges, pages, side === 'top' ? bodySize * 1.15 : undefined)
    for (const [at, page] of pages.entries()) {
      const rows = rowsOfPages[at] ?? []
      const lines = rows.flat().map(({ line }) => line)
      if (!lines.some((line) => repeated.onSome.has(line))) continue
      addFurniture(rows, repeated, contents[at] as FixedContent, { running, apart })
      if (side === 'bottom' || page.number !== 1) continue
      const found = lines.filter((line) => running.has(line) || apart.has(line))
      for (const line of titleLines(found, bodySize)) for (const set of [running, apart]) set.delete(line)
    }
  }
  const artifacts = pages.flatMap((page) => page.artifacts.map((line) => ({ line, page, y: line.baseline })))
  const { onMost } = repeatedLines(artifacts, pages)
  const isHeader = ({ line, page, y }: Edge<Page>) =>
    onMost.has(line) && page.number === 1 && y < page.height * maxShare
  const headers = artifacts.filter(isHeader).map(({ line }) => line)
  const title = titleLines(headers, bodySize)
  const stamps = findStamps(pages, bodySize, (at, line) => contents[at]?.isTagged(line) === true)
  for (const line of stamps) running.add(line)
  for (const { line } of artifacts)
    if (!title.includes(line)) (onMost.has(line) || stamps.has(line) ? running : apart).add(line)
  return { running, apart }
}

/** `rows`: from the edge of the page inward. */
function addFurniture(
  rows: readonly Edge[][],
  { onMost, onSome, numbered }: Repeated,
  content: FixedContent,
  found: { running: Set<PdfLine>; apart: Set<PdfLine> },
): void {
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
    for (const line of running) found.running.add(line)
    for (const line of apart) found.apart.add(line)
    isOuter &&= running.length + apart.length > 0
  }
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
  edges.sort((a, b) => a.y - b.y)
  const rows = groupsOf(edges, (_, edge, [first]) => edge.y - first.y < 3)
  return rows.slice(0, depth).filter(([first]) => first.y <= height * maxShare)
}

/** Returns one line for each row, from top to bottom. */
export function joinedRows(lines: readonly PdfLine[]): PdfLine[] {
  const rows = Map.groupBy(lines, ({ baseline }) => Math.round(baseline / 3))
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => wholeLine(row))
}

/** A stamp in the margin is at the edge of the page, and the page has much more text. */
const maxMargin = 0.1
const minTimesText = 8
/** Minimum size of a watermark relative to the text. The names of columns and of axes may be slanted too. */
const minTimesSize = 1.6

/** `isTagged`: true for a line that the author's program marked as content. */
function findStamps(
  pages: readonly PageLines[],
  bodySize: number,
  isTagged: (at: number, line: PdfLine) => boolean,
): Set<PdfLine> {
  const stamps = new Set<PdfLine>()
  const turned = pages.flatMap((page, at) => {
    const own = [...page.turnedLines.flat(), ...page.artifacts].flatMap((line) => {
      const turnedRuns = line.runs.flatMap(({ onPage }) => onPage ?? [])
      const box = boxAround(turnedRuns)
      return turnedRuns.length > 0 && !isTagged(at, line) ? [{ line, page, box, y: line.baseline }] : []
    })
    const text = own.length === 0 ? null : wholeLine(page.lines)
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
