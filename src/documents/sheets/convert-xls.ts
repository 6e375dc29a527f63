/** Converts Excel's binary workbooks (.xls, .xlsb) to HTML: each visible sheet under its name. @see MS-XLS, MS-XLSB */

import type { CellObject, DenseWorkSheet, WorkBook } from '@e965/xlsx'
import type { Page } from '../../page/page.ts'
import { Comments } from '../converted/comments.ts'
import {
  type ConvertedDocument,
  type Converter,
  type ReadOptions,
  withPageStart,
} from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { brokenDocument, lockedDocument, noText } from '../converted/refusals.ts'
import { textHtml } from '../converted/text-html.ts'
import { markComment } from './cell-comments.ts'
import { formattedText } from './number-formats.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'
import { sheetHtml } from './write-sheet.ts'
import { addXlsbHeaders, xlsDrawings } from './xls-drawings.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export const convertXls: Converter = (page, meter, options) => convertBinary(page, meter, options)

interface SheetsAround {
  /** Names of visible sheets. */
  shown: ReadonlySet<string>
  hidden: DroppedText
}

/** Returns the HTML of the drawings of a sheet of an .xlsb file, and its records. `id`: the id of the sheet's relation. */
type PartsOfSheet = (id: string, around: SheetsAround) => { drawings: readonly string[]; part: Uint8Array | null }

export async function convertBinary(
  { body }: Page,
  meter: DocumentMeter,
  { includesPage, comments = new Comments(meter) }: ReadOptions,
  partsOf?: PartsOfSheet,
): Promise<ConvertedDocument> {
  const { workbook, stream } = await openWorkbook(body)
  const { SheetNames: names, Workbook: { Sheets: states = [] } = {} } = workbook
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const [hidden, notes] = [new DroppedText(), new Notes()]
  const shown = new Set(names.filter((_, at) => !states[at]?.Hidden))
  const drawingsOf = stream && xlsDrawings(stream, { meter, hidden })
  let html = ''
  let number = 0
  for (const [at, name] of names.entries()) {
    const data = workbook.Sheets[name] as DenseWorkSheet | undefined
    if (!data || !['sheet', 'chart', undefined].includes(data['!type'])) continue
    if (states[at]?.Hidden) hidden.addSheet()
    else if (includesPage(++number)) {
      const sheet = new Sheet(name, meter)
      readCells(sheet, data, { is1904, comments, notes })
      const { drawings, part } = partsOf?.((states[at] as { id?: string }).id ?? '', { shown, hidden }) ?? {}
      sheet.drawings.push(...(drawings ?? drawingsOf?.(at) ?? []))
      if (part) addXlsbHeaders(Buffer.from(part), hidden)
      html += withPageStart(number, sheetHtml(sheet, hidden))
    }
  }
  html += notes.end()
  const { Title: title, Author: author, Comments: description } = workbook.Props ?? {}
  const warnings = [...noText(html), ...hidden.warnings]
  return { properties: { title, author, description }, html, pageCount: number, warnings }
}

/** `stream`: the records of an .xls file. */
async function openWorkbook(body: Uint8Array): Promise<{ workbook: WorkBook; stream: Buffer | null }> {
  // The library reads anything else as text.
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  if (start !== 'd0cf11e0' && !start.startsWith('504b')) throw brokenDocument("it isn't an Excel workbook")
  const { CFB, read } = await import('@e965/xlsx')
  try {
    const options = { cellNF: true, cellStyles: true, cellText: false, cellHTML: false, cellFormula: false }
    const workbook = read(body, { type: 'array', dense: true, bookFiles: true, ...options })
    const { cfb } = workbook as { cfb?: unknown }
    const stream = cfb && (CFB.find(cfb, 'Workbook') ?? CFB.find(cfb, 'Book'))?.content
    return { workbook, stream: stream ? Buffer.from(stream) : null }
  } catch (cause) {
    if (/password|encrypt/i.test(String(cause))) throw lockedDocument()
    throw brokenDocument("it can't be read as an Excel workbook", cause)
  }
}

interface SheetContext {
  is1904: boolean
  comments: Comments
  notes: Notes
}

function readCells(sheet: Sheet, data: DenseWorkSheet, { is1904, comments, notes }: SheetContext): void {
  const { meter } = sheet
  for (const [row, { hidden } = {}] of (data['!rows'] ?? []).entries()) if (hidden) sheet.hideRow(row)
  for (const [column, { hidden } = {}] of (data['!cols'] ?? []).entries()) if (hidden) sheet.hideColumns(column, column)
  for (const { s, e } of data['!merges'] ?? [])
    sheet.merge({ row: s.r, column: s.c, rows: e.r - s.r + 1, columns: e.c - s.c + 1 })
  for (const [row, cells] of data['!data'].slice(0, maxRows).entries()) {
    for (const [column, cell] of (cells ?? []).slice(0, maxColumns).entries()) {
      if (!cell) continue
      sheet.setCell(row, column, textHtml(textOf(cell, is1904), meter))
      if (cell.l?.Target) sheet.linkCell(row, column, cell.l.Target)
      for (const { a: author = '', t = '' } of cell.c ?? []) {
        // Excel begins a note with the name of its author.
        const text = author !== '' && t.startsWith(`${author}:`) ? t.slice(author.length + 1) : t
        const html = `<p>${textHtml(text.trim(), meter)}</p>`
        markComment(sheet, { row, column, author, html }, { comments, notes })
      }
    }
  }
}

function textOf({ t: type, v: value, w: shown, z: code }: CellObject, is1904: boolean): string {
  if (type === 'z' || value === undefined) return ''
  if (type === 'b') return String(value).toUpperCase()
  if (type === 'e') return shown ?? errors.get(Number(value)) ?? '#ERROR!'
  return formattedText(String(code ?? 'General'), value as number | string, is1904)
}

/** @see MS-XLS, §2.5.10 */
const errors = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])
