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

/** A cell that covers others. */
export interface MergedCell {
  row: number
  column: number
  rows: number
  columns: number
}

export interface Sheet {
  name: string
  /** From top to bottom. */
  rows: SheetRow[]
  merged: MergedCell[]
  readonly hiddenColumns: ReadonlySet<number>
  meter: DocumentMeter
}

export interface SheetBuilder {
  sheet: Sheet
  /** Ignores empty cells and cells outside the limits of a sheet. Rows may come in any order. */
  setCell(row: number, column: number, html: string): void
  /** Turns the content of a cell into a link, unless it already contains one. Only the first link of a cell is used. */
  linkCell(row: number, column: number, href: string): void
  merge(cell: MergedCell): void
  hideRow(row: number): void
  /** Both ends are inclusive. */
  hideColumns(from: number, to: number): void
}

const maxMerged = 100_000

export function createSheet(name: string, meter: DocumentMeter): SheetBuilder {
  const byRow = new Map<number, SheetRow>()
  const rows: SheetRow[] = []
  const merged: MergedCell[] = []
  /** By column: the number of hidden ranges that start before it minus those that end. This takes little memory even for wide ranges. */
  const hidden = new Map<number, number>()
  /** Includes empty rows: a sheet may declare millions of them. */
  const hiddenRows = new Set<number>()
  /** Cells that already have a link. */
  const linked = new Set<number>()

  function rowAt(row: number): SheetRow {
    const known = byRow.get(row)
    if (known) return known
    const added: SheetRow = { row, isHidden: hiddenRows.has(row), cells: new Map() }
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
        return rows.sort((a, b) => a.row - b.row)
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
