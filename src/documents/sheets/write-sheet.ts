/** Turns a sheet into HTML: its name as a heading, and its visible cells as one table whose first row is the header. */

import type { DroppedText } from '../converted/hidden-text.ts'
import { escapeHtml } from '../converted/write-html.ts'
import type { MergedCell, Sheet, SheetRow } from './sheet.ts'

/** Returns an empty string for a sheet without visible filled cells. A sheet without a name becomes a table without a heading. */
export function sheetHtml(sheet: Sheet, hidden?: DroppedText): string {
  const all = sheet.rows
  const { hiddenColumns } = sheet
  const drop = (html: string) => hidden?.add(html.replace(/<[^>]*>/g, ''))
  writeMerged(sheet, all, drop)
  const shown = all.filter(({ isHidden }) => !isHidden)
  const columns = shownColumns(sheet, shown)
  const isShown = new Set(columns)
  for (const { isHidden, cells } of all) {
    for (const [column, html] of cells) if (isHidden || hiddenColumns.has(column)) drop(html)
  }
  const rows = shown.filter(({ cells }) => hasAny(cells, isShown))
  if (rows.length === 0) return ''
  sheet.meter.text(sheet.name)
  const heading = sheet.name === '' ? '' : `<h2>${escapeHtml(sheet.name)}</h2>\n`
  return heading + tableHtml(rows, columns)
}

function tableHtml(rows: readonly SheetRow[], columns: readonly number[]): string {
  const filled = rows.reduce((sum, { cells }) => sum + cells.size, 0)
  // A mostly empty grid could be arbitrarily longer than its content.
  if (columns.length * rows.length > 200_000 + 8 * filled) {
    const isShown = new Set(columns)
    return rows.map((row) => lineHtml(row, isShown)).join('\n')
  }
  const [header = '', ...body] = rows.map(({ cells }, i) => {
    const tag = i === 0 ? 'th' : 'td'
    return `<tr>${columns.map((column) => `<${tag}>${cells.get(column) ?? ''}</${tag}>`).join('')}</tr>`
  })
  return `<table><thead>${header}</thead><tbody>\n${body.join('\n')}\n</tbody></table>`
}

function lineHtml({ cells }: SheetRow, isShown: ReadonlySet<number>): string {
  const shown = [...cells].filter(([column]) => isShown.has(column)).sort(([a], [b]) => a - b)
  return `<p>${shown.map(([, html]) => html).join(' ')}</p>`
}

function hasAny(cells: ReadonlyMap<number, string>, columns: ReadonlySet<number>): boolean {
  for (const column of cells.keys()) if (columns.has(column)) return true
  return false
}

/** Returns the columns from the first filled one to the last. Leaves out empty columns if they are the majority. */
function shownColumns({ hiddenColumns }: Sheet, rows: readonly SheetRow[]): number[] {
  const filled = new Set<number>()
  for (const { cells } of rows) for (const column of cells.keys()) filled.add(column)
  const ascending = [...filled].filter((column) => !hiddenColumns.has(column)).sort((a, b) => a - b)
  const [first = 0, last = -1] = [ascending[0], ascending.at(-1)]
  const width = last - first + 1
  if (width > 2 * ascending.length + 16) return ascending
  return Array.from({ length: width }, (_, i) => first + i).filter((column) => !hiddenColumns.has(column))
}

/** Copies the content of merged cells into the cells they cover, in filled rows and up to the last filled column. */
function writeMerged({ merged, meter }: Sheet, rows: readonly SheetRow[], drop: (html: string) => void): void {
  if (merged.length === 0) return
  const byRow = new Map(rows.map((row) => [row.row, row]))
  let edge = 0
  let work = maxCovered
  for (const { cells } of rows) for (const column of cells.keys()) edge = Math.max(edge, column)
  for (const cell of merged) {
    const html = byRow.get(cell.row)?.cells.get(cell.column)
    const columns = Math.min(cell.columns, edge - cell.column + 1)
    const { from, to } = coveredRows(rows, cell)
    work -= (to - from) * columns
    if (work >= 0) dropCovered(rows.slice(from, to), cell, columns, drop)
    if (html === undefined) continue
    if (!meter.takeCopies(columns * (to - from), html)) continue
    for (const { cells } of rows.slice(from, to)) {
      for (let column = cell.column; column < cell.column + columns; column++) cells.set(column, html)
    }
  }
}

const maxCovered = 5_000_000

/** Removes the content of cells that a merged cell covers, as it isn't displayed. */
function dropCovered(
  rows: readonly SheetRow[],
  { row: first, column: from }: MergedCell,
  columns: number,
  drop: (html: string) => void,
): void {
  for (const { row, cells } of rows) {
    for (let column = row === first ? from + 1 : from; column < from + columns; column++) {
      const html = cells.get(column)
      if (html === undefined) continue
      drop(html)
      cells.delete(column)
    }
  }
}

function coveredRows(rows: readonly SheetRow[], { row, rows: count }: MergedCell): { from: number; to: number } {
  return { from: firstFrom(rows, row), to: firstFrom(rows, row + count) }
}

/** Returns the index of the first row with this number or a higher one. */
function firstFrom(rows: readonly SheetRow[], number: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as SheetRow).row < number) low = middle + 1
    else high = middle
  }
  return low
}
