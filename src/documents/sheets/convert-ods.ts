/** Converts OpenDocument spreadsheets to HTML: each visible sheet under its name. @see OpenDocument 1.3, part 3, §9 */

import type { Page } from '../../page/page.ts'
import { Comments } from '../converted/comments.ts'
import { type ConvertedDocument, type ReadOptions, withPageStart } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { Notes } from '../converted/flow/notes.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { noText } from '../converted/refusals.ts'
import { openOdf } from '../office/parts/open-odf.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import { OdsLooks } from './ods-looks.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { sheetHtml } from './write-sheet.ts'

/** Leaves out hidden sheets, rows and columns. Throws invalid_response if the document is broken, locked or too large. */
export async function convertOds(
  { body }: Page,
  meter: DocumentMeter,
  { includesPage, comments = new Comments(meter) }: ReadOptions,
): Promise<ConvertedDocument> {
  const { archive, xml } = openOdf(body, meter)
  const hidden = new DroppedText()
  const notes = new Notes()
  const looks = new OdsLooks(archive.readText('styles.xml'), xml)
  const { sheets, pageCount } = readSpreadsheet(xml, { looks, hidden, meter, comments, notes, includesPage })
  const pages = [...sheets].map(([number, sheet]) => withPageStart(number, sheetHtml(sheet, hidden)))
  const html = pages.filter(Boolean).join('\n') + notes.end()
  return {
    properties: openDocumentProperties(archive),
    html,
    pageCount,
    warnings: [...noText(html), ...hidden.warnings],
  }
}
