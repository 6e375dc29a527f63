/** Converts CSV and TSV to HTML: a single table. @see RFC 4180 */

import Papa from 'papaparse'
import type { Page } from '../../html/page.ts'
import { decodeBody } from '../../html/parse/decode.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { textHtml } from '../converted/text-html.ts'
import { Sheet } from './sheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Uses the delimiter in a `sep=;` line, or the one that splits the first rows most evenly. Throws invalid_response for too many cells. */
export async function convertCsv(page: Page, meter: DocumentMeter): Promise<ConvertedDocument> {
  return convertTable(decodeBody(page), null, meter)
}

/** Throws invalid_response if there are too many cells. */
export async function convertTsv(page: Page, meter: DocumentMeter): Promise<ConvertedDocument> {
  return convertTable(decodeBody(page), '\t', meter)
}

const delimiters = [';', '\t', '|', ',']
/** Number of characters used to guess the delimiter. */
const guessedChars = 64 * 1024
const quotedField = /(^|[\n;\t|,])"(?:[^"]|"")*"/g

function convertTable(source: string, given: string | null, meter: DocumentMeter): ConvertedDocument {
  const named = /^sep=([^\n\r"])[\r\n]+/i.exec(source)
  const text = source.slice(named?.[0].length ?? 0).replace(/\r\n?/g, '\n')
  const delimiter = given ?? named?.[1] ?? guessDelimiter(text)
  const sheet = new Sheet('', meter)
  let row = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data }) {
      for (const [column, field] of data.entries()) sheet.setCell(row, column, textHtml(field.trim(), meter))
      row++
    },
  })
  return { properties: {}, html: sheetHtml(sheet), warnings: [] }
}

function guessDelimiter(text: string): string {
  // Delimiters inside quoted fields aren't counted.
  const start = text.slice(0, guessedChars).replace(quotedField, '$1""')
  const { meta } = Papa.parse(start, {
    preview: 20,
    newline: '\n',
    skipEmptyLines: 'greedy',
    delimitersToGuess: delimiters,
  })
  return meta.delimiter
}
