/** Rows of cells with spans → a grid in which every span is written out. */

export interface Cell {
  text: string
  isHeader: boolean
  columns: number
  rows: number
  align: string
}

/**
 * Rows with every span written out: a spanned cell's text stands in each cell that it covers.
 * The cells and the text that spans may add are bounded: `rowspan=65534` on every cell must not explode.
 */
export function expandSpans(rows: readonly (readonly Cell[])[]): Cell[][] {
  const budget = createBudget(rows)
  const grid: Cell[][] = []
  let hanging: Hanging[] = []
  rows.forEach((row, y) => {
    const line = new Line(hanging, budget)
    for (const cell of row) line.add(cell, rows.length - y)
    hanging = line.end()
    grid.push(line.cells)
  })
  return grid
}

/** A cell of an earlier row that reaches into this one. */
interface Hanging {
  column: number
  rows: number
  cell: Cell
}

const noCell: Cell = { text: '', isHeader: false, columns: 1, rows: 1, align: '' }

class Line {
  readonly cells: Cell[] = []
  private readonly hanging: Hanging[]
  private readonly next: Hanging[] = []
  private readonly budget: (cell: Cell, cells: number) => boolean
  private taken = 0

  constructor(hanging: Hanging[], budget: (cell: Cell, cells: number) => boolean) {
    this.hanging = hanging
    this.budget = budget
  }

  add(cell: Cell, rowsLeft: number): void {
    this.takeHanging()
    const deep = Math.min(cell.rows, rowsLeft)
    const isPaid = this.budget(cell, cell.columns * deep - 1)
    for (let i = 0; i < (isPaid ? cell.columns : 1); i++) this.put(cell, isPaid ? deep : 1)
  }

  /** What hangs on into the next row. */
  end(): Hanging[] {
    for (let ahead = this.ahead(); ahead; ahead = this.ahead()) {
      if (!this.budget(noCell, ahead.column - this.cells.length)) break
      while (this.cells.length < ahead.column) this.cells.push(noCell)
      this.takeHanging()
    }
    return this.next.sort((a, b) => a.column - b.column)
  }

  private ahead(): Hanging | undefined {
    this.takeHanging()
    return this.hanging[this.taken]
  }

  private takeHanging(): void {
    for (let hung = this.hanging[this.taken]; hung; hung = this.hanging[this.taken]) {
      if (hung.column > this.cells.length) return
      this.taken++
      if (hung.column === this.cells.length) this.put(hung.cell, hung.rows)
    }
  }

  private put(cell: Cell, rows: number): void {
    if (rows > 1) this.next.push({ column: this.cells.length, rows: rows - 1, cell })
    this.cells.push(cell)
  }
}

/** Says whether so many more copies of a cell can be afforded. */
function createBudget(rows: readonly (readonly Cell[])[]): (cell: Cell, cells: number) => boolean {
  const left = { cells: 20_000 + 4 * rows.reduce((sum, row) => sum + row.length, 0), chars: 1_000_000 }
  return ({ text }, cells) => {
    const chars = cells * text.length
    if (cells > left.cells || chars > left.chars) return false
    left.cells -= cells
    left.chars -= chars
    return true
  }
}
