/** Turns a sheet into HTML: its name as a heading, its visible cells as one table whose first row is the header, and its drawings. */

import { firstIndex } from '../../base/first-index.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { cellHtml, escapeHtml } from '../converted/write-html.ts'
import type { MergedCell, Sheet, SheetRow } from './sheet.ts'

/** Returns an empty string for a sheet without visible filled cells or drawings. A sheet without a name has no heading. */
export function sheetHtml(sheet: Sheet, hidden?: DroppedText): string {
  const all = sheet.rows
  const { hiddenColumns, drawings } = sheet
  const drop = (html: string) => hidden?.add(html.replace(/<[^>]*>/g, ''))
  const shown = all.filter(({ isHidden }) => !isHidden)
  const columns = shownColumns(sheet, shown)
  const isShown = new Set(columns)
  for (const { isHidden, cells } of all) {
    for (const [column, html] of cells) if (isHidden || hiddenColumns.has(column)) drop(html)
  }
  const rows = shown.filter(({ cells }) => hasAny(cells, isShown))
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

function hasAny(cells: ReadonlyMap<number, string>, columns: ReadonlySet<number>): boolean {
  for (const column of cells.keys()) if (columns.has(column)) return true
  return false
}

/** Returns the columns from the first filled column to the last. Leaves out empty columns if they are the majority. */
function shownColumns({ hiddenColumns }: Sheet, rows: readonly SheetRow[]): number[] {
  const filled = new Set<number>()
  for (const { cells } of rows) for (const column of cells.keys()) filled.add(column)
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
