/** Finds the lines that start a row in a table without rules between rows. All other lines continue the cells above them. */

import type { PdfLine } from '../line.ts'
import { isNumeric, type PageTableCell } from './table.ts'

interface LineRow {
  top: number
  bottom: number
  lines: readonly PdfLine[]
}

type GridRow = readonly (readonly PdfLine[])[]

export function rowStarts(grid: readonly GridRow[], rows: readonly LineRow[]): Set<number> {
  const steps = rows.slice(1).map(({ top }, at) => top - (rows[at]?.top ?? top))
  const narrow = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.25)] ?? 0
  const hasSteps =
    steps.some((step) => step > narrow * 1.35 + 1) && steps.filter((step) => step <= narrow * 1.15).length > 1
  const filled = grid.map((row) => row.flatMap((lines, column) => (lines.length > 0 ? [column] : [])))
  const width = grid[0]?.length ?? 0
  const isClose = (at: number) => (steps[at - 1] ?? 0) <= narrow * 1.15 + 0.5
  const starts = new Set<number>([0])
  for (let at = 1; at < rows.length; at++) {
    const own = filled[at] ?? []
    const begins =
      areNumbers(grid[at] ?? [], grid[at - 1] ?? []) ||
      own.length === width ||
      (hasSteps && !isClose(at)) ||
      !continues(own, width, rows[at] as LineRow, rows[at - 1] as LineRow, hasSteps)
    if (begins) starts.add(at)
  }
  return starts
}

/** Returns the lines that start a row, by the rules between rows; null if there are few rules, or several rows between two of them. */
export function ruledStarts(
  grid: readonly GridRow[],
  rows: readonly LineRow[],
  rules: readonly number[],
): Set<number> | null {
  const groups = [
    ...Map.groupBy(rows.keys(), (at) => rules.filter((y) => y < (rows[at]?.bottom ?? 0) - 3).length).values(),
  ]
  const columnsOf = (group: readonly number[]) =>
    (grid[0] ?? []).map((_, column) => group.flatMap((at) => grid[at]?.[column] ?? []))
  const isOneRow = (columns: readonly PdfLine[][]) =>
    splitRow(columns.map((lines) => ({ lines, columns: 1, rows: 1 }))).length === 1 &&
    columns.some(({ length }) => length === 1)
  const long = groups.map(columnsOf).filter((columns) => columns.some(({ length }) => length > 1))
  const others = long.filter((columns) => !isOneRow(columns))
  if (groups.length < 3 || others.length > 0) return null
  return new Set(groups.flatMap(([first]) => first ?? []))
}

/** Numbers don't continue on the next line, and a sum is below the last amount. */
function areNumbers(row: GridRow, above: GridRow): boolean {
  const isNumber = ([line]: readonly PdfLine[] = []) => line !== undefined && isNumeric(line.text)
  const columns = [...row.keys()].filter((column) => isNumber(row[column]))
  const isBelow = columns.length > 1 && columns.every((column) => isNumber(above[column]))
  if ((isBelow || columns.length > 2) && columns.length * 2 > row.filter((lines) => lines.length > 0).length)
    return true
  return row.some(([line], at) => line && above[at]?.some((other) => isAmount(line, other)))
}

const isAmount = (line: PdfLine, above: PdfLine) =>
  [line, above].every(({ text }) => isNumeric(text) && /\d[.,]\d\d(?!\d)/.test(text)) &&
  Math.abs(line.right - above.right) < 1

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
  return endsEarly(filled, width)
}

/** True if the label and another cell have no text on this line. */
const endsEarly = (filled: readonly number[], width: number) =>
  !filled.includes(0) && filled.length < Math.max(2, width - 1)

/** Splits a row of a ruled table into the unruled rows that it contains. */
export function splitRow(row: PageTableCell[]): PageTableCell[][] {
  const columns = row.map(({ lines }) => lines).filter((lines) => lines.length > 0)
  if (columns.length < 2 || row.some(({ rows }) => rows > 1)) return [row]
  const [byValues, bySpace] = [valueStarts(columns), spacedStarts(columns)]
  const starts = bySpace.length > byValues.length ? bySpace : byValues
  if (starts.length < 2) return [row]
  const rowOf = ({ baseline, size }: PdfLine) =>
    Math.max(
      0,
      starts.findLastIndex((y) => y < baseline + size * 0.35),
    )
  return starts.map((_, at) => row.map((cell) => ({ ...cell, lines: cell.lines.filter((line) => rowOf(line) === at) })))
}

const isOn = ({ baseline, size }: PdfLine, y: number) => Math.abs(baseline - y) < size * 0.35

/** True for short text without words, such as a number or a dash. */
export const isValue = (text: string) => text.length <= 20 && !/\p{L}{2}/u.test(text)

/** Returns the baselines of values that another column shares. Only reads columns that contain several values and nothing else. */
function valueStarts(columns: readonly (readonly PdfLine[])[]): number[] {
  const values = columns.filter((lines) => lines.length > 1 && lines.every(({ text }) => isValue(text))).flat()
  const starts: number[] = []
  for (const line of values.sort((a, b) => a.baseline - b.baseline)) {
    const shared = columns.filter((lines) => lines.some((other) => isOn(other, line.baseline)))
    if (shared.length > 1 && !starts.some((y) => isOn(line, y))) starts.push(line.baseline)
  }
  return starts
}

/** Returns the baselines at which most columns resume after a wider gap. */
function spacedStarts(columns: readonly (readonly PdfLine[])[]): number[] {
  const long = columns.filter((lines) => lines.length > 1)
  if (columns.length < 3 || long.length < 3) return []
  const steps = long.flatMap((lines) => lines.slice(1).map((line, at) => line.baseline - (lines[at]?.baseline ?? 0)))
  const narrow = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.2)] ?? 0
  const starts: number[] = []
  for (const line of columns.flat().sort((a, b) => a.baseline - b.baseline)) {
    const { baseline, size } = line
    const begin = columns.filter((lines) => lines.some((other) => isOn(line, other.baseline)))
    if (begin.length < Math.max(3, columns.length * 0.6) || starts.some((y) => isOn(line, y))) continue
    const isSpaced = columns.every((lines) => {
      const above = lines.findLast((other) => other.baseline < baseline - size * 0.35)
      return above === undefined || baseline - above.baseline > Math.max(narrow, size) * 1.3
    })
    if (isSpaced) starts.push(baseline)
  }
  return starts
}
