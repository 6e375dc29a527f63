/** Reads the content of an OpenDocument spreadsheet as a stream: cells as displayed, merged cells, links. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { linkHtml, textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { readXml, type XmlAttributes } from '../office/xml/read-xml.ts'
import type { OdsCellLook, OdsLooks } from './ods-looks.ts'
import { createSheet, maxColumns, maxRows, type Sheet, type SheetBuilder } from './sheet.ts'

interface OpenTable extends SheetBuilder {
  isHidden: boolean
  row: number
  column: number
  /** Number of declared columns. */
  columns: number
  repeatedRows: number
  /** Filled cells of the open row, with the number of times each is repeated. */
  cells: { column: number; repeated: number; html: string }[]
  isRowHidden: boolean
  isProtected: boolean
  /** Default cell styles of the row and of each column. */
  rowStyle: string | undefined
  columnStyles: { from: number; style: string | undefined }[]
}

/** Text of a paragraph and its link. */
interface Piece {
  text: string
  href: string | null
}

interface OpenCell {
  attributes: XmlAttributes
  paragraphs: Piece[][]
  /** True if another cell covers it, so that its content is hidden. */
  isCovered: boolean
  /** Looks of the cell and of the open spans. */
  looks: OdsCellLook[]
}

interface SpreadsheetParts {
  looks: OdsLooks
  hidden: DroppedText
  meter: DocumentMeter
}

/** Returns the sheets in document order. Throws invalid_response for a document that is too large. */
export function readSpreadsheet(xml: string, parts: SpreadsheetParts): Sheet[] {
  const reader = new SpreadsheetReader(parts)
  readXml(xml, reader)
  return reader.sheets
}

class SpreadsheetReader {
  readonly sheets: Sheet[] = []
  readonly #parts: SpreadsheetParts
  readonly #hiddenStyles = new Set<string>()
  #style = ''
  #table: OpenTable | null = null
  #cell: OpenCell | null = null
  #paragraph: Piece[] | null = null
  #href: string | null = null
  /** Nesting depth in elements that aren't part of the cell's content: comments, drawings, tables within cells, deletions. */
  #skipped = 0

  constructor(parts: SpreadsheetParts) {
    this.#parts = parts
  }

  readonly open = (name: string, attributes: XmlAttributes): void => {
    const isSkipped = this.#skipped > 0 || skippedElements.has(name) || (name === 'table:table' && this.#cell !== null)
    if (isSkipped) this.#skipped++
    else this.#opened.get(name)?.(attributes)
  }

  readonly close = (name: string): void => {
    if (this.#skipped > 0) this.#skipped--
    else this.#closed.get(name)?.()
  }

  readonly text = (data: string): void => {
    if (this.#skipped === 0 && this.#paragraph) this.#addText(data.replace(/\s+/g, ' '))
  }

  readonly #opened = new Map<string, (attributes: XmlAttributes) => void>([
    [
      'style:style',
      (attributes) => {
        this.#style = attributes['style:name'] ?? ''
      },
    ],
    [
      'style:table-properties',
      (attributes) => {
        if (attributes['table:display'] === 'false') this.#hiddenStyles.add(this.#style)
      },
    ],
    ['table:table', (attributes) => this.#openTable(attributes)],
    ['table:table-column', (attributes) => this.#addColumns(attributes)],
    ['table:table-row', (attributes) => this.#openRow(attributes)],
    ['table:table-cell', (attributes) => this.#openCell(attributes, false)],
    ['table:covered-table-cell', (attributes) => this.#openCell(attributes, true)],
    ['text:span', (attributes) => this.#openSpan(attributes)],
    [
      'text:p',
      () => {
        this.#paragraph = this.#cell ? [] : null
      },
    ],
    ['text:s', (attributes) => this.#addText(' '.repeat(countOf(attributes['text:c'], 100)))],
    ['text:tab', () => this.#addText(' ')],
    ['text:line-break', () => this.#addText('\n')],
    ['text:a', (attributes) => this.#link(attributes['xlink:href'] ?? null)],
  ])

  readonly #closed = new Map<string, () => void>([
    ['table:table', () => this.#endTable()],
    ['table:table-row', () => this.#endRow()],
    ['table:table-cell', () => this.#endCell()],
    ['table:covered-table-cell', () => this.#endCell()],
    ['text:p', () => this.#endParagraph()],
    ['text:span', () => void this.#cell?.looks.pop()],
    ['text:a', () => this.#link(null)],
  ])

  #openTable(attributes: XmlAttributes): void {
    const isHidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '')
    const builder = createSheet(attributes['table:name'] ?? '', this.#parts.meter)
    this.#table = {
      ...{ ...builder, isHidden, row: 0, column: 0, columns: 0, repeatedRows: 1, cells: [], isRowHidden: false },
      ...{ isProtected: attributes['table:protected'] === 'true', rowStyle: undefined, columnStyles: [] },
    }
  }

  #addColumns(attributes: XmlAttributes): void {
    const table = this.#table
    if (!table) return
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    const isFlat = this.#parts.looks.isFlat('table-column', attributes['table:style-name'])
    if (isFlat || isHidden(attributes)) table.hideColumns(table.columns, table.columns + repeated - 1)
    if (table.columnStyles.length < maxColumns)
      table.columnStyles.push({ from: table.columns, style: attributes['table:default-cell-style-name'] })
    table.columns += repeated
  }

  #openRow(attributes: XmlAttributes): void {
    const table = this.#table
    if (!table) return
    const isFlat = () => this.#parts.looks.isFlat('table-row', attributes['table:style-name'])
    table.repeatedRows = countOf(attributes['table:number-rows-repeated'], maxRows)
    table.isRowHidden = isHidden(attributes) || isFlat()
    table.rowStyle = attributes['table:default-cell-style-name']
    table.column = 0
    table.cells = []
  }

  #endRow(): void {
    const table = this.#table
    if (!table) return
    const { row, cells, repeatedRows, isRowHidden } = table
    const rows = Math.min(repeatedRows, maxRows - row)
    for (const { repeated, html } of cells) this.#parts.meter.copies(html, Math.max(0, rows * repeated - 1))
    for (let copy = row; cells.length > 0 && copy < row + rows; copy++) {
      for (const { column, repeated, html } of cells) {
        for (let at = column; at < column + repeated; at++) table.setCell(copy, at, html)
      }
      if (isRowHidden) table.hideRow(copy)
    }
    table.row += repeatedRows
  }

  #endTable(): void {
    if (this.#table?.isHidden) this.#parts.hidden.addSheet()
    else if (this.#table) this.sheets.push(this.#table.sheet)
    this.#table = null
  }

  #openCell(attributes: XmlAttributes, isCovered: boolean): void {
    const { column = 0, columnStyles = [], rowStyle, isProtected = false } = this.#table ?? {}
    const ofColumn = columnStyles.findLast(({ from }) => from <= column)?.style
    const look = this.#parts.looks.cell(attributes['table:style-name'] ?? rowStyle ?? ofColumn, isProtected)
    this.#cell = { attributes, paragraphs: [], isCovered, looks: [look] }
  }

  #endCell(): void {
    const [table, ended] = [this.#table, this.#cell]
    this.#cell = null
    if (!table || !ended) return
    const { attributes, isCovered } = ended
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    const html = this.#cellHtml(ended)
    if (html !== '' && !isCovered && table.column < maxColumns)
      table.cells.push({ column: table.column, repeated: Math.min(repeated, maxColumns - table.column), html })
    const [columns, rows] = [attributes['table:number-columns-spanned'], attributes['table:number-rows-spanned']]
    if (columns !== undefined || rows !== undefined) {
      const span = { columns: countOf(columns, maxColumns), rows: countOf(rows, maxRows) }
      table.merge({ row: table.row, column: table.column, ...span })
    }
    table.column += repeated
  }

  /** Returns the text of the cell, or its value if it has no text. */
  #cellHtml({ attributes, paragraphs, looks: [look] }: OpenCell): string {
    const { looks, meter } = this.#parts
    const shown = paragraphs
      .map((pieces) => paragraphHtml(pieces, meter))
      .filter(Boolean)
      .join('<br>')
    const value = statedValue(attributes)
    const isLost = shown === '' && value !== '' && look !== undefined && looks.isInvisible(look)
    return shown === '' && !isLost && paragraphs.length === 0 ? textHtml(value, meter) : shown
  }

  #openSpan(attributes: XmlAttributes): void {
    const around = this.#cell?.looks.at(-1)
    if (around) this.#cell?.looks.push(this.#parts.looks.span(attributes['text:style-name'], around))
  }

  #link(href: string | null): void {
    this.#href = href
  }

  #endParagraph(): void {
    if (this.#paragraph) this.#cell?.paragraphs.push(this.#paragraph)
    this.#paragraph = null
  }

  #addText(text: string): void {
    const { looks, hidden } = this.#parts
    const look = this.#cell?.looks.at(-1)
    if (look && looks.isInvisible(look)) {
      hidden.add(text)
      return
    }
    const last = this.#paragraph?.at(-1)
    if (last && last.href === this.#href) last.text += text
    else this.#paragraph?.push({ text, href: this.#href })
  }
}

function paragraphHtml(pieces: readonly Piece[], meter: DocumentMeter): string {
  return pieces
    .map(({ text, href }) => {
      if (href === null) return textHtml(text, meter)
      meter.text(text + href)
      return linkHtml(escapeHtml(text), href)
    })
    .join('')
    .trim()
}

const skippedElements = new Set(['office:annotation', 'table:tracked-changes', 'table:shapes', 'draw:frame', 'draw:g'])

function isHidden(attributes: XmlAttributes): boolean {
  return /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')
}

/** Returns the value of a cell without text. */
function statedValue(attributes: XmlAttributes): string {
  for (const name of [
    'office:string-value',
    'office:date-value',
    'office:time-value',
    'office:boolean-value',
    'office:value',
  ]) {
    if (attributes[name] !== undefined) return attributes[name]
  }
  return ''
}

/** At least 1. */
function countOf(text: string | undefined, max: number): number {
  const count = Number.parseInt(text ?? '1', 10)
  return count > 1 ? Math.min(count, max) : 1
}
