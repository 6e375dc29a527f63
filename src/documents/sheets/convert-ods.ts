/** Converts OpenDocument spreadsheets to HTML: each visible sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import type { Converter } from '../converted/converted-document.ts'
import { type Grounds, white } from '../converted/hidden-text.ts'
import { escapeHtml, linkHtml, textHtml } from '../converted/write-html.ts'
import { OpenDocument, tableObjectHtml } from '../odt/open-document.ts'
import { repetitionsOf } from '../odt/styles.ts'
import { inherited, isInvisibleText, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import { officeProperties } from '../office/parts/properties.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, isXmlElement, readTrees, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { addHeaders } from './cell-text.ts'
import { hyperlinkOf, openFormulaText } from './formulas.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'
import { Workbook } from './workbook.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the document is broken, locked or too large. */
export const convertOds: Converter = async ({ body }, meter, options) => {
  const document = new OpenDocument(body, meter)
  const workbook = new Workbook(meter, options)
  addHeaders(document, workbook.hidden)
  readTrees(document.xml, new SpreadsheetReader(document, workbook))
  return workbook.end(officeProperties(document.archive))
}

interface OdsCellLook {
  text: XmlAttributes
  grounds: Grounds
  /** True if none of the cell's text is shown. */
  isHidden: boolean
}

const minPoints = 2
const minColumnPoints = 0.75

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
  #table: OpenTable | null = null

  constructor(document: OpenDocument, workbook: Workbook) {
    this.#document = document
    this.#workbook = workbook
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
    const look = this.#document.styles.of('table', attributes['table:style-name'], 'table')
    this.#table = null
    if (!this.#workbook.takes(look['table:display'] === 'false')) return
    const sheet = new Sheet(attributes['table:name'] ?? '', this.#document.meter)
    this.#table = {
      ...{ sheet, row: 0, column: 0, columns: 0, repeatedRows: 1, cells: [], isRowHidden: false },
      ...{ rowStyle: undefined, columnStyles: [] },
    }
  }

  #addColumns(table: OpenTable, attributes: XmlAttributes): void {
    const repeated = repetitionsOf(attributes['table:number-columns-repeated'], maxColumns)
    const isFlat = this.#isFlat('table-column', attributes['table:style-name'])
    if (isFlat || isHidden(attributes)) table.sheet.hideColumns(table.columns, table.columns + repeated - 1)
    if (table.columnStyles.length < maxColumns)
      table.columnStyles.push({ from: table.columns, style: attributes['table:default-cell-style-name'] })
    table.columns += repeated
  }

  #openRow(table: OpenTable, attributes: XmlAttributes): void {
    table.repeatedRows = repetitionsOf(attributes['table:number-rows-repeated'], maxRows)
    table.isRowHidden = isHidden(attributes) || this.#isFlat('table-row', attributes['table:style-name'])
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
    const html = this.#cellHtml(cell, this.#cellLook(style))
    const repeated = repetitionsOf(attributes['table:number-columns-repeated'], maxColumns)
    if (html !== '' && cell.name === 'table:table-cell' && column < maxColumns)
      table.cells.push({ column, repeated: Math.min(repeated, maxColumns - column), html })
    for (const annotation of childrenOf(cell, 'office:annotation')) {
      const author = xmlText(childOf(annotation, 'dc:creator'))
      const html = `<p>${this.#linesHtml(annotation, this.#cellLook(undefined))}</p>`
      this.#workbook.mark(table.sheet, { row, column, author, html })
    }
    const columns = repetitionsOf(attributes['table:number-columns-spanned'], maxColumns)
    table.sheet.merge({ row, column, columns, rows: repetitionsOf(attributes['table:number-rows-spanned'], maxRows) })
    table.column += repeated
  }

  #addBoxes(sheet: Sheet, around: XmlElement): void {
    for (const shape of childrenOf(around)) {
      if (!shape.name.startsWith('draw:')) continue
      const html = this.#linesHtml(shape, this.#cellLook(undefined))
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
    const isInvisible = this.#isInvisible(look)
    const value = childOf(cell, 'text:p') || isInvisible ? '' : textHtml(statedValue(stated), this.#document.meter)
    const html = value || this.#linesHtml(cell, look)
    const hasResult = html !== '' || stated['office:value-type'] !== undefined || isInvisible
    const own = hasResult ? undefined : formula
    const shown = own === undefined ? html : textHtml(link?.text ?? openFormulaText(own), this.#document.meter)
    return link && !/<a(?:rea)? /.test(shown) ? linkHtml(shown, link.href) : shown
  }

  #linesHtml(element: XmlElement, look: OdsCellLook): string {
    const { meter } = this.#document
    const lines = childrenOf(element, 'text:p').map((paragraph) => {
      const pieces: Piece[] = []
      this.#readPieces(paragraph, look, null, pieces)
      const parts = pieces.map(({ text, href }) => {
        if (href === null) return textHtml(text, meter)
        meter.text(text + href)
        return linkHtml(escapeHtml(text), href)
      })
      return parts.join('').trim()
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
        if (this.#isInvisible(look)) this.#workbook.hidden.add(text)
        else add(text)
      } else if (child.name === 'text:s') add(' '.repeat(repetitionsOf(child.attributes['text:c'], 100)))
      else if (child.name === 'text:tab') add(' ')
      else if (child.name === 'text:line-break') add('\n')
      else if (!leftOut.has(child.name)) {
        // Without a style, a span looks like its cell.
        const style = child.name === 'text:span' ? child.attributes['text:style-name'] : undefined
        const text = inherited(look.text, this.#document.styles.of('text', style, 'text'))
        this.#readPieces(
          child,
          { ...look, text },
          child.name === 'text:a' ? (child.attributes['xlink:href'] ?? null) : href,
          pieces,
        )
      }
    }
  }

  #cellLook(name: string | undefined): OdsCellLook {
    const { styles } = this.#document
    const cell = styles.of('table-cell', name, 'table-cell')
    const text = inherited(styles.defaultOf('table-cell', 'text'), styles.of('table-cell', name, 'text'))
    // Conditional formatting may apply another style.
    const grounds = styles.hasConditions('table-cell', name) ? [null] : odfGroundsOf(cell, [white])
    const format = styles.stated('table-cell', name, 'style:data-style-name') ?? ''
    return { text, grounds, isHidden: styles.emptyFormats.has(format) }
  }

  #isInvisible({ text, grounds, isHidden }: OdsCellLook): boolean {
    return isHidden || isInvisibleText(text, grounds)
  }

  #isFlat(family: 'table-row' | 'table-column', name: string | undefined): boolean {
    const properties = this.#document.styles.of(family, name, family)
    const size = points(properties[family === 'table-row' ? 'style:row-height' : 'style:column-width'])
    return size !== null && size < (family === 'table-row' ? minPoints : minColumnPoints)
  }
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
