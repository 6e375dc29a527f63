/** Builds OpenDocument text documents from the parts that a test writes. */

import { documentTypes } from '../../../src/page/document-types.ts'
import { type ZipFiles, zipOf } from '../office/archive/zip.ts'

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
const namespaces = [
  ...['office', 'style', 'text', 'table', 'meta'].map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`),
  `xmlns:draw="${oasis}:drawing:1.0" xmlns:fo="${oasis}:xsl-fo-compatible:1.0" xmlns:svg="${oasis}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:math="http://www.w3.org/1998/Math/MathML"',
].join(' ')

export interface OdtParts {
  /** Children of `office:automatic-styles`. */
  automatic?: string
  /** Children of `office:styles`. */
  styles?: string
  /** Children of `office:meta`. */
  meta?: string
  files?: ZipFiles
}

/** `body` contains the children of `office:text`. */
export function odtDocument(body: string, { automatic = '', styles = '', meta = '', files = {} }: OdtParts = {}) {
  const root = (name: string, content: string) =>
    `<?xml version="1.0"?><office:${name} ${namespaces}>${content}</office:${name}>`
  return zipOf({
    mimetype: documentTypes.odt,
    'content.xml': root(
      'document-content',
      `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
    ),
    'styles.xml': root('document-styles', `<office:styles>${styles}</office:styles>`),
    'meta.xml': root('document-meta', `<office:meta>${meta}</office:meta>`),
    ...files,
  })
}
