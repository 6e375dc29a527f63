/** Turns RTF table rows, whose cells are defined by their right edges, into rows of cells with spans. */

import type { FlowCell, FlowRow } from '../converted/flow/table-writer.ts'

/** A cell as defined by `\trowd … \cellxN`. */
export interface CellDefinition {
  /** Right edge in twips. */
  right: number
  /** `\clmrg`: merged with the cell to its left. */
  joinsLeft: boolean
  /** `\clvmrg`: merged with the cell above. */
  joinsAbove: boolean
  /** Index of its background color; 0 if there isn't one. */
  ground: number
}

export interface RowDefinition {
  cells: readonly CellDefinition[]
  isHeader: boolean
}

export interface RtfRow {
  cells: readonly string[]
  definition: RowDefinition
}

/** Maximum distance between edges that count as the same edge, in twips (2.6 mm). */
const tolerance = 150

export function toFlowRows(rows: readonly RtfRow[]): FlowRow[] {
  const columnAt = columnsOf(rows)
  let above = new Map<number, FlowCell>()
  return rows.map(({ cells, definition }) => {
    const row: FlowCell[] = []
    const here = new Map<number, FlowCell>()
    let column = 0
    cells.forEach((html, i) => {
      const defined = definition.cells[i]
      const end = defined ? Math.max(column + 1, columnAt(defined.right)) : column + 1
      const spanning = defined?.joinsAbove ? above.get(column) : undefined
      const last = row.at(-1)
      if (defined?.joinsLeft && last) {
        last.columns += end - column
        last.html += html
      } else if (spanning) {
        spanning.rows++
        here.set(column, spanning)
      } else {
        const cell = { html, columns: end - column, rows: 1 }
        row.push(cell)
        here.set(column, cell)
      }
      column = end
    })
    above = here
    return { cells: row, isHeader: definition.isHeader }
  })
}

/** Splits rows into tables. Tables without text between them share no cell edge. */
export function tablesIn(rows: readonly RtfRow[]): RtfRow[][] {
  const tables: RtfRow[][] = []
  for (const row of rows) {
    const above = tables.at(-1)?.at(-1)?.definition.cells ?? []
    const isNear = ({ right }: CellDefinition) => above.some((one) => Math.abs(one.right - right) <= tolerance)
    if (tables.length === 0 || (above.length > 0 && !row.definition.cells.some(isNear))) tables.push([])
    tables.at(-1)?.push(row)
  }
  return tables
}

function columnsOf(rows: readonly RtfRow[]): (right: number) => number {
  const rights = new Set<number>()
  for (const { cells, definition } of rows) {
    for (const { right } of definition.cells.slice(0, cells.length)) rights.add(right)
  }
  const columns = new Map<number, number>()
  let edge = Number.NEGATIVE_INFINITY
  let count = 0
  for (const right of [...rights].sort((a, b) => a - b)) {
    if (right - edge > tolerance) {
      count++
      edge = right
    }
    columns.set(right, count)
  }
  return (right) => columns.get(right) ?? 0
}
