/** Converts an OpenDocument text (ODT) to HTML, as a reader sees it with all changes accepted. Decodes no images and fetches nothing. */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument, ReadOptions } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/refusals.ts'
import { openOdf } from '../office/parts/open-odf.ts'
import { openDocumentProperties } from '../office/parts/properties.ts'
import { childrenOf, eachChildOf, elementsIn } from '../office/xml/xml-tree.ts'
import { OdtBlockReader } from './block-reader.ts'
import { OdtDocument } from './odt-document.ts'
import { textLine } from './text-line.ts'
import { visibleOdfText } from './without-hidden-text.ts'

const headersAndFooters = ['header', 'footer'].flatMap((name) => [name, `${name}-left`, `${name}-first`])

/** Throws invalid_response for a document that is broken, locked or too complex. */
export async function convertOdt(
  { body }: Page,
  meter: DocumentMeter,
  { comments }: ReadOptions,
): Promise<ConvertedDocument> {
  const { archive, xml } = openOdf(body, meter)
  const document = new OdtDocument(archive, xml, meter, comments)
  const reader = new OdtBlockReader(document)
  eachChildOf(xml, 'office:text', (element) => {
    reader.blocks(
      visibleOdfText({ name: 'office:text', attributes: {}, children: [element] }, document, document.around),
    )
  })
  for (const part of headersAndFooters)
    for (const element of elementsIn(document.pageStyles, `style:${part}`))
      for (const line of childrenOf(element)) document.hidden.addRunning(textLine(line))
  const content = reader.end() + document.notes.end()
  return {
    properties: openDocumentProperties(archive, document),
    html: content,
    warnings: [...noText(content), ...document.hidden.warnings],
  }
}
