/** Expands rows of cells with spans into a grid. A spanning cell's text goes into all the places that it covers, or only into the first. */

import type { Element } from 'domhandler'

export interface TableCell {
  text: string
  /** Number of columns and rows that the cell covers, each at least 1. */
  columns: number
  rows: number
  isHeader: boolean
  /** The column's alignment marker in the line below the header: `:--`, `:-:` or `--:`; empty if there isn't one. */
  align: string
}

/** Reads `colspan` and `rowspan`. A span to the end of the section is larger than any row count. @see HTML standard, tables */
export function spansOf({ colspan, rowspan }: Element['attribs']): Pick<TableCell, 'columns' | 'rows'> {
  return { columns: spanOf(colspan), rows: rowspan?.trim() === '0' ? Number.MAX_SAFE_INTEGER : spanOf(rowspan) }
}

/** Returns 1 to 1,000. */
function spanOf(text: string | undefined): number {
  const number = Number.parseInt(text ?? '1', 10)
  return number > 1 ? Math.min(number, 1000) : 1
}

/**
 * Returns the rows with every span expanded. A span that would exceed the limit on cells and characters covers one cell, so that
 * `rowspan=65534` on every cell doesn't exhaust memory.
 * @example const cell = { text: 'A', isHeader: false, columns: 2, rows: 1, align: '' } expandSpans([[cell]])[0]?.map(({ text }) => text) //
 * ['A', 'A']
 */
export function expandSpans(rows: readonly (readonly TableCell[])[]): TableCell[][] {
  const takeCopies = createCopyLimit(rows)
  const grid: TableCell[][] = rows.map(() => [])
  rows.forEach((row, y) => {
    const own = grid[y] as TableCell[]
    let x = 0
    for (const cell of row) {
      while (own[x]) x++
      const height = Math.min(cell.rows, rows.length - y)
      const isWithinLimit = takeCopies(cell, cell.columns * height - 1)
      const end = x + (isWithinLimit ? cell.columns : 1)
      for (const below of grid.slice(y, y + (isWithinLimit ? height : 1)))
        for (let column = x; column < end; column++) below[column] ??= cell
      x = end
    }
  })
  return grid.map((row) => withoutHoles(row, takeCopies))
}

/** Fills the places that no cell covers. If there are too many, cuts the row off at the first of them. */
function withoutHoles(row: TableCell[], takeCopies: TakeCopies): TableCell[] {
  const cells = row.reduce((count) => count + 1, 0)
  if (cells === row.length) return row
  return takeCopies(noCell, row.length - cells)
    ? Array.from(row, (cell) => cell ?? noCell)
    : row.slice(
        0,
        row.findIndex((cell) => !cell),
      )
}

export function hasText(row: readonly TableCell[]): boolean {
  return row.some(({ text }) => text !== '')
}

/** True if one cell spans all columns of a row. */
export function isTitle(row: readonly TableCell[], width: number): boolean {
  return width > 1 && row.length >= width && row.every((cell) => cell === row[0])
}

const maxRepeatedChars = 40
const maxRepeatedCells = 12

/** Returns the grid with long cells (over 40 characters) and large cells (over 12 places) only in the first place that they cover. */
export function withLongCellsOnce(grid: readonly (readonly TableCell[])[]): TableCell[][] {
  const places = new Map<TableCell, number>()
  for (const cell of grid.flat()) places.set(cell, (places.get(cell) ?? 0) + 1)
  const written = new Set<TableCell>()
  return grid.map((row) =>
    row.map((cell) => {
      const isRepeated = (places.get(cell) ?? 0) <= maxRepeatedCells && shownLength(cell.text) <= maxRepeatedChars
      if (!isRepeated && written.has(cell)) return noCell
      written.add(cell)
      return cell
    }),
  )
}

/** Returns the length of a cell's markdown without its markup or link targets. */
const shownLength = (markdown: string) => markdown.replace(/\]\([^()]*\)|[*[\]\\]|<br>/g, '').length

/** Counts copies of a cell against the limit. Returns false if they would exceed it. */
type TakeCopies = (cell: TableCell, copies: number) => boolean

const noCell: TableCell = { text: '', isHeader: false, columns: 1, rows: 1, align: '' }

function createCopyLimit(rows: readonly (readonly TableCell[])[]): TakeCopies {
  const left = { cells: 20_000 + 4 * rows.reduce((sum, row) => sum + row.length, 0), chars: 1_000_000 }
  return ({ text }, copies) => {
    const chars = copies * text.length
    if (copies > left.cells || chars > left.chars) return false
    left.cells -= copies
    left.chars -= chars
    return true
  }
}
