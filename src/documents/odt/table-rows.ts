/** Rows and cells of an OpenDocument table: those that are repeated stand as often as they say, those that are covered belong to others. */

import type { FlowCell, FlowRow } from '../converted/flow/table-writer.ts'
import { childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'
import { wholeNumber } from './styles.ts'

const maxColumns = 1000
/** Cells that repetitions add to a table. */
const maxRepeated = 20_000

export function rowsOf(table: XmlElement, readCell: (cell: XmlElement) => string): FlowRow[] {
  const rows: FlowRow[] = []
  const left = { repeated: maxRepeated }
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
    const cells = childrenOf(element).flatMap((cell) => cellsOf(cell, readCell, left))
    // A row without cells is covered by those above.
    const isEmpty = cells.every(({ html }) => html === '')
    const copies = isEmpty ? 1 : take(element.attributes['table:number-rows-repeated'], cells.length, left)
    for (let i = 0; i < copies; i++) rows.push({ cells, isHeader })
  }
}

function cellsOf(element: XmlElement, readCell: (cell: XmlElement) => string, left: { repeated: number }): FlowCell[] {
  if (element.name !== 'table:table-cell') return []
  const { attributes } = element
  const span = (name: string) => Math.min(Math.max(1, wholeNumber(attributes[name]) ?? 1), maxColumns)
  const cell: FlowCell = {
    html: readCell(element),
    columns: span('table:number-columns-spanned'),
    rows: span('table:number-rows-spanned'),
  }
  return Array.from({ length: take(attributes['table:number-columns-repeated'], 1, left) }, () => cell)
}

/** How often it stands, within what is left. */
function take(repeated: string | undefined, cells: number, left: { repeated: number }): number {
  const more = Math.min((wholeNumber(repeated) ?? 1) - 1, Math.floor(left.repeated / Math.max(1, cells)))
  if (more <= 0) return 1
  left.repeated -= more * cells
  return more + 1
}
