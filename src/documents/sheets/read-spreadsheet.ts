/** Reads the content of an OpenDocument spreadsheet as a stream: cells as displayed, merged cells, links. */

import type { Comments } from '../converted/comments.ts'
import type { ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { Notes } from '../converted/flow/notes.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { linkHtml, textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, isXmlElement, readTrees, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { markComment } from './cell-comments.ts'
import { hyperlinkOf, openFormulaText } from './formulas.ts'
import type { OdsCellLook, OdsLooks } from './ods-looks.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'

interface OpenTable {
  sheet: Sheet
  isHidden: boolean
  row: number
  column: number
  columns: number
  repeatedRows: number
  /** Filled cells of the open row, each with the number of times that it is repeated. */
  cells: { column: number; repeated: number; html: string }[]
  isRowHidden: boolean
  /** Default cell styles of the row and of each column. */
  rowStyle: string | undefined
  columnStyles: { from: number; style: string | undefined }[]
}

/** Text of a paragraph and its link. */
interface Piece {
  text: string
  href: string | null
}

interface SpreadsheetParts extends ReadOptions {
  looks: OdsLooks
  hidden: DroppedText
  meter: DocumentMeter
  comments: Comments
  notes: Notes
  /** Returns the HTML of an embedded chart or sheet. */
  objectHtml(object: XmlElement): string
}

interface Spreadsheet {
  /** The sheets to read by number, in document order. */
  sheets: Map<number, Sheet>
  /** Number of sheets that aren't hidden. */
  pageCount: number
}

/** Throws invalid_response for a document that is too large. */
export function readSpreadsheet(xml: string, parts: SpreadsheetParts): Spreadsheet {
  const reader = new SpreadsheetReader(parts)
  readTrees(xml, reader)
  return reader
}

/** Elements that aren't part of a cell's content: comments, drawings. */
const leftOut = new Set(['office:annotation', 'draw:frame', 'draw:g'])
const trees = new Set(['table:table-cell', 'table:covered-table-cell', 'table:tracked-changes', 'table:shapes'])

class SpreadsheetReader {
  readonly sheets = new Map<number, Sheet>()
  pageCount = 0
  readonly #parts: SpreadsheetParts
  #table: OpenTable | null = null

  constructor(parts: SpreadsheetParts) {
    this.#parts = parts
  }

  open(name: string, attributes: XmlAttributes): boolean {
    if (name === 'table:table') this.#openTable(attributes)
    else if (this.#table && name === 'table:table-column') this.#addColumns(this.#table, attributes)
    else if (this.#table && name === 'table:table-row') this.#openRow(this.#table, attributes)
    return trees.has(name)
  }

  close(name: string): void {
    if (this.#table && name === 'table:table-row') this.#endRow(this.#table)
    else if (this.#table && name === 'table:table') this.#endTable(this.#table)
  }

  tree(element: XmlElement): void {
    if (this.#table && element.name.endsWith('-cell')) this.#addCell(this.#table, element)
    if (this.#table && element.name !== 'table:tracked-changes') this.#addBoxes(this.#table.sheet, element)
  }

  #openTable(attributes: XmlAttributes): void {
    const isHidden = this.#parts.looks.isHiddenTable(attributes['table:style-name'])
    if (!isHidden && !this.#parts.includesPage(++this.pageCount)) return
    const sheet = new Sheet(attributes['table:name'] ?? '', this.#parts.meter)
    this.#table = {
      ...{ sheet, isHidden, row: 0, column: 0, columns: 0, repeatedRows: 1, cells: [], isRowHidden: false },
      ...{ rowStyle: undefined, columnStyles: [] },
    }
  }

  #addColumns(table: OpenTable, attributes: XmlAttributes): void {
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    const isFlat = this.#parts.looks.isFlat('table-column', attributes['table:style-name'])
    if (isFlat || isHidden(attributes)) table.sheet.hideColumns(table.columns, table.columns + repeated - 1)
    if (table.columnStyles.length < maxColumns)
      table.columnStyles.push({ from: table.columns, style: attributes['table:default-cell-style-name'] })
    table.columns += repeated
  }

  #openRow(table: OpenTable, attributes: XmlAttributes): void {
    table.repeatedRows = countOf(attributes['table:number-rows-repeated'], maxRows)
    table.isRowHidden = isHidden(attributes) || this.#parts.looks.isFlat('table-row', attributes['table:style-name'])
    table.rowStyle = attributes['table:default-cell-style-name']
    table.column = 0
    table.cells = []
  }

  #endRow(table: OpenTable): void {
    const { row, cells, repeatedRows, isRowHidden } = table
    const rows = Math.min(repeatedRows, maxRows - row)
    for (const { repeated, html } of cells) this.#parts.meter.copies(html, Math.max(0, rows * repeated - 1))
    for (let copy = row; cells.length > 0 && copy < row + rows; copy++) {
      for (const { column, repeated, html } of cells) {
        for (let at = column; at < column + repeated; at++) table.sheet.setCell(copy, at, html)
      }
      if (isRowHidden) table.sheet.hideRow(copy)
    }
    table.row += repeatedRows
  }

  #endTable({ sheet, isHidden }: OpenTable): void {
    if (isHidden) this.#parts.hidden.addSheet()
    else this.sheets.set(this.pageCount, sheet)
    this.#table = null
  }

  #addCell(table: OpenTable, cell: XmlElement): void {
    const { attributes } = cell
    const { row, column } = table
    const ofColumn = table.columnStyles.findLast(({ from }) => from <= column)?.style
    const style = attributes['table:style-name'] ?? table.rowStyle ?? ofColumn
    const html = this.#cellHtml(cell, this.#parts.looks.cell(style))
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    if (html !== '' && cell.name === 'table:table-cell' && column < maxColumns)
      table.cells.push({ column, repeated: Math.min(repeated, maxColumns - column), html })
    for (const annotation of childrenOf(cell, 'office:annotation')) {
      const author = xmlText(childOf(annotation, 'dc:creator'))
      const html = `<p>${this.#linesHtml(annotation, this.#parts.looks.cell(undefined))}</p>`
      markComment(table.sheet, { row, column, author, html }, this.#parts)
    }
    const columns = countOf(attributes['table:number-columns-spanned'], maxColumns)
    table.sheet.merge({ row, column, columns, rows: countOf(attributes['table:number-rows-spanned'], maxRows) })
    table.column += repeated
  }

  #addBoxes(sheet: Sheet, around: XmlElement): void {
    for (const shape of childrenOf(around)) {
      if (!shape.name.startsWith('draw:')) continue
      const html = this.#linesHtml(shape, this.#parts.looks.cell(undefined))
      if (html !== '') sheet.drawings.push(`<p>${html}</p>`)
      if (shape.name === 'draw:object') sheet.drawings.push(this.#parts.objectHtml(shape))
      this.#addBoxes(sheet, shape)
    }
  }

  /** Returns the text of the cell or, if it has no text, its value or, if that isn't stored, its formula. */
  #cellHtml(cell: XmlElement, look: OdsCellLook): string {
    const { looks, meter } = this.#parts
    const { 'table:formula': formula, ...stated } = cell.attributes
    const link = hyperlinkOf(openFormulaText(formula))
    const html = this.#textHtml(cell, look)
    const own =
      html === '' && stated['office:value-type'] === undefined && !looks.isInvisible(look) ? formula : undefined
    const shown = own === undefined ? html : textHtml(link?.text ?? openFormulaText(own), meter)
    return link && !/<a(?:rea)? /.test(shown) ? linkHtml(shown, link.href) : shown
  }

  #textHtml(cell: XmlElement, look: OdsCellLook): string {
    const { looks, meter } = this.#parts
    if (childOf(cell, 'text:p')) return this.#linesHtml(cell, look)
    return looks.isInvisible(look) ? '' : textHtml(statedValue(cell.attributes), meter)
  }

  #linesHtml(element: XmlElement, look: OdsCellLook): string {
    const lines = childrenOf(element, 'text:p').map((paragraph) => {
      const pieces: Piece[] = []
      this.#readPieces(paragraph, look, null, pieces)
      return paragraphHtml(pieces, this.#parts.meter)
    })
    return lines.filter(Boolean).join('<br>')
  }

  #readPieces(element: XmlElement, look: OdsCellLook, href: string | null, pieces: Piece[]): void {
    const { looks } = this.#parts
    for (const child of element.children) {
      if (!isXmlElement(child)) this.#addText(child.replace(/\s+/g, ' '), look, href, pieces)
      else if (child.name === 'text:s')
        pieces.push({ text: ' '.repeat(countOf(child.attributes['text:c'], 100)), href })
      else if (child.name === 'text:tab') pieces.push({ text: ' ', href })
      else if (child.name === 'text:line-break') pieces.push({ text: '\n', href })
      else if (!leftOut.has(child.name)) {
        const own = child.name === 'text:span' ? looks.span(child.attributes['text:style-name'], look) : look
        this.#readPieces(child, own, child.name === 'text:a' ? (child.attributes['xlink:href'] ?? null) : href, pieces)
      }
    }
  }

  #addText(text: string, look: OdsCellLook, href: string | null, pieces: Piece[]): void {
    if (this.#parts.looks.isInvisible(look)) this.#parts.hidden.add(text)
    else pieces.push({ text, href })
  }
}

/** Adjacent pieces with the same link are written as one, because a URL may span several pieces. */
function paragraphHtml(pieces: readonly Piece[], meter: DocumentMeter): string {
  const joined: Piece[] = []
  for (const { text, href } of pieces) {
    const last = joined.at(-1)
    if (last?.href === href) last.text += text
    else joined.push({ text, href })
  }
  const parts = joined.map(({ text, href }) => {
    if (href === null) return textHtml(text, meter)
    meter.text(text + href)
    return linkHtml(escapeHtml(text), href)
  })
  return parts.join('').trim()
}

function isHidden(attributes: XmlAttributes): boolean {
  return /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')
}

const values = ['string', 'date', 'time', 'boolean'].map((name) => `office:${name}-value`)

/** Returns the value of a cell without text. */
function statedValue(attributes: XmlAttributes): string {
  const name = [...values, 'office:value'].find((one) => attributes[one] !== undefined)
  return attributes[name ?? ''] ?? ''
}

/** At least 1. */
function countOf(text: string | undefined, max: number): number {
  const count = Number.parseInt(text ?? '1', 10)
  return count > 1 ? Math.min(count, max) : 1
}
