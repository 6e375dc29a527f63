/** Converts RTF to HTML: paragraphs, headings, lists, tables, links and notes. Decodes no images and opens no objects. */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/no-text.ts'
import { brokenDocument } from '../converted/refusals.ts'
import { readRtf } from './read-rtf.ts'
import { RtfDocument } from './rtf-document.ts'

/** Throws invalid_response for anything that isn't RTF. */
export async function convertRtf(
  { body }: Page,
  meter: DocumentMeter,
  { comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const source = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
  if (!/^(?:\xef\xbb\xbf)?[\s\0]*\{\\rtf/.test(source)) throw brokenDocument("it isn't RTF, although its type says so")
  const document = new RtfDocument(meter, comments)
  if (!readRtf(source, document)) meter.broken('the end of the file')
  const html = document.end()
  return { properties: document.properties, html, warnings: [...noText(html), ...document.hidden.warnings] }
}
