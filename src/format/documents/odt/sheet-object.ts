/** A spreadsheet embedded in a text or a presentation → HTML: its first sheet, without the empty cells at its edges. */

import { textHtml } from '../converted/text-html.ts'
import { tableHtml } from '../flow/table-writer.ts'
import { elementsIn, type XmlElement } from '../xml/xml-tree.ts'
import { rowsOf } from './table-rows.ts'
import { textLine } from './text-line.ts'

/** `root`: the tree of the object's content. */
export function sheetObjectHtml(root: XmlElement): string {
  const [table] = elementsIn(root, 'table:table')
  if (!table) return ''
  const rows = rowsOf(table, (cell) => textHtml(textLine(cell)))
  const width = Math.max(...rows.map(({ cells }) => cells.findLastIndex(({ html }) => html !== '') + 1))
  const height = rows.findLastIndex(({ cells }) => cells.some(({ html }) => html !== '')) + 1
  return tableHtml(rows.slice(0, height).map((row) => ({ ...row, cells: row.cells.slice(0, width) })))
}
