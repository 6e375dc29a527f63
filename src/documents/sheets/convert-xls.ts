/** Converts Excel's binary workbooks (.xls, .xlsb) to HTML: each visible sheet under its name. @see MS-XLS, MS-XLSB */

import { type CellObject, CFB, type DenseWorkSheet, read, utils, type WorkBook } from '@e965/xlsx'
import { getFormatFromId } from 'numfmt'
import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import { brokenDocument, type DocumentMeter, lockedDocument } from '../converted/document-meter.ts'
import { textHtml } from '../converted/write-html.ts'
import { formattedText } from '../office/parts/number-formats.ts'
import { noteText } from './cell-text.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'
import { Workbook } from './workbook.ts'
import { addXlsbHeaders, xlsDrawings } from './xls-drawings.ts'

/** Returns the HTML of the drawings of a sheet of an .xlsb file, and its records. `id`: the id of the sheet's relation. */
type PartsOfSheet = (id: string, workbook: Workbook) => { drawings: readonly string[]; part: Uint8Array | null }

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export async function convertXls(
  { body }: Page,
  meter: DocumentMeter,
  options: ReadOptions,
  partsOf?: PartsOfSheet,
): Promise<ConvertedDocument> {
  const { data, stream } = openWorkbook(body)
  const { SheetNames: names, Workbook: { Sheets: states = [], WBProps } = {} } = data
  const shown = names.filter((_, at) => !states[at]?.Hidden)
  const workbook = new Workbook(meter, options, shown)
  const drawingsOf = stream && xlsDrawings(stream, workbook)
  for (const [at, name] of names.entries()) {
    const cells = data.Sheets[name] as DenseWorkSheet | undefined
    if (!cells || !['sheet', 'chart', undefined].includes(cells['!type'])) continue
    if (!workbook.takes(Boolean(states[at]?.Hidden))) continue
    const sheet = new Sheet(name, meter)
    readCells(sheet, cells, workbook, WBProps?.date1904 === true)
    const { drawings, part } = partsOf?.((states[at] as { id?: string }).id ?? '', workbook) ?? {}
    sheet.drawings.push(...(drawings ?? drawingsOf?.(at) ?? []))
    if (part) addXlsbHeaders(Buffer.from(part), workbook.hidden)
    workbook.add(sheet)
  }
  const { Title: title, Author: author, Comments: description } = data.Props ?? {}
  return workbook.end({ title, author, description })
}

/** `stream`: the records of an .xls file. */
function openWorkbook(body: Uint8Array): { data: WorkBook; stream: Buffer | null } {
  // The library reads anything else as text.
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  if (start !== 'd0cf11e0' && !start.startsWith('504b')) throw brokenDocument("it isn't an Excel workbook")
  try {
    const options = { cellNF: true, cellStyles: true, cellText: false, cellHTML: false, cellFormula: false }
    const data = read(body, { type: 'array', dense: true, bookFiles: true, ...options })
    const { cfb } = data as { cfb?: unknown }
    const stream = cfb && (CFB.find(cfb, 'Workbook') ?? CFB.find(cfb, 'Book'))?.content
    return { data, stream: stream ? Buffer.from(stream) : null }
  } catch (cause) {
    if (/password|encrypt/i.test(String(cause))) throw lockedDocument()
    throw brokenDocument("it can't be read as an Excel workbook", cause)
  }
}

function readCells(sheet: Sheet, data: DenseWorkSheet, workbook: Workbook, is1904: boolean): void {
  for (const [row, { hidden } = {}] of (data['!rows'] ?? []).entries()) if (hidden) sheet.hideRow(row)
  for (const [column, { hidden } = {}] of (data['!cols'] ?? []).entries()) if (hidden) sheet.hideColumns(column, column)
  for (const { s, e } of data['!merges'] ?? [])
    sheet.merge({ row: s.r, column: s.c, rows: e.r - s.r + 1, columns: e.c - s.c + 1 })
  for (const [row, cells] of data['!data'].slice(0, maxRows).entries()) {
    for (const [column, cell] of (cells ?? []).slice(0, maxColumns).entries()) {
      if (!cell) continue
      const text = textOf(cell, is1904)
      if (text === '' && cell.v) workbook.hidden.add(String(cell.v))
      sheet.setCell(row, column, textHtml(text, sheet.meter))
      if (cell.l?.Target) sheet.linkCell(row, column, cell.l.Target)
      for (const { a: author = '', t: text = '' } of cell.c ?? [])
        workbook.comment(sheet, { row, column, author, text: noteText(text, author) })
    }
  }
}

function textOf(cell: CellObject, is1904: boolean): string {
  const { t: type, v: value, z: code = 'General' } = cell
  if (type === 'z' || value === undefined) return ''
  if (type === 'b') return String(value).toUpperCase()
  if (type === 'e') return String(utils.format_cell(cell)).replace(/^(?:\d+|#WTF\?)$/, '#ERROR!')
  // The library's name for the format that follows the locale.
  const format = code === 'm/d/yy' ? getFormatFromId(14) : String(code)
  return formattedText(format, value as number | string, is1904)
}
