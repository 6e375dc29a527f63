/** Turns an OpenDocument chart into HTML: its title and values. @see OpenDocument 1.3, part 3, §11 */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { tableHtml } from '../converted/flow/table-writer.ts'
import { textHtml } from '../converted/text-html.ts'
import { childOf, elementsIn, type XmlElement } from '../office/xml/xml-tree.ts'
import { rowsOf } from './table-rows.ts'
import { textLine } from './text-line.ts'

/** `root`: the tree of an object's content. Returns an empty string if it isn't a chart. */
export function odfChartHtml(root: XmlElement, meter: DocumentMeter): string {
  const [chart] = elementsIn(root, 'chart:chart')
  const title = textLine(childOf(chart, 'chart:title'))
  const table = childOf(chart, 'table:table')
  const values = table ? tableHtml(rowsOf(table, meter, (cell) => textHtml(textLine(cell), meter))) : ''
  return (title === '' ? '' : `<p>${textHtml(title, meter)}</p>\n`) + values
}
