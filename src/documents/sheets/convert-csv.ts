/** Converts CSV and TSV to HTML: a single table. @see RFC 4180 */

import Papa from 'papaparse'
import { decodeBody } from '../../html/parse/parse.ts'
import type { ConvertedDocument, Converter } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { textHtml } from '../converted/write-html.ts'
import { Sheet, sheetHtml } from './sheet.ts'

/** Uses the delimiter in a `sep=;` line, or the one that splits the first rows most evenly. Throws invalid_response for too many cells. */
export const convertCsv: Converter = async (page, meter) => convertTable(decodeBody(page), null, meter)

/** Throws invalid_response if there are too many cells. */
export const convertTsv: Converter = async (page, meter) => convertTable(decodeBody(page), '\t', meter)

const delimiters = [';', '\t', '|', ',']
/** These delimiters are common in text. They are used only if they split each of the first rows into equally many fields. */
const rareDelimiters = ['^', ':', ' ']
/** Number of characters and rows used to guess the delimiter and to find the notes above the table. */
const guessedChars = 64 * 1024
const guessedRows = 20
const quotedField = /(^|[\n;\t|,^:])[ \t]*"(?:[^"]|"")*"/g
const commentsAbove = /^(?:[ \t]*(?:#.*)?\n)+/

function convertTable(source: string, given: string | null, meter: DocumentMeter): ConvertedDocument {
  const named = /^sep=([^\n\r"])[\r\n]+/i.exec(source)
  const text = withUsualQuotes(source.slice(named?.[0].length ?? 0).replace(/\r\n?/g, '\n'))
  const delimiter = given ?? named?.[1] ?? guessDelimiter(text)
  const notes = notesAbove(rowsOf(text, delimiter))
  const paragraphs: string[] = []
  const sheet = new Sheet('', meter)
  let row = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data }) {
      const fields = row < notes ? [] : data
      if (row < notes && isFilled(data)) paragraphs.push(paragraphHtml(data.join(delimiter), meter))
      for (const [column, field] of fields.entries()) sheet.setCell(row, column, textHtml(field.trim(), meter))
      row++
    },
  })
  return { properties: {}, html: paragraphs.join('') + sheetHtml(sheet), warnings: [] }
}

function guessDelimiter(text: string): string {
  // Delimiters in comments and inside quoted fields aren't counted.
  const start = text.slice(0, guessedChars).replace(commentsAbove, '').replace(quotedField, '$1x')
  const { meta, errors } = Papa.parse(start, {
    preview: guessedRows,
    newline: '\n',
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
  })
  if (errors.every(({ code }) => code !== 'UndetectableDelimiter')) return meta.delimiter
  const rare = rareDelimiters.find((delimiter) => {
    const rows = rowsOf(start, delimiter).filter(isFilled)
    const widths = new Set(rows.map(({ length }) => length))
    return widths.size === 1 && !widths.has(1) && (delimiter !== ' ' || hasColumnOfNumbers(rows))
  })
  return rare ?? meta.delimiter
}

/** True if a column has a name and then only numbers. Prose can have equally many words per line, but not a number at one place in each. */
function hasColumnOfNumbers([header = [], ...rows]: readonly string[][]): boolean {
  const isNumber = (field = '') => /^[-+]?[\d.,]*\d(?:e[-+]?\d+)?$/i.test(field)
  return rows.length > 0 && header.some((name, at) => !isNumber(name) && rows.every((row) => isNumber(row[at])))
}

const singleQuoted = /(^|[\n;\t|,^:])'((?:[^'\n]|'')*)'(?=$|[\n;\t|,^:])/g
/** A quote in a field that `\"` would otherwise end before other text. */
const escapedQuote = /(?:^|[\n;\t|,^: ])"[^"]*\\" *[^"\s;|,^:]/
const spacedQuotes = /(^|[\n;\t|,^:]) *("(?:[^"]|"")*") *(?=$|[\n;\t|,^:])/g

/** Some programs put fields in single quotes, write `\"` for a quote in a field, or put spaces between delimiters and quotes. */
function withUsualQuotes(text: string): string {
  const start = text.slice(0, guessedChars)
  if (escapedQuote.test(start)) return text.replace(/\\(["\\])/g, (_, sign) => (sign === '"' ? '""' : sign))
  if (/(?:^|[\n;\t|,^:]) +"/.test(start)) return text.replace(spacedQuotes, '$1$2')
  const opened = start.match(/(?:^|[\n;\t|,^:])['"]/g) ?? []
  if (opened.length < 2 || start.match(singleQuoted)?.length !== opened.length) return text
  const usual = (field: string) => field.replaceAll("''", "'").replaceAll('"', '""')
  return text.replace(singleQuoted, (_, before, field) => `${before}"${usual(field)}"`)
}

function rowsOf(text: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(text.slice(0, guessedChars), { delimiter, newline: '\n', preview: guessedRows }).data
}

/** Counts the rows above the header that hold a title, or a comment that begins with `#`. */
function notesAbove(rows: readonly string[][]): number {
  const widths = rows.filter(isFilled).map(({ length }) => length)
  const width = widths.sort((a, b) => a - b)[widths.length >> 1] ?? 0
  const header = rows.findIndex((row) => isFilled(row) && !isNote(row, width))
  return width < 2 ? 0 : Math.max(0, header)
}

function isNote(row: readonly string[], width: number): boolean {
  const [first = '', ...others] = row
  if (/^\s*#/.test(first) && row.length !== width) return true
  // In a table of two columns, a row with one value is more likely a name without a value.
  return first.trim() !== '' && row.length !== 2 && !isFilled(others)
}

function isFilled(row: readonly string[]): boolean {
  return row.some((field) => field.trim() !== '')
}

function paragraphHtml(text: string, meter: DocumentMeter): string {
  return `<p>${textHtml(text.replace(/^\s*#+|[\s;,|^:]+$/g, '').trim(), meter)}</p>\n`
}
