/** Finds running headers, footers, page numbers, stamps and watermarks. */

import { numberOfRoman } from '../../converted/flow/labels.ts'
import { type PdfLine, wholeLine } from '../layout/line.ts'
import type { PageLines } from '../layout/tables/table.ts'
import { enclosingBox, groupsOf } from '../page/geometry.ts'

interface Edge {
  line: PdfLine
  page: PageLines
  /** Distance from the edge of the page. */
  y: number
}

export type Furniture = ReturnType<typeof findFurniture>

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

/**
 * Returns the lines that are running text, and similar lines (`apart`) that must be kept, because they change or are on few pages. Those are
 * not part of their page's main text. Tagged lines, rows of tables and the document's title are in neither set.
 */
export function findFurniture(pages: readonly PageLines[], bodySize: number, contents: readonly FixedContent[]) {
  const [running, apart] = [new Set<PdfLine>(), new Set<PdfLine>()]
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
  const isHeader = ({ line, page, y }: Edge) => onMost.has(line) && page.number === 1 && y < page.height * maxShare
  const headers = artifacts.filter(isHeader).map(({ line }) => line)
  const title = titleLines(headers, bodySize)
  const stamps = findStamps(pages, bodySize, contents)
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
function edgeRows(page: PageLines, side: 'top' | 'bottom'): Edge[][] {
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

function findStamps(pages: readonly PageLines[], bodySize: number, contents: readonly FixedContent[]): Set<PdfLine> {
  const stamps = new Set<PdfLine>()
  const turned = pages.flatMap((page, at) => {
    const own = [...page.turnedLines.flat(), ...page.artifacts].flatMap((line) => {
      const turnedRuns = line.runs.flatMap(({ onPage }) => onPage ?? [])
      const box = enclosingBox(turnedRuns)
      return turnedRuns.length > 0 && !contents[at]?.isTagged(line) ? [{ line, page, box, y: line.baseline }] : []
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

/** Maximum difference in position between two pages, in points. */
const maxShift = 5
/** Running text is on at least this many pages. */
const minPages = 3

type Repeated = ReturnType<typeof repeatedLines>

/** `maxNumbered`: the number in larger text is part of a heading. */
function repeatedLines(edges: readonly Edge[], pages: readonly PageLines[], maxNumbered = Number.POSITIVE_INFINITY) {
  const same = [...Map.groupBy(edges, ({ line }) => line.text).values()].flatMap(samePlaces)
  const small = edges.filter(({ line }) => line.size <= maxNumbered || !/\p{L}/u.test(line.text))
  const linesOf = (some: readonly (readonly Edge[])[]) => new Set(some.flat().map(({ line }) => line))
  const numbered = linesOf(numberedAlike(small, minPages).filter((group) => isOnMost(group, pages)))
  const isOnSome = (group: readonly Edge[]) => new Set(group.map(({ page }) => page)).size > 1
  return {
    /** Lines on at least three pages that are at least half of all pages, or of the even or the odd ones. */
    onMost: new Set([...linesOf(same.filter((group) => isOnMost(group, pages))), ...numbered]),
    onSome: new Set([...linesOf([...same, ...numberedAlike(small, 2)].filter(isOnSome)), ...numbered]),
    numbered,
  }
}

function isOnMost(edges: readonly Edge[], pages: readonly PageLines[]): boolean {
  const own = new Set(edges.map(({ page }) => page))
  const parts = [pages, ...[0, 1].map((rest) => pages.filter(({ number }) => number % 2 === rest))]
  return parts.some((part) => {
    const count = part.filter((page) => own.has(page)).length
    return count >= minPages && count * 2 >= part.length
  })
}

const samePlaces = (edges: readonly Edge[]): Edge[][] =>
  groupsOf(
    edges.toSorted((a, b) => a.y - b.y),
    (before, edge) => edge.y - before.y <= maxShift,
  )

const numbers = /\d+|\b[ivxlc]+\b/gi
const numberOf = (number: string) => (/\d/.test(number) ? Number(number) : numberOfRoman(number))

/** Groups lines that are the same except for a page number, as on `min` pages: `3`, `Page 3 of 12`, `iii`, `2-3`. */
function numberedAlike(edges: readonly Edge[], min: number): Edge[][] {
  const counting = edges.flatMap((edge) => {
    const { text } = edge.line
    return Array.from(text.matchAll(numbers), ({ 0: number, index }) => ({
      edge,
      offset: numberOf(number) - edge.page.number,
      isLabel: number === edge.page.label,
      rest: withoutTotal(`${text.slice(0, index)}\0${text.slice(index + number.length)}`),
    })).filter(({ offset, isLabel, rest }) => {
      return pageWords.test(rest) || (apart.test(rest) && (isLabel || Math.abs(offset) < maxOffset))
    })
  })
  return [...Map.groupBy(counting, ({ rest }) => rest).values()].flatMap((alike) => {
    // Numbering may start again, after the front matter or in each chapter.
    const offsets = [...Map.groupBy(alike, ({ offset }) => offset).values()]
    const places = offsets.flatMap((same) => samePlaces(same.map(({ edge }) => edge)))
    return samePlaces(places.filter(({ length }) => length >= min).flat())
  })
}

/** Years and numbers of invoices may count with the pages, too. An excerpt may be from a long book. */
const maxOffset = 1000

/** Removes the number of pages, or of the chapter, from text whose page number is `\0`. */
function withoutTotal(text: string): string {
  return text
    .replace(/\0\s*(?:(?:\/|of|out of|von|de|sur|di|do|du|av|af|van|od|z|ze|iz|из)\s*\d+|\(\d+\))/iu, '\0')
    .replace(/^[\p{L}\d]{1,3}[-–.]\0$/u, '\0')
}

/** Matches a number that isn't part of a phrase: alone in its line, or apart from a title: `17 | Chapter 3`. `Day 3` isn't a page number. */
const apart = /(?:^|[|·•]|\s[-–—]|\s{3})[^\p{L}\d]*\0[^\p{L}\d]*(?:$|[|·•]|[-–—]\s|\s{3})/u

/** Matches a page number at the start or the end of a line, with the word for "page" in a common language. */
const pageWords = (() => {
  const before = `(?:pages?|pp?|pgs?|Seiten?|s|sidan?|side|sivu|p[áa]gina|p[áa]g|stran[aey]|str|страница|стр|с|oldal|σελίδα|σελ|sayfa|trang|第|頁|页)[.:]?`
  const after = String.raw`[.:]?\s?(?:página|sida|side|sivu|strana|oldal|lk|sayfa|ページ|頁|页|페이지|쪽)`
  const number = String.raw`(?:(?<!\p{L})${before}\s*\0|\0${after})`
  return new RegExp(String.raw`^[^\p{L}\d]*${number}(?![\p{L}\d])|${number}[^\p{L}\d]*$`, 'iu')
})()
