/** Finds the lines that start a row of a table without rules between rows. The other lines continue the cells above them. */

import type { PdfLine } from '../line.ts'
import { isNumeric, type PageTableCell } from './table.ts'

interface LineRow {
  top: number
  bottom: number
  lines: readonly PdfLine[]
}

/** Returns the indexes of the lines that start a table row. `grid`: the lines in each column. */
export function rowStarts(grid: readonly (readonly (readonly PdfLine[])[])[], rows: readonly LineRow[]): Set<number> {
  const steps = rows.slice(1).map(({ top }, at) => top - (rows[at]?.top ?? top))
  const narrow = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.25)] ?? 0
  const hasSteps =
    steps.some((step) => step > narrow * 1.35 + 1) && steps.filter((step) => step <= narrow * 1.15).length > 1
  const starts = new Set<number>([0])
  let start = 0
  const widths = (grid[0] ?? []).map((_, column) => Math.max(0, ...grid.map((row) => widthOf(row[column]?.[0]))))
  for (let at = 1; at < rows.length; at++) {
    const filled = (grid[at] ?? []).flatMap((lines, column) => (lines.length > 0 ? [column] : []))
    const width = grid[at]?.length ?? 0
    const isClose = (steps[at - 1] ?? 0) <= narrow * 1.15 + 0.5
    const cells = textsOf(grid[at])
    const mayGoOn = hasSteps && isClose && !areWords(textsOf(grid[start]))
    if (mayGoOn && goesOn(grid[at] ?? [], grid[at - 1] ?? [], widths)) continue
    const begins =
      filled.length === width ||
      areNumbers(cells) ||
      (hasSteps && !isClose) ||
      !continues(filled, width, rows[at] as LineRow, rows[at - 1] as LineRow, hasSteps)
    if (!begins) continue
    start = at
    starts.add(at)
  }
  return starts
}

const textsOf = (row: readonly (readonly PdfLine[])[] = []) => row.flatMap(([line]) => line?.text ?? [])

/** If most cells of a row start in lower case, the case isn't significant. */
function areWords(cells: readonly string[]): boolean {
  return cells.filter((text) => /^\p{Ll}/u.test(text)).length * 2 >= cells.length
}

const widthOf = (line: PdfLine | undefined) => (line ? line.right - line.left : 0)

/** True if most cells start within a sentence that fills the line above them. */
function goesOn(
  row: readonly (readonly PdfLine[])[],
  above: readonly (readonly PdfLine[])[],
  widths: readonly number[],
): boolean {
  const filled = row.flatMap(([line], column) => (line ? [{ line, column }] : []))
  const going = filled.filter(({ line, column }) => {
    const isFull = widthOf(above[column]?.[0]) > (widths[column] ?? 0) * 0.7
    return isFull && /^\p{Ll}/u.test(line.text)
  })
  return filled.length >= 3 && going.length * 2 >= filled.length
}

/** Numbers don't continue on the next line. */
function areNumbers(cells: readonly string[]): boolean {
  const numbers = cells.filter((text) => isNumeric(text))
  return numbers.length >= 3 && numbers.length * 2 > cells.length
}

function continues(
  filled: readonly number[],
  width: number,
  row: LineRow,
  before: LineRow,
  hasSteps: boolean,
): boolean {
  const size = row.lines[0]?.size ?? 10
  if (row.top - before.bottom > size * 0.6) return false
  // Lines between two wider gaps form one row.
  if (hasSteps && filled.length < width - 1) return true
  return !filled.includes(0) && filled.length < Math.max(2, width - 1)
}

/** Splits a row of a ruled table into the unruled rows it contains, wherever all cells resume after a wider gap. */
export function splitRow(row: PageTableCell[]): PageTableCell[][] {
  const filled = row.filter(({ lines }) => lines.length > 0)
  const long = filled.filter(({ lines }) => lines.length > 1)
  if (filled.length < 3 || long.length < 3 || row.some(({ rows }) => rows > 1)) return [row]
  const steps = long.flatMap(({ lines }) =>
    lines.slice(1).map((line, at) => line.baseline - (lines[at]?.baseline ?? 0)),
  )
  const narrow = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.2)] ?? 0
  const all = filled.flatMap(({ lines }) => lines).sort((a, b) => a.baseline - b.baseline)
  const cuts = all.filter((line) => {
    const { baseline, size } = line
    const begin = filled.filter(({ lines }) => lines.some((other) => Math.abs(other.baseline - baseline) < size * 0.3))
    if (begin.length < Math.max(3, filled.length * 0.6)) return false
    return filled.every(({ lines }) => {
      const above = lines.findLast((other) => other.baseline < baseline - size * 0.3)
      return above === undefined || baseline - above.baseline > narrow * 1.3
    })
  })
  const starts = cuts
    .map(({ baseline, size }) => baseline - size * 0.4)
    .filter((y, at, ys) => at === 0 || y - (ys[at - 1] ?? 0) > narrow)
  if (starts.length < 2) return [row]
  const rowOf = ({ baseline }: PdfLine) => Math.max(0, starts.filter((y) => y < baseline).length - 1)
  return starts.map((_, at) => row.map((cell) => ({ ...cell, lines: cell.lines.filter((line) => rowOf(line) === at) })))
}
