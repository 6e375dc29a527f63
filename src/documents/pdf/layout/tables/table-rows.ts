/** Finds the lines that start a row in a table without rules between rows. All other lines continue the cells above them. */

import { groupsOf, quantile, stepsOf } from '../../page/geometry.ts'
import { type PdfLine, wholeLine } from '../line.ts'
import { isNumeric, type PageTableCell } from './table.ts'

/** Lines on the same baseline. */
export interface AlignedRow {
  top: number
  bottom: number
  lines: PdfLine[]
}

/** The lines on a baseline in each column. */
type GridRow = readonly (readonly PdfLine[])[]

export function rowStarts(grid: readonly GridRow[], rows: readonly AlignedRow[]): Set<number> {
  const steps = stepsOf(rows.map(({ top }) => top))
  const narrow = quantile(steps, 0.25) ?? 0
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
      !continues(own, width, rows[at] as AlignedRow, rows[at - 1] as AlignedRow, hasSteps)
    if (begins) starts.add(at)
  }
  return starts
}

/** Returns the lines that start a row, by the rules between rows; null if there are few rules, or several rows between two of them. */
export function ruledStarts(
  grid: readonly GridRow[],
  rows: readonly AlignedRow[],
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
  row: AlignedRow,
  before: AlignedRow,
  hasSteps: boolean,
): boolean {
  const size = row.lines[0]?.size ?? 10
  if (row.top - before.bottom > size * 0.6) return false
  // Lines between two wider gaps form one row.
  if (hasSteps && filled.length < width - 1) return true
  // The label and another cell have no text on this line.
  return !filled.includes(0) && filled.length < Math.max(2, width - 1)
}

type Cell = ReturnType<typeof cellsOf>[number]

/**
 * Returns the indexes at which rows start if the space between rows is wider than the space between the lines of a cell. Null unless cells
 * with several lines are centered in their rows or at the bottom, or are wrapped text next to cells with fewer lines.
 */
export function spacedRowStarts(grid: readonly GridRow[]): Set<number> | null {
  const cells = cellsOf(grid)
  const rows = overlapping(cells)
  if (rows.length < 2 || rows.filter((row) => row.length > 1).length < rows.length * 0.6) return null
  if (rows.some((row) => new Set(row.map(({ column }) => column)).size < row.length)) return null
  if (cells.some(({ lines }) => lines.length > 1 && lines.every(({ line }) => isValue(line.text)))) return null
  const long = rows.filter((row) => row.some(isLong))
  // A title of a group of rows is above the first column of the first of them.
  const isTitle = ({ column, lines }: Cell, row: readonly Cell[]) =>
    column === 0 && row.filter(isLong).length === 1 && row.every((cell) => cell.lines.at(-1)?.at === lines.at(-1)?.at)
  const isCentred = (row: readonly Cell[]) =>
    new Set(row.map(({ lines }) => lines[0].at)).size > 1 && !row.some((cell) => isLong(cell) && isTitle(cell, row))
  const centred = long.filter((row) => isCentred(row) && !row.every(isLong))
  const areCentred = centred.length > 0 && centred.length * 2 >= long.length
  if (!areCentred && !areWrapped(cells, rows)) return null
  return new Set(rows.map((row) => Math.min(...row.flatMap(({ lines }) => lines.map(({ at }) => at)))))
}

const isLong = ({ lines }: Cell) => lines.length > 1
export const isLowerCase = ({ text }: PdfLine) => /^\p{Ll}/u.test(text)

/** True if cells begin at the top of their rows, their lines end where the next word wouldn't fit, and many go on in lower case. */
function areWrapped(cells: readonly Cell[], rows: readonly Cell[][]): boolean {
  const long = rows.filter((row) => row.some(isLong))
  const isUneven = (row: readonly Cell[]) => row.some(({ lines }) => lines.length !== row[0]?.lines.length)
  const isAtTop = (row: readonly Cell[]) => row.every(({ lines }) => lines[0].at === row[0]?.lines[0].at)
  if (long.filter(isUneven).length * 2 < long.length || !rows.every(isAtTop)) return false
  const widthOf = ({ left, right }: PdfLine) => right - left
  const widths = new Map<number, number>()
  for (const { column, lines } of cells)
    for (const { line } of lines) widths.set(column, Math.max(widths.get(column) ?? 0, widthOf(line)))
  const breaks = cells.flatMap(({ column, lines: [first, ...others] }) =>
    others.map(({ line }, n) => {
      const above = (others[n - 1] ?? first).line
      const word = (widthOf(line) * (line.text.search(/\s|$/) + 1)) / line.text.length
      const isFull = above.isBold === line.isBold && widthOf(above) + word > (widths.get(column) ?? 0) * 0.95
      return { isFull, goesOn: isLowerCase(line) && !isLowerCase(first.line) }
    }),
  )
  const [full, lower] = [breaks.filter(({ isFull }) => isFull), breaks.filter(({ goesOn }) => goesOn)]
  return breaks.length > 0 && full.length >= breaks.length * 0.9 && lower.length >= breaks.length * 0.3
}

/** Returns the cells, whose lines are closer to each other than the rows of the table. `at`: index of the baseline of a line. */
function cellsOf(grid: readonly GridRow[]) {
  const columns = Map.groupBy(
    grid.flatMap((row, at) =>
      row.flatMap((lines, column) => (lines.length === 0 ? [] : { line: wholeLine(lines), at, column })),
    ),
    ({ column }) => column,
  )
  const stepTo = (line: PdfLine, above: PdfLine) => (line.baseline - above.baseline) / Math.min(line.size, above.size)
  const steps = [...columns.values()].flatMap((own) =>
    own.slice(1).map(({ line }, n) => stepTo(line, own[n]?.line ?? line)),
  )
  const narrow = Math.min(...steps.filter((step) => step > 0.8)) * 1.08
  const isNear = (line: PdfLine, above: PdfLine) => Math.abs(above.size - line.size) < 1 && stepTo(line, above) < narrow
  return [...columns].flatMap(([column, own]) =>
    groupsOf(own, (above, { line }) => isNear(line, above.line)).map((lines) => ({ column, lines })),
  )
}

function overlapping(cells: readonly Cell[]): Cell[][] {
  const placed = cells.map((cell) => {
    const { line } = cell.lines[0]
    return { cell, top: line.baseline - line.size * 0.7, bottom: cell.lines.at(-1)?.line.bottom ?? 0 }
  })
  placed.sort((a, b) => a.top - b.top)
  let end = Number.NEGATIVE_INFINITY
  const rows = groupsOf(placed, ({ bottom }, { top }) => {
    end = Math.max(end, bottom)
    return top < end
  })
  return rows.map((row) => row.map(({ cell }) => cell))
}

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
  const steps = long.flatMap((lines) => stepsOf(lines.map(({ baseline }) => baseline)))
  const narrow = quantile(steps, 0.2) ?? 0
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
