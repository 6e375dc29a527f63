/** Converts OpenDocument spreadsheets to HTML: each visible sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { linkHtml, textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { OpenDocument, tableObjectHtml } from '../odt/open-document.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import {
  childOf,
  childrenOf,
  elementsIn,
  isXmlElement,
  readTrees,
  type XmlElement,
  type XmlNode,
  xmlText,
} from '../office/xml/xml-tree.ts'
import { hyperlinkOf, openFormulaText } from './formulas.ts'
import { type OdsCellLook, OdsLooks } from './ods-looks.ts'
import { addPrinted } from './rich-text.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'
import { Workbook } from './workbook.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the document is broken, locked or too large. */
export async function convertOds(
  { body }: Page,
  meter: DocumentMeter,
  options: ReadOptions,
): Promise<ConvertedDocument> {
  const document = new OpenDocument(body, meter)
  const workbook = new Workbook(meter, options)
  addHeaders(document, workbook.hidden)
  readTrees(document.xml, new SpreadsheetReader(document, workbook))
  return workbook.end(openDocumentProperties(document.archive))
}

/** Adds the headers and footers of the pages on which sheets are printed. */
function addHeaders({ pageStyles, xml }: OpenDocument, hidden: DroppedText): void {
  const used = new Set([...xml.matchAll(/\sstyle:master-page-name="([^"]*)"/g)].map(([, name]) => name))
  const pages = [...elementsIn(pageStyles, 'style:master-page')]
  const parts = pages.flatMap((page) => (used.has(page.attributes['style:name']) ? childrenOf(page) : []))
  for (const part of parts) {
    if (!/^style:(?:header|footer)/.test(part.name) || part.attributes['style:display'] === 'false') continue
    for (const line of elementsIn(part, 'text:p')) addPrinted(codedText(line), hidden)
  }
}

const fields: Readonly<Record<string, string>> = { 'page-number': '&P', 'page-count': '&N', s: ' ', tab: ' ' }

/** Returns text with the codes that Excel has for page numbers. */
function codedText(node: XmlNode): string {
  if (!isXmlElement(node)) return node.replaceAll('&', '&&')
  const kind = node.name.replace('text:', '')
  const isField = /^(?:sheet-name|date|time|title|file-name)$/.test(kind)
  return fields[kind] ?? (isField ? '' : node.children.map(codedText).join(''))
}

interface OpenTable {
  sheet: Sheet
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

/** Elements that aren't part of a cell's content: comments, drawings. */
const leftOut = new Set(['office:annotation', 'draw:frame', 'draw:g'])
const trees = new Set(['table:table-cell', 'table:covered-table-cell', 'table:tracked-changes', 'table:shapes'])

/** Reads the content as a stream: cells as displayed, merged cells, links. */
class SpreadsheetReader {
  readonly #document: OpenDocument
  readonly #workbook: Workbook
  readonly #looks: OdsLooks
  #table: OpenTable | null = null

  constructor(document: OpenDocument, workbook: Workbook) {
    this.#document = document
    this.#workbook = workbook
    this.#looks = new OdsLooks(document.styles)
  }

  open(name: string, attributes: XmlAttributes): boolean {
    if (name === 'table:table') this.#openTable(attributes)
    else if (this.#table && name === 'table:table-column') this.#addColumns(this.#table, attributes)
    else if (this.#table && name === 'table:table-row') this.#openRow(this.#table, attributes)
    return trees.has(name)
  }

  close(name: string): void {
    if (!this.#table) return
    if (name === 'table:table-row') this.#endRow(this.#table)
    else if (name === 'table:table') {
      this.#workbook.add(this.#table.sheet)
      this.#table = null
    }
  }

  tree(element: XmlElement): void {
    if (this.#table && element.name.endsWith('-cell')) this.#addCell(this.#table, element)
    if (this.#table && element.name !== 'table:tracked-changes') this.#addBoxes(this.#table.sheet, element)
  }

  #openTable(attributes: XmlAttributes): void {
    if (!this.#workbook.takes(this.#looks.isHiddenTable(attributes['table:style-name']))) return
    const sheet = new Sheet(attributes['table:name'] ?? '', this.#document.meter)
    this.#table = {
      ...{ sheet, row: 0, column: 0, columns: 0, repeatedRows: 1, cells: [], isRowHidden: false },
      ...{ rowStyle: undefined, columnStyles: [] },
    }
  }

  #addColumns(table: OpenTable, attributes: XmlAttributes): void {
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    const isFlat = this.#looks.isFlat('table-column', attributes['table:style-name'])
    if (isFlat || isHidden(attributes)) table.sheet.hideColumns(table.columns, table.columns + repeated - 1)
    if (table.columnStyles.length < maxColumns)
      table.columnStyles.push({ from: table.columns, style: attributes['table:default-cell-style-name'] })
    table.columns += repeated
  }

  #openRow(table: OpenTable, attributes: XmlAttributes): void {
    table.repeatedRows = countOf(attributes['table:number-rows-repeated'], maxRows)
    table.isRowHidden = isHidden(attributes) || this.#looks.isFlat('table-row', attributes['table:style-name'])
    table.rowStyle = attributes['table:default-cell-style-name']
    table.column = 0
    table.cells = []
  }

  #endRow(table: OpenTable): void {
    const { row, cells, repeatedRows, isRowHidden } = table
    const rows = Math.min(repeatedRows, maxRows - row)
    for (const { repeated, html } of cells) this.#document.meter.copies(html, Math.max(0, rows * repeated - 1))
    for (let copy = row; cells.length > 0 && copy < row + rows; copy++) {
      for (const { column, repeated, html } of cells) {
        for (let at = column; at < column + repeated; at++) table.sheet.setCell(copy, at, html)
      }
      if (isRowHidden) table.sheet.hideRow(copy)
    }
    table.row += repeatedRows
  }

  #addCell(table: OpenTable, cell: XmlElement): void {
    const { attributes } = cell
    const { row, column } = table
    const ofColumn = table.columnStyles.findLast(({ from }) => from <= column)?.style
    const style = attributes['table:style-name'] ?? table.rowStyle ?? ofColumn
    const html = this.#cellHtml(cell, this.#looks.cell(style))
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    if (html !== '' && cell.name === 'table:table-cell' && column < maxColumns)
      table.cells.push({ column, repeated: Math.min(repeated, maxColumns - column), html })
    for (const annotation of childrenOf(cell, 'office:annotation')) {
      const author = xmlText(childOf(annotation, 'dc:creator'))
      const html = `<p>${this.#linesHtml(annotation, this.#looks.cell(undefined))}</p>`
      this.#workbook.mark(table.sheet, { row, column, author, html })
    }
    const columns = countOf(attributes['table:number-columns-spanned'], maxColumns)
    table.sheet.merge({ row, column, columns, rows: countOf(attributes['table:number-rows-spanned'], maxRows) })
    table.column += repeated
  }

  #addBoxes(sheet: Sheet, around: XmlElement): void {
    for (const shape of childrenOf(around)) {
      if (!shape.name.startsWith('draw:')) continue
      const html = this.#linesHtml(shape, this.#looks.cell(undefined))
      if (html !== '') sheet.drawings.push(`<p>${html}</p>`)
      const object = shape.name === 'draw:object' && this.#document.objectTree(shape)
      const isCopy = Boolean(shape.attributes['draw:notify-on-update-of-ranges'])
      if (object) sheet.drawings.push(tableObjectHtml(object, this.#document.meter, isCopy))
      this.#addBoxes(sheet, shape)
    }
  }

  /** Returns the text of the cell or, if it has no text, its value or, if that isn't stored, its formula. */
  #cellHtml(cell: XmlElement, look: OdsCellLook): string {
    const { 'table:formula': formula, ...stated } = cell.attributes
    const link = hyperlinkOf(openFormulaText(formula))
    const html = this.#textHtml(cell, look)
    const hasResult = html !== '' || stated['office:value-type'] !== undefined || this.#looks.isInvisible(look)
    const own = hasResult ? undefined : formula
    const shown = own === undefined ? html : textHtml(link?.text ?? openFormulaText(own), this.#document.meter)
    return link && !/<a(?:rea)? /.test(shown) ? linkHtml(shown, link.href) : shown
  }

  #textHtml(cell: XmlElement, look: OdsCellLook): string {
    if (childOf(cell, 'text:p')) return this.#linesHtml(cell, look)
    return this.#looks.isInvisible(look) ? '' : textHtml(statedValue(cell.attributes), this.#document.meter)
  }

  #linesHtml(element: XmlElement, look: OdsCellLook): string {
    const lines = childrenOf(element, 'text:p').map((paragraph) => {
      const pieces: Piece[] = []
      this.#readPieces(paragraph, look, null, pieces)
      return pieces
        .map((piece) => pieceHtml(piece, this.#document.meter))
        .join('')
        .trim()
    })
    return lines.filter(Boolean).join('<br>')
  }

  /** Adjacent pieces with the same link become one, because a URL may span several of them. */
  #readPieces(element: XmlElement, look: OdsCellLook, href: string | null, pieces: Piece[]): void {
    const add = (text: string) => {
      const last = pieces.at(-1)
      if (last?.href === href) last.text += text
      else pieces.push({ text, href })
    }
    for (const child of element.children) {
      if (!isXmlElement(child)) {
        const text = child.replace(/\s+/g, ' ')
        if (this.#looks.isInvisible(look)) this.#workbook.hidden.add(text)
        else add(text)
      } else if (child.name === 'text:s') add(' '.repeat(countOf(child.attributes['text:c'], 100)))
      else if (child.name === 'text:tab') add(' ')
      else if (child.name === 'text:line-break') add('\n')
      else if (!leftOut.has(child.name)) {
        const own = child.name === 'text:span' ? this.#looks.span(child.attributes['text:style-name'], look) : look
        this.#readPieces(child, own, child.name === 'text:a' ? (child.attributes['xlink:href'] ?? null) : href, pieces)
      }
    }
  }
}

function pieceHtml({ text, href }: Piece, meter: DocumentMeter): string {
  if (href === null) return textHtml(text, meter)
  meter.text(text + href)
  return linkHtml(escapeHtml(text), href)
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
