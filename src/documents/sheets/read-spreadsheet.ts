/** Reads the content of an OpenDocument spreadsheet as it comes: cells as they are shown, merged cells, links. */

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
  /** Columns that were declared. */
  columns: number
  repeatedRows: number
  /** Of the row that is open: the filled cells, each as often as it stands there. */
  cells: { column: number; repeated: number; html: string }[]
  isRowHidden: boolean
  isProtected: boolean
  /** Styles of cells that name none: of the row, and by column. */
  rowStyle: string | undefined
  columnStyles: { from: number; style: string | undefined }[]
}

/** Text of a paragraph, and where it leads. */
interface Piece {
  text: string
  href: string | null
}

interface OpenCell {
  attributes: XmlAttributes
  paragraphs: Piece[][]
  /** Another cell covers it: what it holds is not shown. */
  isCovered: boolean
  /** Of the cell, and of the spans that are open. */
  looks: OdsCellLook[]
}

/** In the order of the document. Throws invalid_response for one that is too large. */
export function readSpreadsheet(
  xml: string,
  { looks, hidden, meter }: { looks: OdsLooks; hidden: DroppedText; meter: DocumentMeter },
): Sheet[] {
  const sheets: Sheet[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let table: OpenTable | null = null
  let cell: OpenCell | null = null
  let paragraph: Piece[] | null = null
  let href: string | null = null
  /** Elements whose content is not the cell's own: comments, drawings, tables within cells, what was deleted. */
  let skipped = 0

  function openCell(attributes: XmlAttributes, isCovered: boolean): void {
    const { column = 0, columnStyles = [], rowStyle, isProtected = false } = table ?? {}
    const ofColumn = columnStyles.findLast(({ from }) => from <= column)?.style
    const look = looks.cell(attributes['table:style-name'] ?? rowStyle ?? ofColumn, isProtected)
    cell = { attributes, paragraphs: [], isCovered, looks: [look] }
  }

  function addText(text: string): void {
    const look = cell?.looks.at(-1)
    if (look && looks.isInvisible(look)) {
      hidden.add(text)
      return
    }
    const last = paragraph?.at(-1)
    if (last && last.href === href) last.text += text
    else paragraph?.push({ text, href })
  }

  const opened = new Map<string, (attributes: XmlAttributes) => void>(
    Object.entries({
      'style:style'(attributes: XmlAttributes) {
        style = attributes['style:name'] ?? ''
      },
      'style:table-properties'(attributes: XmlAttributes) {
        if (attributes['table:display'] === 'false') hiddenStyles.add(style)
      },
      'table:table'(attributes: XmlAttributes) {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
        const builder = createSheet(attributes['table:name'] ?? '', meter)
        table = {
          ...{ ...builder, isHidden, row: 0, column: 0, columns: 0, repeatedRows: 1, cells: [], isRowHidden: false },
          ...{ isProtected: attributes['table:protected'] === 'true', rowStyle: undefined, columnStyles: [] },
        }
      },
      'table:table-column'(attributes: XmlAttributes) {
        if (!table) return
        const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
        const isFlat = looks.isFlat('table-column', attributes['table:style-name'])
        if (isFlat || isHidden(attributes)) table.hideColumns(table.columns, table.columns + repeated - 1)
        if (table.columnStyles.length < maxColumns)
          table.columnStyles.push({ from: table.columns, style: attributes['table:default-cell-style-name'] })
        table.columns += repeated
      },
      'table:table-row'(attributes: XmlAttributes) {
        if (!table) return
        table.repeatedRows = countOf(attributes['table:number-rows-repeated'], maxRows)
        table.isRowHidden = isHidden(attributes) || looks.isFlat('table-row', attributes['table:style-name'])
        table.rowStyle = attributes['table:default-cell-style-name']
        table.column = 0
        table.cells = []
      },
      'table:table-cell'(attributes: XmlAttributes) {
        openCell(attributes, false)
      },
      'table:covered-table-cell'(attributes: XmlAttributes) {
        openCell(attributes, true)
      },
      'text:span'(attributes: XmlAttributes) {
        const around = cell?.looks.at(-1)
        if (around) cell?.looks.push(looks.span(attributes['text:style-name'], around))
      },
      'text:p'() {
        paragraph = cell ? [] : null
      },
      'text:s': (attributes: XmlAttributes) => addText(' '.repeat(countOf(attributes['text:c'], 100))),
      'text:tab': () => addText(' '),
      'text:line-break': () => addText('\n'),
      'text:a'(attributes: XmlAttributes) {
        href = attributes['xlink:href'] ?? null
      },
    }),
  )

  function endCell(): void {
    const ended = cell
    cell = null
    if (!table || !ended) return
    const { attributes, paragraphs, isCovered } = ended
    const repeated = countOf(attributes['table:number-columns-repeated'], maxColumns)
    const shown = paragraphs
      .map((pieces) => paragraphHtml(pieces, meter))
      .filter(Boolean)
      .join('<br>')
    const [look] = ended.looks
    const value = statedValue(attributes)
    const isLost = shown === '' && value !== '' && look !== undefined && looks.isInvisible(look)
    const html = shown === '' && !isLost && paragraphs.length === 0 ? textHtml(value, meter) : shown
    if (html !== '' && !isCovered && table.column < maxColumns)
      table.cells.push({ column: table.column, repeated: Math.min(repeated, maxColumns - table.column), html })
    const [columns, rows] = [attributes['table:number-columns-spanned'], attributes['table:number-rows-spanned']]
    if (columns !== undefined || rows !== undefined) {
      const span = { columns: countOf(columns, maxColumns), rows: countOf(rows, maxRows) }
      table.merge({ row: table.row, column: table.column, ...span })
    }
    table.column += repeated
  }

  function endRow(): void {
    if (!table) return
    const { row, cells, repeatedRows, isRowHidden } = table
    const rows = Math.min(repeatedRows, maxRows - row)
    for (const { repeated, html } of cells) meter.copies(html, Math.max(0, rows * repeated - 1))
    for (let copy = row; cells.length > 0 && copy < row + rows; copy++) {
      for (const { column, repeated, html } of cells) {
        for (let at = column; at < column + repeated; at++) table.setCell(copy, at, html)
      }
      if (isRowHidden) table.hideRow(copy)
    }
    table.row += repeatedRows
  }

  function endTable(): void {
    if (table?.isHidden) hidden.addSheet()
    else if (table) sheets.push(table.sheet)
    table = null
  }

  const closed = new Map<string, () => void>(
    Object.entries({
      'table:table': endTable,
      'table:table-row': endRow,
      'table:table-cell': endCell,
      'table:covered-table-cell': endCell,
      'text:p'() {
        if (paragraph) cell?.paragraphs.push(paragraph)
        paragraph = null
      },
      'text:span'() {
        cell?.looks.pop()
      },
      'text:a'() {
        href = null
      },
    }),
  )

  readXml(xml, {
    open(name, attributes) {
      if (skipped > 0 || skippedElements.has(name) || (name === 'table:table' && cell !== null)) skipped++
      else opened.get(name)?.(attributes)
    },
    close(name) {
      if (skipped > 0) skipped--
      else closed.get(name)?.()
    },
    text(data) {
      if (skipped === 0 && paragraph) addText(data.replace(/\s+/g, ' '))
    },
  })
  return sheets
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

/** What a cell holds whose text was not written. */
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
