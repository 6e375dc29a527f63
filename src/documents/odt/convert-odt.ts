/** Converts an OpenDocument text (ODT) to HTML, as a reader sees it with all changes accepted. Decodes no images and fetches nothing. */

import type { Converter } from '../converted/converted-document.ts'
import { noText } from '../converted/document-meter.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { childrenOf, eachChildOf, elementsIn } from '../office/xml/xml-tree.ts'
import { OdtReader } from './odt-reader.ts'
import { OpenDocument, textLine } from './open-document.ts'
import { visibleOdfText } from './without-hidden-text.ts'

const headersAndFooters = ['header', 'footer'].flatMap((name) => [name, `${name}-left`, `${name}-first`])

/** Throws invalid_response for a document that is broken, locked or too complex. */
export const convertOdt: Converter = async ({ body }, meter, { comments }) => {
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
  const properties = officeProperties(archive, document)
  return { properties, html, warnings: [...noText(html), ...hidden.warnings] }
}
