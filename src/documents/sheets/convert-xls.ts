/** Converts Excel's binary workbooks (.xls, .xlsb) to HTML: each visible sheet under its name. @see MS-XLS, MS-XLSB */

import type { CellObject, DenseWorkSheet, WorkBook } from '@e965/xlsx'
import { Comments } from '../converted/comments.ts'
import { type Converter, withPageStart } from '../converted/converted-document.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { brokenDocument, lockedDocument, noText } from '../converted/refusals.ts'
import { textHtml } from '../converted/text-html.ts'
import { markComment } from './cell-comments.ts'
import { formattedText } from './number-formats.ts'
import { maxColumns, maxRows, Sheet } from './sheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the workbook is broken, locked or too large. */
export const convertXls: Converter = async ({ body }, meter, { includesPage, comments = new Comments(meter) }) => {
  const workbook = await openWorkbook(body)
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const [hidden, notes] = [new DroppedText(), new Notes()]
  let html = ''
  let number = 0
  for (const [at, name] of workbook.SheetNames.entries()) {
    const data = workbook.Sheets[name] as DenseWorkSheet | undefined
    if (!data || !['sheet', 'chart', undefined].includes(data['!type'])) continue
    if (workbook.Workbook?.Sheets?.[at]?.Hidden) hidden.addSheet()
    else if (includesPage(++number)) {
      const sheet = new Sheet(name, meter)
      readCells(sheet, data, { is1904, comments, notes })
      html += withPageStart(number, sheetHtml(sheet, hidden))
    }
  }
  html += notes.end()
  const { Title: title, Author: author, Comments: description } = workbook.Props ?? {}
  const warnings = [...noText(html), ...hidden.warnings]
  return { properties: { title, author, description }, html, pageCount: number, warnings }
}

async function openWorkbook(body: Uint8Array): Promise<WorkBook> {
  // The library reads anything else as text.
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  if (start !== 'd0cf11e0' && !start.startsWith('504b')) throw brokenDocument("it isn't an Excel workbook")
  const { read } = await import('@e965/xlsx')
  try {
    const options = { cellNF: true, cellStyles: true, cellText: false, cellHTML: false, cellFormula: false }
    return read(body, { type: 'array', dense: true, ...options })
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
