/**
 * Collects the text of an RTF document, note or text box: paragraphs, and tables based on the nesting depth of their paragraphs. The cells
 * of a row are defined by their right edges.
 */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { FlowWriter, type ParagraphStyle, plainParagraph } from '../converted/flow/flow-writer.ts'
import { InlineWriter } from '../converted/flow/inline-writer.ts'
import { type FlowCell, type FlowRow, tableHtml } from '../converted/write-html.ts'

interface OpenTable {
  rows: RtfRow[]
  cells: string[]
  writer: FlowWriter
}

/** Tables nested more deeply become text in the innermost cell. */
const maxTableDepth = 12

export class TextFlow {
  inline: InlineWriter
  readonly #writer: FlowWriter
  readonly #tables: OpenTable[] = []
  /** HTML of the text boxes anchored to the paragraph. */
  #beside: string[] = []
  readonly #meter: DocumentMeter

  constructor(meter: DocumentMeter) {
    this.#meter = meter
    this.inline = new InlineWriter(meter)
    this.#writer = new FlowWriter(meter)
  }

  endParagraph(style: Readonly<ParagraphStyle>, depth: number): void {
    this.#moveTo(depth)
    this.#write(this.#tables.at(-1)?.writer ?? this.#writer, style)
  }

  endCell(style: Readonly<ParagraphStyle>, depth: number): void {
    const table = this.#moveTo(Math.max(1, depth))
    if (!table) return
    this.#write(table.writer, style)
    table.cells.push(table.writer.end() || table.writer.blankLabels)
    table.writer = new FlowWriter(this.#meter)
  }

  endRow(definition: RowDefinition, depth: number): void {
    const table = this.#moveTo(Math.max(1, depth))
    if (!table) return
    if (!this.inline.isBlank) this.endCell(plainParagraph, Math.max(1, depth))
    if (table.cells.length > 0) table.rows.push({ cells: table.cells, definition })
    table.cells = []
  }

  /** Number of finished cells in the open row of the outermost table. */
  get cellsInRow(): number {
    return this.#tables[0]?.cells.length ?? 0
  }

  addBeside(html: string): void {
    if (html !== '') this.#beside.push(html)
  }

  end(): string {
    this.endParagraph(plainParagraph, 0)
    return this.#writer.end()
  }

  #write(writer: FlowWriter, style: Readonly<ParagraphStyle>): void {
    writer.paragraph(style, this.inline.end(style.kind), this.inline.isBlank)
    this.inline = new InlineWriter(this.#meter)
    for (const html of this.#beside) writer.block(html)
    if (this.#beside.length > 0) this.#beside = []
  }

  #moveTo(depth: number): OpenTable | undefined {
    const target = Math.min(Math.max(0, depth), maxTableDepth)
    while (this.#tables.length > target) this.#closeTable()
    while (this.#tables.length < target) this.#tables.push({ rows: [], cells: [], writer: new FlowWriter(this.#meter) })
    return this.#tables.at(-1)
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (!table) return
    const around = this.#tables.at(-1)?.writer ?? this.#writer
    const last = table.writer.end()
    if (last !== '') table.cells.push(last)
    if (table.cells.length > 0) table.rows.push({ cells: table.cells, definition: { cells: [], isHeader: false } })
    for (const rows of tablesIn(table.rows)) around.block(tableHtml(toFlowRows(rows)))
  }
}

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

interface RowDefinition {
  cells: readonly CellDefinition[]
  isHeader: boolean
}

interface RtfRow {
  cells: readonly string[]
  definition: RowDefinition
}

/** Maximum distance between edges that count as the same edge, in twips (2.6 mm). */
const tolerance = 150

function toFlowRows(rows: readonly RtfRow[]): FlowRow[] {
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
function tablesIn(rows: readonly RtfRow[]): RtfRow[][] {
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
