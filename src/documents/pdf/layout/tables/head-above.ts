/** Finds the column names of a table that are above its rules, or in a separate, shaded row. */

import { boxAround } from '../../page/geometry.ts'
import type { PdfLine } from '../line.ts'
import { isBoldRow, type PageTableCell, type Table } from './table.ts'
import { cutAtGaps } from './table-columns.ts'

/** Maximum distance from the names to the table, in ems. */
const maxGap = 1.5
const minShare = 0.6

/** Returns the table with the line above it as its header. Null if the table has a header, or the line doesn't name the columns. */
export function withHeadAbove(table: Table, line: PdfLine): Table | null {
  const first = table.rows[0] ?? []
  if (table.headRows > 0 && (isBoldRow(first) || !line.isBold)) return null
  const { top } = boxAround(first.flatMap(({ lines }) => lines))
  if (line.bottom > top + 1 || top - line.bottom > line.size * maxGap) return null
  const columns = columnsOf(table)
  const cells = columns.map((): PageTableCell => ({ lines: [], columns: 1, rows: 1 }))
  const pieces = cutAtGaps(line)
  const isWhole = pieces.length > 2 && pieces.length === columns.length
  for (const [n, piece] of pieces.entries()) {
    const over = isWhole ? [n] : [...columns.keys()].filter((at) => isOver(piece, columns[at] ?? []))
    const [own] = over
    if (own === undefined || over.length > 1) return null
    cells[own]?.lines.push(piece)
  }
  const named = cells.filter(({ lines }) => lines.length > 0).length
  if (named < 2 || named < columns.length * minShare) return null
  return { ...table, rows: [cells, ...table.rows], headRows: 1, top: line.top }
}

function columnsOf({ rows }: Table): PdfLine[][] {
  const width = rows[0]?.length ?? 0
  const isPlain = (row: readonly PageTableCell[]) => row.length === width && row.every(({ columns }) => columns === 1)
  const plain = rows.filter(isPlain)
  return plain.length < 2 ? [] : Array.from({ length: width }, (_, at) => plain.flatMap((row) => row[at]?.lines ?? []))
}

const isOver = ({ left, right }: PdfLine, column: readonly PdfLine[]) =>
  column.some((line) => left < line.right && right > line.left)
