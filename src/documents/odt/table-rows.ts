/** The rows and cells of an OpenDocument table. Repeated cells are written out, and covered cells belong to the cell that covers them. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import type { FlowCell, FlowRow } from '../converted/write-html.ts'
import { childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { repetitionsOf } from './styles.ts'

const maxColumns = 1000

/** Writes a repeated empty cell at the end of a row only once. Throws invalid_response if there are too many cells. */
export function rowsOf(table: XmlElement, meter: DocumentMeter, readCell: (cell: XmlElement) => string): FlowRow[] {
  const rows: FlowRow[] = []
  collect(table, false)
  return rows

  function collect(element: XmlElement, isHeader: boolean): void {
    for (const child of childrenOf(element)) {
      if (child.name === 'table:table-row') addRow(child, isHeader)
      else if (child.name === 'table:table-header-rows') collect(child, true)
      else if (child.name === 'table:table-rows' || child.name === 'table:table-row-group') collect(child, isHeader)
    }
  }

  function addRow(element: XmlElement, isHeader: boolean): void {
    const elements = childrenOf(element, 'table:table-cell')
    const cells = elements.flatMap((cell) => cellsOf(cell, cell === elements.at(-1)))
    // A row without cells is covered by cells in the rows above.
    const isEmpty = cells.every(({ html }) => html === '')
    for (const row of repeated(cells, isEmpty ? 1 : repetitionsOf(element.attributes['table:number-rows-repeated']))) {
      rows.push({ cells: row, isHeader })
    }
  }

  function cellsOf(element: XmlElement, isLast: boolean): FlowCell[] {
    const { attributes } = element
    const cell: FlowCell = {
      html: readCell(element),
      columns: repetitionsOf(attributes['table:number-columns-spanned'], maxColumns),
      rows: repetitionsOf(attributes['table:number-rows-spanned'], maxColumns),
    }
    const isEdge = isLast && cell.html === ''
    return repeated([cell], isEdge ? 1 : repetitionsOf(attributes['table:number-columns-repeated'])).flat()
  }

  function repeated(cells: FlowCell[], times: number): FlowCell[][] {
    for (const { html } of cells) meter.copies(html, times - 1)
    meter.cells(cells.length * (times - 1))
    return Array.from({ length: times }, () => cells)
  }
}
