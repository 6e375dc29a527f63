/** The text of formulas, for cells whose results a program didn't store, and references to cells: `B3` and `A1:C9`. */

import { type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import type { CellPlace, MergedCell } from './sheet.ts'

/** The formulas of one worksheet. A shared formula is written out only in the first cell that uses it. */
export class Formulas {
  readonly #shared = new Map<string, CellPlace & { text: string }>()

  /** Reads `x:f` of the cell at `place`. Returns null if it has no formula. */
  read(element: XmlElement | undefined, place: CellPlace) {
    if (!element) return null
    const own = xmlText(element).trim()
    const { t: type, si = '' } = element.attributes
    if (type === 'shared' && own !== '') this.#shared.set(si, { ...place, text: own })
    const { row, column, text } = (own === '' ? this.#shared.get(si) : undefined) ?? { ...place, text: own }
    if (text === '') return null
    return {
      isHyperlink: /^HYPERLINK\(/i.test(text),
      /** Returns the formula as Excel shows it: `=SUM(B2:B3)`, where functions that are newer than the file format have no prefix. */
      text: () => `=${moved(text, place.row - row, place.column - column).replace(/\b_xl(?:fn|ws|udf)\./g, '')}`,
    }
  }
}

/** Strings, names of sheets in quotes, and names in brackets, which may look like references. */
const literals = /("(?:[^"]|"")*"|'(?:[^']|'')*'|\[[^\][]*\])/
const ofCell = /(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w.(!])/g
const ofColumns = /(?<![\w.$:])(\$?)([A-Z]{1,3}):(\$?)([A-Z]{1,3})(?![\w.(!$])/g
const ofRows = /(?<![\w.$:])(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\w.(!])/g

function moved(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula
  const column = (fixed = '', letters = '') => fixed + (fixed ? letters : columnName(columnNumber(letters) + columns))
  const row = (fixed = '', digits = '') => fixed + (fixed ? digits : Number(digits) + rows)
  const parts = formula.split(literals).map((part, at) => {
    if (at % 2 === 1) return part
    return part
      .replace(ofCell, (_, ...[a, letters, b, digits]) => column(a, letters) + row(b, digits))
      .replace(ofColumns, (_, ...[a, from, b, to]) => `${column(a, from)}:${column(b, to)}`)
      .replace(ofRows, (_, ...[a, from, b, to]) => `${row(a, from)}:${row(b, to)}`)
  })
  return parts.join('')
}

/** Returns the URL and the text of a formula such as `=HYPERLINK("https://example.com/","text")`; null if it computes them. */
export function hyperlinkOf(formula: string): { href: string; text: string } | null {
  const [, href, text = href] =
    /^=HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i.exec(formula) ?? []
  if (href === undefined || text === undefined) return null
  return { href: href.replaceAll('""', '"'), text: text.replaceAll('""', '"') }
}

/** Returns the text of a formula in an OpenDocument spreadsheet, with references as in Excel: `of:=SUM([.B2:.B3])` → `=SUM(B2:B3)`. */
export function openFormulaText(formula: string | undefined): string {
  const parts = (formula ?? '').replace(/^\w+:(?==)/, '').split(/("(?:[^"]|"")*")/)
  const reference = (_: string, inside: string) =>
    inside.replace(/(?<![^.:$'])\$?('[^']*'|[^.:$']+)\.(?=\$?[A-Z])/g, '$1!').replace(/(^|:)\./g, '$1')
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(/\[([^\][]*)\]/g, reference))).join('')
}

/** Returns null for anything except a reference to one cell. */
export function parseCell(reference: string): CellPlace | null {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (letters === undefined) return null
  return { row: Number(digits) - 1, column: columnNumber(letters) }
}

/** Returns 0 for `A`. */
function columnNumber(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Returns `A` for 0. */
function columnName(column: number): string {
  return column < 0 ? '' : columnName(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))
}

/** Returns the range as one merged cell; null for anything except a range. */
export function parseRange(reference: string): MergedCell | null {
  const [start = '', end = start] = reference.split(':', 2)
  const [from, to] = [parseCell(start), parseCell(end)]
  if (!from || !to || to.row < from.row || to.column < from.column) return null
  return { ...from, rows: to.row - from.row + 1, columns: to.column - from.column + 1 }
}
