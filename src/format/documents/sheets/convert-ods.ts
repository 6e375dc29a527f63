/** Sheets of OpenDocument → HTML: each shown sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import type { Page } from '../../../page.ts'
import { openArchive, requiredText } from '../archive/archive.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import { htmlDocument } from '../converted/write-html.ts'
import { refuseLocked } from '../parts/locked.ts'
import { openDocumentProperties } from '../parts/properties.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Sheets, rows and columns that are hidden are left out. Throws invalid_response for a document that is broken, locked or too large. */
export async function convertOds({ body }: Page): Promise<ConvertedDocument> {
  const archive = openArchive(body)
  refuseLocked(archive)
  const sheets = readSpreadsheet(requiredText(archive, 'content.xml')).map((sheet) => sheetHtml(sheet))
  return { html: htmlDocument(openDocumentProperties(archive), sheets.filter(Boolean).join('\n')), warnings: [] }
}
