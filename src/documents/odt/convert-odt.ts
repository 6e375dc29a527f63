/** Converts an OpenDocument text (ODT) to HTML, as a reader sees it with all changes accepted. Decodes no images and fetches nothing. */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/refusals.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import { childrenOf, eachChildOf, elementsIn } from '../office/xml/xml-tree.ts'
import { OdtReader } from './odt-reader.ts'
import { OpenDocument, textLine } from './open-document.ts'
import { visibleOdfText } from './without-hidden-text.ts'

const headersAndFooters = ['header', 'footer'].flatMap((name) => [name, `${name}-left`, `${name}-first`])

/** Throws invalid_response for a document that is broken, locked or too complex. */
export async function convertOdt(
  { body }: Page,
  meter: DocumentMeter,
  { comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const document = new OpenDocument(body, meter, comments)
  const { archive, xml, around, hidden, notes, pageStyles } = document
  const reader = new OdtReader(document)
  eachChildOf(xml, 'office:text', (element) => {
    reader.blocks(visibleOdfText({ name: 'office:text', attributes: {}, children: [element] }, document, around))
  })
  for (const part of headersAndFooters)
    for (const element of elementsIn(pageStyles, `style:${part}`))
      for (const line of childrenOf(element)) hidden.addRunning(textLine(line))
  const html = reader.end() + notes.end()
  const properties = openDocumentProperties(archive, document)
  return { properties, html, warnings: [...noText(html), ...hidden.warnings] }
}
