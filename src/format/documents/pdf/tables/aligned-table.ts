/** Tables without rules: rows of short texts that stand below each other, in columns. */

import { lineOf, type PdfLine } from '../layout/line.ts'
import { headRowsOf, type PageTableCell, type Table } from './table.ts'

/** Lines of one height. */
export interface AlignedRow {
  top: number
  bottom: number
  lines: PdfLine[]
}

export interface Gutter {
  from: number
  to: number
}

/** Rows that stand above or below a table, as they came. */
export interface FlowPart<Row> {
  flow: Row[]
}

/** The band as tables and the rows between them; null where it is text in columns. */
export function alignedTable<Row extends AlignedRow>(
  band: readonly Row[],
  gutters: readonly Gutter[],
): (Table | FlowPart<Row>)[] | null {
  const columnOf = ({ left, right }: PdfLine) =>
    gutters.filter(({ from, to }) => (from + to) / 2 < (left + right) / 2).length
  const columns: PdfLine[][] = Array.from({ length: gutters.length + 1 }, () => [])
  for (const { lines } of band) for (const line of lines) columns[columnOf(line)]?.push(line)
  if (!isTabular(band, columns)) return null
  const parts: (Table | FlowPart<Row>)[] = []
  for (const rows of apart(band)) {
    const isTable = rows.filter(({ lines }) => new Set(lines.map(columnOf)).size > 1).length >= 2
    parts.push(isTable ? tableOf(rows, columnOf, gutters.length + 1) : { flow: rows })
  }
  return parts
}

/** Groups of rows between gaps that are far wider than the others. */
function apart<Row extends AlignedRow>(band: readonly Row[]): Row[][] {
  const steps = band.slice(1).map(({ top }, at) => top - (band[at]?.top ?? top))
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] ?? 0
  const groups: Row[][] = []
  for (const [at, row] of band.entries()) {
    const last = groups.at(-1)
    if (last && (steps[at - 1] ?? 0) <= usual * 3 + 12) last.push(row)
    else groups.push([row])
  }
  return groups
}

function isTabular(band: readonly AlignedRow[], columns: readonly PdfLine[][]): boolean {
  const shared = band.filter(({ lines }) => lines.length > 1)
  if (shared.length < 2) return false
  const prose = columns.filter(isProse)
  if (prose.length >= 2) return false
  const share = shared.length / band.length
  if (columns.length >= 3) return share >= 0.4
  if (prose.length === 0) return share >= 0.6 && (band.length >= 3 || share === 1)
  // Terms before their descriptions: each term stands on the first line of its own.
  const short = columns.find((column) => !isProse(column)) ?? []
  const isLeft = short === columns[0]
  const aligned = short.filter((line) => shared.some(({ lines }) => lines.includes(line))).length
  return isLeft && short.length >= 2 && aligned >= short.length * 0.85
}

/** Lines that fill their column, with several words each. */
function isProse(lines: readonly PdfLine[]): boolean {
  if (lines.length < 3) return false
  const left = Math.min(...lines.map((line) => line.left))
  const right = Math.max(...lines.map((line) => line.right))
  const full = lines.filter((line) => line.right - line.left >= (right - left) * 0.75).length
  const words = lines.filter(({ text }) => text.length >= 20 || /[\p{Script=Han}\p{Script=Hiragana}]{10}/u.test(text))
  return full >= lines.length * 0.55 && words.length >= lines.length * 0.55
}

function tableOf(rows: readonly AlignedRow[], columnOf: (line: PdfLine) => number, width: number): Table {
  const grid: PageTableCell[][] = []
  const lines = rows.flatMap((row) => row.lines)
  const isRightToLeft = lines.filter((line) => line.isRightToLeft).length > lines.length / 2
  let before: AlignedRow | null = null
  for (const row of rows) {
    const cells: PdfLine[][] = Array.from({ length: width }, () => [])
    for (const line of row.lines) cells[isRightToLeft ? width - 1 - columnOf(line) : columnOf(line)]?.push(line)
    const last = grid.at(-1)
    if (last && before && continues(cells, last, row, before)) {
      for (const [at, more] of cells.entries()) last[at]?.lines.push(...joined(more))
    } else grid.push(cells.map((own) => ({ lines: joined(own), columns: 1, rows: 1 })))
    before = row
  }
  return {
    rows: grid,
    headRows: headRowsOf(grid),
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: rows[0]?.top ?? 0,
    bottom: rows.at(-1)?.bottom ?? 0,
  }
}

function joined(lines: readonly PdfLine[]): PdfLine[] {
  return lines.length > 1 ? [lineOf(lines.flatMap(({ runs }) => runs))] : [...lines]
}

/** Whether a row holds the next lines of the cells above it: its first cell is empty, and it stands close below them. */
function continues(
  cells: readonly PdfLine[][],
  above: readonly PageTableCell[],
  row: AlignedRow,
  before: AlignedRow,
): boolean {
  const filled = cells.flatMap((lines, at) => (lines.length > 0 ? [at] : []))
  if (filled.includes(0) || filled.length === cells.length) return false
  if (filled.length > 1 && filled.length >= cells.length - 1) return false
  const size = row.lines[0]?.size ?? 10
  return row.top - before.bottom < size * 0.6 && filled.some((at) => (above[at]?.lines.length ?? 0) > 0)
}
