/** Turns a spreadsheet embedded in a text or presentation into HTML: its first sheet, without the empty cells at its edges. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { type FlowCell, tableHtml } from '../converted/flow/table-writer.ts'
import { textHtml } from '../converted/text-html.ts'
import { elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'
import { rowsOf } from './table-rows.ts'
import { textLine } from './text-line.ts'

/** `root`: the tree of the object's content. */
export function sheetObjectHtml(root: XmlElement, meter: DocumentMeter): string {
  const [table] = elementsIn(root, 'table:table')
  if (!table) return ''
  const rows = rowsOf(table, meter, (cell) => textHtml(textLine(cell), meter))
  const height = rows.findLastIndex(({ cells }) => cells.some(isFilled)) + 1
  const shown = rows.slice(0, height)
  const width = shown.reduce(
    (most, { cells }) => Math.max(most, columnsOf(cells.slice(0, cells.findLastIndex(isFilled) + 1))),
    0,
  )
  return tableHtml(shown.map((row) => ({ ...row, cells: withinColumns(row.cells, width) })))
}

const isFilled = ({ html }: FlowCell) => html !== ''

function columnsOf(cells: readonly FlowCell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0)
}

function withinColumns(cells: readonly FlowCell[], width: number): FlowCell[] {
  let column = 0
  return cells.filter(({ columns }) => {
    column += columns
    return column <= width
  })
}
