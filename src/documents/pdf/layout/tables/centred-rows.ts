/** Finds the rows of a table whose cells have several lines and are centered in their rows, or at the bottom. */

import type { PdfLine } from '../line.ts'
import { isValue } from './table-rows.ts'

interface Cell {
  column: number
  /** `at`: index of the baseline. */
  lines: { line: PdfLine; at: number }[]
}

/** `grid`: the lines on each baseline in each column. Returns the indexes at which rows start; null if cells begin at the top of their rows. */
export function centredStarts(grid: readonly (readonly (readonly PdfLine[])[])[]): Set<number> | null {
  const cells = cellsOf(grid)
  const rows = overlapping(cells)
  if (rows.length < 2 || rows.some((row) => new Set(row.map(({ column }) => column)).size < row.length)) return null
  if (cells.some(({ lines }) => lines.length > 1 && lines.every(({ line }) => isValue(line.text)))) return null
  const isLong = ({ lines }: Cell) => lines.length > 1
  const long = rows.filter((row) => row.some(isLong))
  // A title of a group of rows is above the first column of the first of them.
  const isTitle = ({ column, lines }: Cell, row: readonly Cell[]) =>
    column === 0 && row.filter(isLong).length === 1 && row.every((cell) => cell.lines.at(-1)?.at === lines.at(-1)?.at)
  const isCentred = (row: readonly Cell[]) =>
    new Set(row.map(({ lines }) => lines[0]?.at)).size > 1 && !row.some((cell) => isLong(cell) && isTitle(cell, row))
  const centred = long.filter((row) => isCentred(row) && !row.every(isLong))
  if (centred.length === 0 || centred.length * 2 < long.length) return null
  return new Set(rows.map((row) => Math.min(...row.flatMap(({ lines }) => lines.map(({ at }) => at)))))
}

/** Lines of a cell are closer to each other than the rows of the table. */
function cellsOf(grid: readonly (readonly (readonly PdfLine[])[])[]): Cell[] {
  const columns = Map.groupBy(
    grid.flatMap((row, at) => row.flatMap((lines, column) => lines.map((line) => ({ line, at, column })))),
    ({ column }) => column,
  )
  const stepOf = (line: PdfLine, above: PdfLine) => (line.baseline - above.baseline) / Math.min(line.size, above.size)
  const steps = [...columns.values()].flatMap((own) =>
    own.slice(1).map(({ line }, n) => stepOf(line, own[n]?.line ?? line)),
  )
  const narrow = Math.min(...steps.filter((step) => step > 0.8)) * 1.08
  const cells: Cell[] = []
  for (const { line, at, column } of [...columns.values()].flat()) {
    const last = cells.at(-1)
    const above = last?.column === column ? last.lines.at(-1)?.line : undefined
    if (above && Math.abs(above.size - line.size) < 1 && stepOf(line, above) < narrow) last?.lines.push({ line, at })
    else cells.push({ column, lines: [{ line, at }] })
  }
  return cells
}

function overlapping(cells: readonly Cell[]): Cell[][] {
  const placed = cells.map((cell) => {
    const [first, last] = [cell.lines[0]?.line, cell.lines.at(-1)?.line]
    return { cell, top: (first?.baseline ?? 0) - (first?.size ?? 0) * 0.7, bottom: last?.bottom ?? 0 }
  })
  const rows: Cell[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { cell, top, bottom } of placed.sort((a, b) => a.top - b.top)) {
    if (top < end) rows.at(-1)?.push(cell)
    else rows.push([cell])
    end = Math.max(end, bottom)
  }
  return rows
}
