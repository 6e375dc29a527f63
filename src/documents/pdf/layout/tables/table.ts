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
