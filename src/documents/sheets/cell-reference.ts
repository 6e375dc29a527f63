/** Parses cell references: `B3` and `A1:C9`. */

import type { MergedCell } from './sheet.ts'

export interface CellPlace {
  /** Starting at 0. */
  row: number
  column: number
}

/** Returns null for anything except a reference to one cell. */
export function parseCell(reference: string): CellPlace | null {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (letters === undefined) return null
  return { row: Number(digits) - 1, column: columnNumber(letters) }
}

/** Returns 0 for `A`. */
export function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Returns `A` for 0. */
export function columnName(column: number): string {
  return column < 0 ? '' : columnName(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))
}

/** Returns the range as one merged cell; null for anything except a range. */
export function parseRange(reference: string): MergedCell | null {
  const [start = '', end = start] = reference.split(':', 2)
  const [from, to] = [parseCell(start), parseCell(end)]
  if (!from || !to || to.row < from.row || to.column < from.column) return null
  return { ...from, rows: to.row - from.row + 1, columns: to.column - from.column + 1 }
}
