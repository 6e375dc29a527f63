/** Sheets of OpenDocument → HTML: each shown sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import { ServiceError } from '../../../errors.ts'
import { openArchive } from '../archive/archive.ts'
import type { Converter } from '../converted/converted-document.ts'
import { htmlDocument } from '../converted/write-html.ts'
import { refuseLocked } from '../parts/locked.ts'
import { openDocumentProperties } from '../parts/properties.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Sheets, rows and columns that are hidden are left out. Throws invalid_response for a document that is broken, locked or too large. */
export const convertOds: Converter = async ({ body }) => {
  const archive = openArchive(body)
  refuseLocked(archive)
  const content = archive.readText('content.xml')
  if (content === null) throw new ServiceError('invalid_response', 'The document is broken: it has no part content.xml')
  const sheets = readSpreadsheet(content).map(sheetHtml)
  return { html: htmlDocument(openDocumentProperties(archive), sheets.filter(Boolean).join('\n')), warnings: [] }
}
