/** Collects the text of an RTF document, note or text box: paragraphs, and tables based on the nesting depth of their paragraphs. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import type { ParagraphStyle } from '../converted/flow/flow-writer.ts'
import { FlowWriter, plainParagraph } from '../converted/flow/flow-writer.ts'
import { InlineWriter } from '../converted/flow/inline-writer.ts'
import { tableHtml } from '../converted/flow/table-writer.ts'
import { type RowDefinition, type RtfRow, tablesIn, toFlowRows } from './table-rows.ts'

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
    table.cells.push(table.writer.end())
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
