/** The structure of a table on a page: cells with their lines. */

import type { Box } from '../../page/run.ts'
import type { PdfLine } from '../line.ts'

export interface PageTableCell {
  /** From top to bottom, and in reading order on the same baseline. */
  lines: PdfLine[]
  columns: number
  rows: number
  /** Lines followed by an intentional line break, if known. */
  breaks?: ReadonlySet<PdfLine>
}

export interface Table extends Box {
  rows: PageTableCell[][]
  /** Number of rows at the top that name the columns. */
  headRows: number
}

const numeric = /^(?=\D*\d)[\s\d.,%$€£¥+\-–−()/:]+$/

export function isNumeric(text: string): boolean {
  return numeric.test(text)
}

/** Returns 1 if the first row names the columns, otherwise 0. */
export function headRowsOf(rows: readonly PageTableCell[][]): number {
  const [first = [], ...others] = rows
  if (others.length === 0) return 0
  const texts = first.map(cellText)
  const filled = texts.filter((text) => text !== '')
  if (filled.length < first.length - 1 || filled.length === 0) return 0
  if (isBold(first)) return 1
  return filled.some((text) => isNumeric(text) && !/^(?:19|20)\d\d$/.test(text)) ? 0 : 1
}

function isBold(row: readonly PageTableCell[]): boolean {
  return row.every(({ lines }) => lines.every((line) => line.isBold))
}

function cellText({ lines }: PageTableCell): string {
  return lines.map(({ text }) => text).join(' ')
}

/** Rows of a table are at most this many usual steps apart. */
const maxStep = 1.75
/** Baselines of one row differ by less than this. */
const near = 2

/** True if a line is in a table, and a row that isn't `repeated` is next to it, or only other repeated rows are in between. */
export function isAmongRows(line: PdfLine, table: Table, repeated: Iterable<PdfLine>): boolean {
  const middle = line.baseline - line.size * 0.3
  if (middle < table.top || middle > table.bottom || line.right < table.left || line.left > table.right) return false
  const all = table.rows.flat().flatMap(({ lines }) => lines.map(({ baseline }) => baseline))
  const heights = all.sort((a, b) => a - b).filter((y, at) => at === 0 || y - (all[at - 1] ?? y) > near)
  const steps = heights.slice(1).map((y, at) => y - (heights[at] ?? y))
  const widest = (steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0) * maxStep + near
  const others = [...repeated].map(({ baseline }) => baseline)
  const meetsRow = (outward: readonly number[]) => {
    let last = line.baseline
    for (const y of outward) {
      if (Math.abs(y - last) > widest) return false
      if (!others.some((other) => Math.abs(other - y) <= near)) return true
      last = y
    }
    return false
  }
  return (
    meetsRow(heights.filter((y) => y > line.baseline + near)) ||
    meetsRow(heights.filter((y) => y < line.baseline - near).reverse())
  )
}
