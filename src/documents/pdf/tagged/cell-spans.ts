/** Infers the column and row spans of a tagged table from the positions of its cells, if the document specifies none. */

import type { PageTableCell, Table } from '../layout/tables/table.ts'
import { isInBoxes } from './held-text.ts'

const maxColumns = 60

/** Keeps the rows if a cell has a span. Otherwise uses the spans of a ruled table of the same shape, or infers them from positions. */
export function withSpans(stated: readonly PageTableCell[][], ruled: readonly Table[]): PageTableCell[][] {
  const rows = withoutMisplaced(stated)
  if (rows.some((row) => row.some((cell) => cell.columns > 1 || cell.rows > 1))) return [...rows]
  const grid = ruled.find((table) => isSameGrid(rows, table))
  if (grid) {
    return rows.map((row, at) =>
      row.map((cell, n) => ({
        ...cell,
        columns: grid.rows[at]?.[n]?.columns ?? 1,
        rows: grid.rows[at]?.[n]?.rows ?? 1,
      })),
    )
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width > maxColumns || rows.every((row) => row.length === width)) return [...rows]
  return spansByPlace(rows, width)
}

/** Drops the empty cells of a row whose other cells aren't in the columns that the tree implies. */
function withoutMisplaced(rows: readonly PageTableCell[][]): PageTableCell[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const isFilled = ({ lines }: PageTableCell) => lines.length > 0
  const columns = columnsOf(
    rows.filter((row) => row.every(isFilled)),
    width,
  )
  const isElsewhere = (cell: PageTableCell, at: number) => {
    const [sides, column] = [sidesOf(cell), columns[at]]
    return (
      sides !== null && column !== null && column !== undefined && (sides.to < column.from || sides.from > column.to)
    )
  }
  return rows.map((row) =>
    row.length === width && !row.every(isFilled) && row.some(isElsewhere) ? row.filter(isFilled) : row,
  )
}

function isSameGrid(rows: readonly PageTableCell[][], table: Table): boolean {
  return (
    table.rows.length === rows.length &&
    rows.every((row, at) => row.length === table.rows[at]?.length) &&
    rows.every((row) =>
      row.every(({ lines }) => lines.every(({ runs }) => runs.every((run) => isInBoxes(run, [table])))),
    )
  )
}

/** Start and end of the text of a cell or column; measured from the right in right-to-left tables. */
interface Sides {
  from: number
  to: number
}

function spansByPlace(rows: readonly PageTableCell[][], width: number): PageTableCell[][] {
  const columns = columnsOf(rows, width)
  const grid: PageTableCell[][] = []
  /** The cell above each column. */
  const above: (PageTableCell | null)[] = new Array(width).fill(null)
  for (const row of rows) {
    const starts = row.length === width ? row.map((_, at) => [at, at] as const) : placesOf(row, columns, above)
    const covered = new Set<PageTableCell>()
    const cells: PageTableCell[] = []
    for (let column = 0; column < width; column++) {
      const at = starts.findIndex(([from]) => from === column)
      const cell = row[at]
      const place = starts[at]
      if (cell && place) {
        const own = { ...cell, columns: place[1] - place[0] + 1 }
        cells.push(own)
        for (let n = place[0]; n <= place[1]; n++) above[n] = own
        column = place[1]
        continue
      }
      const cover = above[column]
      if (cover && !covered.has(cover)) cover.rows++
      if (cover) covered.add(cover)
      else {
        const empty = { lines: [], columns: 1, rows: 1 }
        cells.push(empty)
        above[column] = empty
      }
    }
    grid.push(cells)
  }
  return grid
}

/** Finds the columns from the rows that have all their cells. */
function columnsOf(rows: readonly PageTableCell[][], width: number): (Sides | null)[] {
  const full = rows.filter((row) => row.length === width)
  return Array.from({ length: width }, (_, at) => {
    const sides = full.flatMap((row) => sidesOf(row[at]) ?? [])
    return sides.length === 0 ? null : around(sides)
  })
}

const around = (sides: readonly Sides[]): Sides => ({
  from: Math.min(...sides.map(({ from }) => from)),
  to: Math.max(...sides.map(({ to }) => to)),
})

function sidesOf(cell: PageTableCell | undefined): Sides | null {
  if (!cell || cell.lines.length === 0) return null
  return around(cell.lines.map(({ left, right }) => ({ from: left, to: right })))
}

/** Costs, in column widths. */
const spanOfOne = 0.6
const coveredAtStart = 0.3
const coveredLater = 0.9
const coveredByNothing = 3

/** Returns the first and last column of each cell, for a row with fewer cells than columns: the cheapest placement. */
function placesOf(
  row: readonly PageTableCell[],
  columns: readonly (Sides | null)[],
  above: readonly (PageTableCell | null)[],
): (readonly [number, number])[] {
  const known = columns.filter((one) => one !== null)
  const unit = Math.max(1, known.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, known.length))
  const width = columns.length
  const best = Array.from({ length: row.length + 1 }, () => new Array<number>(width + 1).fill(Number.POSITIVE_INFINITY))
  const spans = Array.from({ length: row.length + 1 }, () => new Array<number>(width + 1).fill(0))
  best[0]?.fill(0, 0, 1)
  for (let cells = 0; cells <= row.length; cells++) {
    for (let column = 0; column <= width; column++) {
      const cost = best[cells]?.[column] ?? Number.POSITIVE_INFINITY
      if (!Number.isFinite(cost)) continue
      const offer = (cellsThen: number, columnThen: number, more: number, span: number) => {
        const [costs, own] = [best[cellsThen], spans[cellsThen]]
        if (!costs || !own || cost + more >= (costs[columnThen] ?? 0)) return
        costs[columnThen] = cost + more
        own[columnThen] = span
      }
      if (column < width) {
        offer(cells, column + 1, above[column] ? (cells === 0 ? coveredAtStart : coveredLater) : coveredByNothing, 0)
      }
      const sides = sidesOf(row[cells])
      for (let span = 1; cells < row.length && column + span <= width; span++) {
        offer(cells + 1, column + span, costOf(sides, columns.slice(column, column + span), unit), span)
      }
    }
  }
  const places: (readonly [number, number])[] = []
  for (let [cells, column] = [row.length, width]; column > 0; ) {
    const span = spans[cells]?.[column] ?? 0
    if (span > 0) {
      places.unshift([column - span, column - 1])
      cells--
      column -= span
    } else column--
  }
  return places
}

function costOf(cell: Sides | null, columns: readonly (Sides | null)[], unit: number): number {
  const known = columns.filter((one) => one !== null)
  const extra = (columns.length - 1) * 0.05
  if (!cell || known.length === 0) return extra + (columns.length > 1 ? spanOfOne : 0.1)
  const range = around(known)
  const beyond = Math.max(0, range.from - cell.from) + Math.max(0, cell.to - range.to)
  const middle = Math.abs((cell.from + cell.to - range.from - range.to) / 2)
  const misfit = Math.min(Math.abs(cell.from - range.from), Math.abs(cell.to - range.to), middle)
  const reached = known.filter(({ from, to }) => cell.to > from + 1 && cell.from < to - 1).length
  const isInOne = columns.length > 1 && reached <= 1 && middle > unit * 0.15
  return beyond / unit + misfit / unit + extra + (isInOne ? spanOfOne : 0)
}
