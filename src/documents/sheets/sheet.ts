/** Collects the cells of a sheet as it is read. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { linkHtml } from '../converted/text-html.ts'

/** The same limits as Excel and LibreOffice Calc. */
export const maxColumns = 16_384
export const maxRows = 1_048_576

export interface SheetRow {
  /** Starting at 0. */
  row: number
  isHidden: boolean
  /** HTML of filled cells, keyed by column. */
  cells: Map<number, string>
}

/** Numbers start at 0. */
export interface CellPlace {
  row: number
  column: number
}

export interface MergedCell extends CellPlace {
  rows: number
  columns: number
}

const maxMerged = 100_000

/** The cells of a sheet. Rows may come in any order. */
export class Sheet {
  readonly name: string
  readonly meter: DocumentMeter
  readonly merged: MergedCell[] = []
  /** HTML of its charts and text boxes. */
  readonly drawings: string[] = []
  readonly #rows = new Map<number, SheetRow>()
  /** For each column, the number of hidden ranges that start before it minus those that end. Takes little memory even for wide ranges. */
  readonly #hiddenColumns = new Map<number, number>()
  /** Includes empty rows, because a sheet may declare millions of them. */
  readonly #hiddenRows = new Set<number>()
  /** Functions that return the HTML to write after the content of a cell, by place. */
  readonly #marks = new Map<number, (() => string)[]>()

  constructor(name: string, meter: DocumentMeter) {
    this.name = name
    this.meter = meter
  }

  /** From top to bottom. */
  get rows(): SheetRow[] {
    return [...this.#rows.values()].sort((a, b) => a.row - b.row)
  }

  get hiddenColumns(): ReadonlySet<number> {
    const columns = new Set<number>()
    let open = 0
    for (let column = 0; this.#hiddenColumns.size > 0 && column < maxColumns; column++) {
      open += this.#hiddenColumns.get(column) ?? 0
      if (open > 0) columns.add(column)
    }
    return columns
  }

  /** Ignores empty cells and cells outside the limits of a sheet. */
  setCell(row: number, column: number, html: string): void {
    if (html === '') return
    this.#fill(row, column, html)
  }

  #fill(row: number, column: number, html: string): void {
    if (!(row >= 0 && row < maxRows && column >= 0 && column < maxColumns)) return
    this.meter.cells()
    const known = this.#rows.get(row) ?? { row, isHidden: this.#hiddenRows.has(row), cells: new Map() }
    this.#rows.set(row, known)
    known.cells.set(column, html)
  }

  /** Turns the content of a cell into a link, unless it already contains a link. */
  linkCell(row: number, column: number, href: string): void {
    const cells = this.#rows.get(row)?.cells
    const html = cells?.get(column)
    if (html === undefined || /<a(?:rea)? /.test(html)) return
    this.meter.text(href)
    cells?.set(column, linkHtml(html, href))
  }

  /** Adds HTML to the end of a cell, which may be empty. `mark` is called when the cell is written. */
  markCell(row: number, column: number, mark: () => string): void {
    if (!this.#rows.get(row)?.cells.has(column)) this.#fill(row, column, '')
    const place = row * maxColumns + column
    const marks = this.#marks.get(place) ?? []
    this.#marks.set(place, marks)
    marks.push(mark)
  }

  /** Returns the content of a cell, as it is written. */
  cellHtml({ row, cells }: SheetRow, column: number): string {
    const marks = this.#marks.get(row * maxColumns + column) ?? []
    return (cells.get(column) ?? '') + marks.map((mark) => mark()).join('')
  }

  merge(cell: MergedCell): void {
    if (this.merged.length < maxMerged && cell.rows * cell.columns > 1) this.merged.push(cell)
  }

  hideRow(row: number): void {
    if (!(row >= 0 && row < maxRows)) return
    this.#hiddenRows.add(row)
    const known = this.#rows.get(row)
    if (known) known.isHidden = true
  }

  /** Both ends are inclusive. */
  hideColumns(from: number, to: number): void {
    const [start, end] = [Math.max(0, from), Math.min(to, maxColumns - 1) + 1]
    if (!Number.isInteger(start) || !Number.isInteger(end) || start >= end) return
    const hidden = this.#hiddenColumns
    hidden.set(start, (hidden.get(start) ?? 0) + 1)
    hidden.set(end, (hidden.get(end) ?? 0) - 1)
  }
}
