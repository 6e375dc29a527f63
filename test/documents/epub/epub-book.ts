/** Builds EPUBs from chapters. */

import { documentTypes } from '../../../src/page/document-types.ts'
import { type ZipFiles, zipOf } from '../office/archive/zip.ts'

export interface EpubParts {
  /** Children of `metadata`. */
  metadata?: string
  /** Additional children of `manifest`, `spine` and `package`. */
  manifest?: string
  spine?: string
  more?: string
  files?: ZipFiles
}

/** `chapters` are the contents of the bodies of `c1.xhtml`, `c2.xhtml`, … */
export function epubBook(chapters: readonly string[], parts: EpubParts = {}): Uint8Array<ArrayBuffer> {
  const { metadata = '', manifest = '', spine = '', more = '', files = {} } = parts
  const names = chapters.map((_, i) => `c${i + 1}`)
  const items = names.map((name) => `<item id="${name}" href="text/${name}.xhtml" media-type="application/xhtml+xml"/>`)
  return zipOf({
    mimetype: documentTypes.epub,
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">' +
      `<metadata>${metadata}</metadata><manifest>${items.join('')}${manifest}</manifest>` +
      `<spine>${spine}${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine>${more}</package>`,
    ...Object.fromEntries(chapters.map((body, i) => [`OEBPS/text/c${i + 1}.xhtml`, xhtml(body)])),
    ...files,
  })
}

export function xhtml(body: string): string {
  return (
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">' +
    `<head><title>x</title><script/></head><body>${body}</body></html>`
  )
}
