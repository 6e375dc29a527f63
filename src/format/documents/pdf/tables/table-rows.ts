/** Which lines of a table begin a row, where no rule says so: others go on in the cells above them. */

import type { PdfLine } from '../layout/line.ts'

interface LineRow {
  top: number
  bottom: number
  lines: readonly PdfLine[]
}

/** Indexes of the line rows that begin a row of the table. `grid` has the lines in each column. */
export function rowStarts(grid: readonly (readonly (readonly PdfLine[])[])[], rows: readonly LineRow[]): Set<number> {
  const steps = rows.slice(1).map(({ top }, at) => top - (rows[at]?.top ?? top))
  const narrow = [...steps].sort((a, b) => a - b)[Math.floor(steps.length * 0.25)] ?? 0
  const hasSteps =
    steps.some((step) => step > narrow * 1.35 + 1) && steps.filter((step) => step <= narrow * 1.15).length > 1
  const starts = new Set<number>([0])
  for (let at = 1; at < rows.length; at++) {
    const filled = (grid[at] ?? []).flatMap((lines, column) => (lines.length > 0 ? [column] : []))
    const width = grid[at]?.length ?? 0
    const isClose = (steps[at - 1] ?? 0) <= narrow * 1.15 + 0.5
    if (filled.length === width) starts.add(at)
    else if (hasSteps && !isClose) starts.add(at)
    else if (!continues(filled, width, rows[at] as LineRow, rows[at - 1] as LineRow, hasSteps)) starts.add(at)
  }
  return starts
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
  // Between wider gaps all lines are of one row.
  if (hasSteps && filled.length < width - 1) return true
  return !filled.includes(0) && filled.length < Math.max(2, width - 1)
}
