/** Turns an embedded OpenDocument chart or spreadsheet into HTML: its title, and its values or first sheet. @see OpenDocument 1.3, part 3, §11 */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { type FlowCell, tableHtml } from '../converted/flow/table-writer.ts'
import { textHtml } from '../converted/text-html.ts'
import { childOf, elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'
import { rowsOf } from './table-rows.ts'
import { textLine } from './text-line.ts'

const isFilled = ({ html }: FlowCell) => html !== ''

/** `root`: the tree of the object's content. Leaves out empty rows, and empty cells at the end of a row. */
export function tableObjectHtml(root: XmlElement, meter: DocumentMeter): string {
  const [chart] = elementsIn(root, 'chart:chart')
  const title = textLine(childOf(chart, 'chart:title'))
  const [table] = elementsIn(root, 'table:table')
  const rows = table ? rowsOf(table, meter, (cell) => textHtml(textLine(cell), meter)) : []
  const filled = rows.map((row) => ({ ...row, cells: row.cells.slice(0, row.cells.findLastIndex(isFilled) + 1) }))
  const values = tableHtml(filled.filter(({ cells }) => cells.length > 0))
  return (title === '' ? '' : `<p>${textHtml(title, meter)}</p>\n`) + values
}
