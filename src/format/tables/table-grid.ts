/** Expands rows of cells with spans into a grid, with the text of a spanning cell in all the places it covers, or only in the first. */

import type { Element } from 'domhandler'

/** Number of columns and rows that a cell covers, at least 1 each. */
interface CellSpans {
  columns: number
  rows: number
}

export interface TableCell extends CellSpans {
  text: string
  isHeader: boolean
  /** The column's alignment marker in the line below the header: `:--`, `:-:`, `--:`; empty for none. */
  align: string
}

/**
 * Reads `colspan` and `rowspan`. A span to the end of the section becomes a number larger than any row count. @see HTML standard, tables
 */
export function spansOf({ colspan, rowspan }: Element['attribs']): CellSpans {
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
  const grid: TableCell[][] = []
  let spanning: SpanningCell[] = []
  rows.forEach((row, y) => {
    const builder = new RowBuilder(spanning, takeCopies)
    for (const cell of row) builder.add(cell, rows.length - y)
    spanning = builder.end()
    grid.push(builder.cells)
  })
  return grid
}

const maxRepeatedChars = 40
const maxRepeatedCells = 12

/** Returns the grid with the text of long or wide cells in their first place only: more than 40 characters, or more than 12 cells. */
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

/** Returns the length of a cell's markdown without its markup and link targets. */
const shownLength = (markdown: string) => markdown.replace(/\]\([^()]*\)|[*[\]\\]|<br>/g, '').length

/** A cell of an earlier row that reaches into this one. */
interface SpanningCell {
  column: number
  /** Number of rows that it still covers, including this one. */
  rows: number
  cell: TableCell
}

/** Counts that many copies of a cell and returns true if they are within the limit. */
type TakeCopies = (cell: TableCell, copies: number) => boolean

const noCell: TableCell = { text: '', isHeader: false, columns: 1, rows: 1, align: '' }

class RowBuilder {
  readonly cells: TableCell[] = []
  /** Cells that reach down from earlier rows, indexed by column. */
  private readonly spanning: SpanningCell[]
  private readonly next: SpanningCell[] = []
  private readonly takeCopies: TakeCopies
  private taken = 0

  constructor(spanning: SpanningCell[], takeCopies: TakeCopies) {
    this.spanning = spanning
    this.takeCopies = takeCopies
  }

  add(cell: TableCell, rowsLeft: number): void {
    this.takeSpanning()
    const rows = Math.min(cell.rows, rowsLeft)
    const isWithinLimit = this.takeCopies(cell, cell.columns * rows - 1)
    for (let i = 0; i < (isWithinLimit ? cell.columns : 1); i++) this.put(cell, isWithinLimit ? rows : 1)
  }

  /** Returns the cells that reach into the next row. */
  end(): SpanningCell[] {
    for (let ahead = this.nextSpanning(); ahead; ahead = this.nextSpanning()) {
      if (!this.takeCopies(noCell, ahead.column - this.cells.length)) break
      while (this.cells.length < ahead.column) this.cells.push(noCell)
      this.takeSpanning()
    }
    return this.next.sort((a, b) => a.column - b.column)
  }

  private nextSpanning(): SpanningCell | undefined {
    this.takeSpanning()
    return this.spanning[this.taken]
  }

  private takeSpanning(): void {
    for (let above = this.spanning[this.taken]; above; above = this.spanning[this.taken]) {
      if (above.column > this.cells.length) return
      this.taken++
      if (above.column === this.cells.length) this.put(above.cell, above.rows)
    }
  }

  private put(cell: TableCell, rows: number): void {
    if (rows > 1) this.next.push({ column: this.cells.length, rows: rows - 1, cell })
    this.cells.push(cell)
  }
}

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
