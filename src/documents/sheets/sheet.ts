/** Collects the cells of a sheet as it is read, and writes its visible cells as one table whose first row is the header. */

import { firstIndex } from '../../base/first-index.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { cellHtml, escapeHtml, linkHtml } from '../converted/write-html.ts'

/** The same limits as Excel and LibreOffice Calc. */
export const maxColumns = 16_384
export const maxRows = 1_048_576

interface SheetRow {
  /** Starting at 0. */
  row: number
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
  readonly hiddenRows = new Set<number>()
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
    const known = this.#rows.get(row) ?? { row, cells: new Map() }
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

  /** Moves the content of merged cells from hidden rows and columns to their visible part, where Excel and Calc show it. */
  uncoverMerged(): void {
    const { hiddenRows, hiddenColumns, meter } = this
    for (const { row, column, rows, columns } of this.merged) {
      const html = this.#rows.get(row)?.cells.get(column)
      let [y, x] = [row, column]
      while (y < row + rows - 1 && hiddenRows.has(y) && meter.takeCovered(1)) y++
      while (x < column + columns - 1 && hiddenColumns.has(x) && meter.takeCovered(1)) x++
      if (!html || (y === row && x === column)) continue
      this.#rows.get(row)?.cells.delete(column)
      this.#fill(y, x, html)
    }
  }

  hideRow(row: number): void {
    if (row >= 0 && row < maxRows) this.hiddenRows.add(row)
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

/**
 * Returns the table below the sheet's name as heading, followed by the drawings. Empty for a sheet without visible filled cells or drawings. A
 * sheet without a name has no heading.
 */
export function sheetHtml(sheet: Sheet, hidden?: DroppedText): string {
  sheet.uncoverMerged()
  const all = sheet.rows
  const { hiddenColumns, hiddenRows, drawings } = sheet
  const drop = (html: string) => hidden?.add(html.replace(/<[^>]*>/g, ''))
  const shown = all.filter(({ row }) => !hiddenRows.has(row))
  const columns = shownColumns(sheet, shown)
  const isShown = new Set(columns)
  for (const { row, cells } of all) {
    for (const [column, html] of cells) if (hiddenRows.has(row) || hiddenColumns.has(column)) drop(html)
  }
  const rows = shown.filter(({ cells }) => [...cells.keys()].some((column) => isShown.has(column)))
  if (rows.length === 0 && drawings.length === 0) return ''
  sheet.meter.text(sheet.name)
  const heading = sheet.name === '' ? '' : `<h2>${escapeHtml(sheet.name)}</h2>\n`
  const cells = rows.length === 0 ? '' : tableHtml(sheet, rows, columns, drop)
  return [heading + cells, ...drawings].filter(Boolean).join('\n')
}

/** `drop`: receives the content of cells that a merged cell hides. */
function tableHtml(
  sheet: Sheet,
  rows: readonly SheetRow[],
  columns: readonly number[],
  drop: (html: string) => void,
): string {
  const filled = rows.reduce((sum, { cells }) => sum + cells.size, 0)
  // A grid with mostly empty cells could be far longer than its content.
  if (columns.length * rows.length > 200_000 + 8 * filled) {
    const isShown = new Set(columns)
    return rows.map((row) => lineHtml(sheet, row, isShown)).join('\n')
  }
  const spans = spansOf(sheet, rows, columns)
  const [header = '', ...body] = rows.map((row, i) => {
    const cells = columns.map((column) => {
      const span = spans.get(row)?.get(column) ?? { columns: 1, rows: 1 }
      if (span.columns > 0) return cellHtml(i === 0 ? 'th' : 'td', span, sheet.cellHtml(row, column))
      drop(row.cells.get(column) ?? '')
      return ''
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table><thead>${header}</thead><tbody>\n${body.join('\n')}\n</tbody></table>`
}

type Spans = Map<SheetRow, Map<number, Pick<MergedCell, 'columns' | 'rows'>>>

/** Returns how many written rows and columns each merged cell covers. The other positions that it covers get 0. */
function spansOf({ merged, meter }: Sheet, rows: readonly SheetRow[], columns: readonly number[]): Spans {
  const spans: Spans = new Map()
  const numbers = rows.map(({ row }) => row)
  for (const cell of merged) {
    const ofRows = rows.slice(...rangeOf(numbers, cell.row, cell.rows))
    const ofColumns = columns.slice(...rangeOf(columns, cell.column, cell.columns))
    const [first, left = -1] = [ofRows[0], ofColumns[0]]
    const area = ofRows.length * ofColumns.length
    if (!first || area < 2 || !meter.takeCovered(area)) continue
    for (const row of ofRows) {
      const own = spans.get(row) ?? new Map()
      for (const column of ofColumns) own.set(column, { columns: 0, rows: 0 })
      spans.set(row, own)
    }
    spans.get(first)?.set(left, { columns: ofColumns.length, rows: ofRows.length })
  }
  return spans
}

function lineHtml(sheet: Sheet, row: SheetRow, isShown: ReadonlySet<number>): string {
  const shown = [...row.cells.keys()].filter((column) => isShown.has(column)).sort((a, b) => a - b)
  return `<p>${shown.map((column) => sheet.cellHtml(row, column)).join(' ')}</p>`
}

/** Returns the columns from the first filled column to the last. Leaves out empty columns if they are the majority. */
function shownColumns({ hiddenColumns }: Sheet, rows: readonly SheetRow[]): number[] {
  const filled = new Set(rows.flatMap(({ cells }) => [...cells.keys()]))
  const ascending = [...filled].filter((column) => !hiddenColumns.has(column)).sort((a, b) => a - b)
  const [first = 0, last = -1] = [ascending[0], ascending.at(-1)]
  const width = last - first + 1
  if (width > 2 * ascending.length + 16) return ascending
  return Array.from({ length: width }, (_, i) => first + i).filter((column) => !hiddenColumns.has(column))
}

/** Returns the start and end of `count` numbers from `first` in a sorted list, which may have gaps. */
function rangeOf(sorted: readonly number[], first: number, count: number): [start: number, end: number] {
  return [firstIndex(sorted, (one) => one >= first), firstIndex(sorted, (one) => one >= first + count)]
}
