/** Finds tables without rules: rows of short strings aligned in columns. */

import { enclosingBox, type Group, groupsOf, joined, quantile, stepsOf } from '../../page/geometry.ts'
import { areRightToLeft, modeOf } from '../../page/run.ts'
import { joinedLine, type PdfLine, wholeLine } from '../line.ts'
import { markerOf } from '../markers.ts'
import { headRowsOf, type PageTableCell, type Table } from './table.ts'
import { alignedEnds, columnAt, columnsAt, cutAtGaps, type Gutter, joinParts, tableColumnsOf } from './table-columns.ts'
import { type AlignedRow, isLowerCase, rowStarts, ruledStarts, spacedRowStarts } from './table-rows.ts'

/** Splits the band into tables and the rows between them; null if it is text in columns. */
export function alignedTable<Row extends AlignedRow>(
  band: readonly Row[],
  gutters: readonly Gutter[],
): (Table | { flow: Row[] })[] | null {
  const columns: PdfLine[][] = Array.from({ length: gutters.length + 1 }, () => [])
  for (const { lines } of band) for (const line of lines) columns[columnAt(line, gutters)]?.push(line)
  const grid = band.map(({ lines }) => columns.map((_, at) => lines.filter((line) => columnAt(line, gutters) === at)))
  const starts = spacedRowStarts(grid)
  if (!isTabular(band, columns, starts?.size)) return null
  const first = new Set(band.filter((_, at) => starts?.has(at) ?? true))
  const isStart = (row: Row) => first.has(row)
  return apart(band, isStart).flatMap((rows) => {
    const isShared = ({ lines }: Row) => lines.length > 1
    let from = rows.findIndex(isShared)
    while (from > 0 && !isStart(rows[from] as Row)) from--
    let to = rows.findLastIndex(isShared) + 1
    while (continuesRow(rows[to - 1], rows[to])) to++
    const own = rows.slice(from, to)
    const table = own.filter(isShared).length >= 2 ? tableOfRows(own) : null
    if (!table || isSparse(table)) return [{ flow: rows }]
    return [{ flow: rows.slice(0, from) }, table, { flow: rows.slice(to) }]
  })
}

/** Splits rows into groups at unusually wide gaps, unless the groups have the same columns. */
function apart<Row extends AlignedRow>(band: readonly Row[], isStart: (row: Row) => boolean): Row[][] {
  const steps = band.flatMap((row, at) => (at > 0 && isStart(row) ? row.top - (band[at - 1]?.top ?? 0) : []))
  const usual = quantile(steps, 0.5) ?? 0
  const groups: Row[][] = groupsOf(band, (before, row) => !isStart(row) || row.top - before.top <= usual * 1.75 + 2)
  return joined(groups, (above, group) => (haveSameColumns(above, group) ? [...above, ...group] : null))
}

/** True if groups of rows are parts of the same table. */
function haveSameColumns(one: readonly AlignedRow[], other: readonly AlignedRow[]): boolean {
  const count = (rows: readonly AlignedRow[]) => tableColumnsOf(rows.map(({ lines }) => lines)).length
  const [first, second, both] = [count(one), count(other), count([...one, ...other])]
  return first > 0 && first === second && first === both
}

/** A table with text in only a few of its cells is a formula or a drawing. */
function isSparse({ rows }: Table): boolean {
  const cells = rows.flat()
  const filled = cells.filter(({ lines }) => lines.length > 0)
  const filledIn = (row: readonly PageTableCell[]) => row.filter(({ lines }) => lines.length > 0).length
  const width = Math.max(...rows.map((row) => row.length))
  return (
    filled.length < cells.length * 0.4 ||
    (width > 3 && rows.filter((row) => filledIn(row) <= width * 0.3).length > rows.length / 2) ||
    (rows.length <= 3 && filled.every(({ lines }) => (lines[0]?.text.length ?? 0) <= 4))
  )
}

function continuesRow(before: AlignedRow | undefined, row: AlignedRow | undefined): boolean {
  const [line] = row?.lines ?? []
  if (!before || !row || !line || row.top - before.bottom >= line.size * 0.5) return false
  return markerOf(line.text) === null || markerOf(before.lines[0]?.text ?? '') !== null
}

/** Maximum space between words in the same cell, in ems, if cells are farther apart. */
const widestBlank = 1.6

/** Joins pieces of a column's lines that are separated only by a wide space. */
const wholeLines = (lines: readonly PdfLine[]) =>
  joined(lines, (last, line) => (line.left - last.right < line.size * widestBlank ? joinedLine(last, line) : null))

function isTabular(band: readonly AlignedRow[], columns: readonly PdfLine[][], rows?: number): boolean {
  const shared = band.filter(({ lines }) => lines.length > 1)
  if (shared.length < 2 || shared.every(({ lines }) => lines.every((line) => line.isMonospaced))) return false
  const prose = columns.filter((column) => isRunningText(wholeLines(column)))
  const isSpaced = rows !== undefined && rows >= 3
  if ((prose.length >= 2 && !isSpaced) || columns.filter(isList).length >= 2 || haveHeadings(columns)) return false
  if (columns.every(isCentred)) return false
  const from = band.findIndex(({ lines }) => lines.length > 1)
  const share = shared.length / (rows ?? band.length - from)
  if (columns.length >= 3) return share >= 0.4
  if (isSpaced) return share >= 0.6
  if (prose.length === 0) return share >= 0.6 && (shared.length >= 3 || share === 1)
  // In a list of terms, each term shares a row with the first line of its description.
  const short = columns.find((column) => !prose.includes(column)) ?? []
  const isLeft = short === columns[0]
  const aligned = short.filter((line) => shared.some(({ lines }) => lines.includes(line))).length
  const isShorter = wholeLines(short).length <= wholeLines(prose[0] ?? []).length
  return isLeft && isShorter && short.length >= 2 && aligned >= short.length * 0.85
}

/** True if several columns have larger lines within them, as the columns of a reference card do. */
function haveHeadings(columns: readonly PdfLine[][]): boolean {
  const hasHeading = (column: readonly PdfLine[]) => {
    const usual = modeOf(column.map(({ size, text }) => [size, text.length])) ?? 0
    return column.slice(2).some(({ size }) => size > usual * 1.15)
  }
  return columns.filter(hasHeading).length >= 2
}

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** The nearest lines of running text are at most this many ems apart, unless many go on in lower case. */
const maxLeading = 2.2

/** True for lines that fill their column and have several words each. */
export function isRunningText(lines: readonly PdfLine[]): boolean {
  const step = quantile(stepsOf(lines.map(({ baseline }) => baseline)), 0) ?? 0
  const isWide = step > (lines[0]?.size ?? 10) * maxLeading
  if (lines.length < 3 || (isWide && lines.filter(isLowerCase).length < lines.length * 0.4)) return false
  const { left, right } = enclosingBox(lines)
  const full = lines.filter((line) => line.right - line.left >= (right - left) * 0.75).length
  const words = lines.filter(({ text }) => text.length >= 20 || (text.match(ideographs)?.length ?? 0) >= 8)
  return full >= lines.length * 0.55 && words.length >= lines.length * 0.55
}

/** True for lines of different lengths around the same middle, such as the names and addresses of authors. */
function isCentred(lines: readonly PdfLine[]): boolean {
  const [first] = lines
  const isSame = ({ left, right }: PdfLine) =>
    first !== undefined && Math.abs(left + right - first.left - first.right) < 4
  const isLonger = ({ left }: PdfLine) => first !== undefined && Math.abs(left - first.left) > first.size
  return lines.every(isSame) && lines.some(isLonger) && lines.every(({ text }) => /\p{L}{2}/u.test(text))
}

function isList(lines: readonly PdfLine[]): boolean {
  const items = lines.filter(({ text }) => markerOf(text)?.kind === 'bullet').length
  return items >= 2 && items >= lines.length * 0.5
}

export function alignedRows(lines: readonly PdfLine[]): AlignedRow[] {
  const sorted = [...lines].sort((a, b) => a.baseline - b.baseline)
  const isSame = (_: PdfLine, line: PdfLine, [first]: Readonly<Group<PdfLine>>) =>
    line.baseline - first.baseline < Math.min(line.size, first.size) * 0.3
  return groupsOf(sorted, isSame).map((row) => {
    const { top, bottom } = enclosingBox(row)
    return { top, bottom, lines: row.sort((a, b) => a.left - b.left) }
  })
}

/** Null if the drawn rules are between groups of rows. `headEnd`: y of the rule below the header. `rules`: y of the rules between rows. */
export function tableOfRows(
  rows: readonly AlignedRow[],
  { headEnd = Number.NEGATIVE_INFINITY, rules }: { headEnd?: number | undefined; rules?: readonly number[] } = {},
): Table | null {
  const lines = rows.flatMap((row) => row.lines)
  const ends = alignedEnds(rows)
  const parts = rows.map((row) => ({ ...row, lines: row.lines.flatMap((line) => cutAtGaps(line, ends)) }))
  const isHead = ({ bottom }: AlignedRow) => bottom < headEnd + 3
  const body = parts.filter((row) => !isHead(row) && row.lines.length > 1)
  const linesOfRows = (some: readonly AlignedRow[]) => some.map((row) => row.lines)
  const gutters = joinParts(tableColumnsOf(linesOfRows(body.length > 1 ? body : parts)), linesOfRows(parts))
  const isRightToLeft = areRightToLeft(lines)
  const grid = parts.map((row) => cellsOf(row.lines, gutters, isRightToLeft))
  const linesOf = grid.map((row) => row.map((cell) => cell.lines))
  const starts = rules ? ruledStarts(linesOf, parts, rules) : (spacedRowStarts(linesOf) ?? rowStarts(linesOf, parts))
  if (!starts) return null
  const merged: PageTableCell[][] = []
  for (const [at, row] of grid.entries()) {
    const last = merged.at(-1)
    if (!last || starts.has(at)) merged.push(row)
    else for (const [n, { lines: more }] of row.entries()) ownerOf(last, n, isRightToLeft)?.lines.push(...more)
  }
  const cells = merged.map((row) => row.filter((cell) => cell.columns > 0))
  const heads = [...starts].filter((at) => isHead(rows[at] as AlignedRow)).length
  return {
    rows: cells,
    headRows: heads < cells.length && heads > 0 ? heads : headRowsOf(cells),
    ...enclosingBox(lines),
    top: rows[0]?.top ?? 0,
    bottom: rows.at(-1)?.bottom ?? 0,
  }
}

function cellsOf(lines: readonly PdfLine[], gutters: readonly Gutter[], isRightToLeft: boolean): PageTableCell[] {
  const cells = Array.from({ length: gutters.length + 1 }, (): PageTableCell => ({ lines: [], columns: 1, rows: 1 }))
  const between: PdfLine[] = []
  for (const line of lines) {
    const reached = columnsAt(line, gutters)
    const [first, last] = [reached[0], reached.at(-1)]
    if (first === undefined || last === undefined) between.push(line)
    else place(cells, line, first, last)
  }
  for (const line of between) {
    const at = gutters.filter(({ to }) => to <= line.left + 2).length
    const gutter = gutters[at]
    const isLeft = gutter !== undefined && line.left - gutter.from < gutter.to - line.right
    const column = Math.min(isLeft ? at : at + 1, gutters.length)
    place(cells, line, column, column)
  }
  return isRightToLeft ? cells.reverse() : cells
}

function ownerOf(cells: readonly PageTableCell[], column: number, isRightToLeft: boolean): PageTableCell | undefined {
  const isOwner = ({ columns }: PageTableCell) => columns > 0
  return isRightToLeft ? cells.slice(column).find(isOwner) : cells.slice(0, column + 1).findLast(isOwner)
}

function place(cells: readonly PageTableCell[], line: PdfLine, from: number, to: number): void {
  const cell = ownerOf(cells, from, false)
  if (!cell) return
  cell.lines = [wholeLine([...cell.lines, line])]
  for (let at = from + 1; at <= to; at++) {
    const covered = cells[at]
    if (!covered || covered.lines.length > 0 || covered.columns === 0) break
    covered.columns = 0
    cell.columns++
  }
}
