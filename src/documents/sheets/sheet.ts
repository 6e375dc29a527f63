/** The cells of a sheet as its reader collects them. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { linkHtml } from '../converted/text-html.ts'

/** As in Excel and LibreOffice Calc. */
export const maxColumns = 16_384
export const maxRows = 1_048_576

export interface SheetRow {
  /** From 0. */
  row: number
  isHidden: boolean
  /** Column → HTML, of cells that hold something. */
  cells: Map<number, string>
}

/** A cell that covers others. */
export interface MergedCell {
  row: number
  column: number
  rows: number
  columns: number
}

export interface Sheet {
  name: string
  /** In their order from the top. */
  rows: SheetRow[]
  merged: MergedCell[]
  readonly hiddenColumns: ReadonlySet<number>
  meter: DocumentMeter
}

export interface SheetBuilder {
  sheet: Sheet
  /** Empty cells are left out, and those beyond the edges that sheets have. Rows may come in any order. */
  setCell(row: number, column: number, html: string): void
  /** Makes what the cell holds a link, unless it holds one. The first link of a cell counts. */
  linkCell(row: number, column: number, href: string): void
  merge(cell: MergedCell): void
  hideRow(row: number): void
  /** Both included. */
  hideColumns(from: number, to: number): void
}

const maxMerged = 100_000

export function createSheet(name: string, meter: DocumentMeter): SheetBuilder {
  const byRow = new Map<number, SheetRow>()
  const rows: SheetRow[] = []
  const merged: MergedCell[] = []
  /** By a column, how many hidden ranges begin before it less those that end: few numbers, however wide the ranges are. */
  const hidden = new Map<number, number>()
  /** Empty ones too, of which a sheet may state millions. */
  const hiddenRows = new Set<number>()
  /** Places of cells whose first link is known. */
  const linked = new Set<number>()
  let last = -1
  let isSorted = true

  function rowAt(row: number): SheetRow {
    const known = byRow.get(row)
    if (known) return known
    const added: SheetRow = { row, isHidden: hiddenRows.has(row), cells: new Map() }
    if (row < last) isSorted = false
    last = row
    byRow.set(row, added)
    rows.push(added)
    return added
  }

  return {
    sheet: {
      name,
      merged,
      meter,
      get hiddenColumns() {
        return columnsIn(hidden)
      },
      get rows() {
        if (!isSorted) rows.sort((a, b) => a.row - b.row)
        isSorted = true
        return rows
      },
    },
    setCell(row, column, html) {
      if (html === '' || !(row >= 0 && row < maxRows && column >= 0 && column < maxColumns)) return
      meter.cells()
      rowAt(row).cells.set(column, html)
    },
    linkCell(row, column, href) {
      const cells = byRow.get(row)?.cells
      const html = cells?.get(column)
      const place = row * maxColumns + column
      if (html === undefined || linked.has(place)) return
      linked.add(place)
      if (/<a(?:rea)? /.test(html)) return
      meter.text(href)
      cells?.set(column, linkHtml(html, href))
    },
    merge(cell) {
      if (merged.length < maxMerged && cell.rows * cell.columns > 1) merged.push(cell)
    },
    hideRow(row) {
      if (!(row >= 0 && row < maxRows)) return
      hiddenRows.add(row)
      const known = byRow.get(row)
      if (known) known.isHidden = true
    },
    hideColumns(from, to) {
      const [start, end] = [Math.max(0, from), Math.min(to, maxColumns - 1) + 1]
      if (!Number.isInteger(start) || !Number.isInteger(end) || start >= end) return
      hidden.set(start, (hidden.get(start) ?? 0) + 1)
      hidden.set(end, (hidden.get(end) ?? 0) - 1)
    },
  }
}

function columnsIn(hidden: ReadonlyMap<number, number>): Set<number> {
  const columns = new Set<number>()
  let open = 0
  for (let column = 0; hidden.size > 0 && column < maxColumns; column++) {
    open += hidden.get(column) ?? 0
    if (open > 0) columns.add(column)
  }
  return columns
}
