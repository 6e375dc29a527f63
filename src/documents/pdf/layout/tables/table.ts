/** A table of a page: its cells with the lines in them. */

import type { Box } from '../../page/run.ts'
import type { PdfLine } from '../line.ts'

export interface PageTableCell {
  /** From the top down, and on one baseline in reading order. */
  lines: PdfLine[]
  columns: number
  rows: number
  /** Lines after which a new one begins on purpose, where that is known. */
  breaks?: ReadonlySet<PdfLine>
}

export interface Table extends Box {
  rows: PageTableCell[][]
  /** Rows at the top that name the columns. */
  headRows: number
}

const numeric = /^(?=\D*\d)[\s\d.,%$€£¥+\-–−()/:]+$/

export function isNumeric(text: string): boolean {
  return numeric.test(text)
}

/** 1 where the first row names the columns, else 0. */
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
