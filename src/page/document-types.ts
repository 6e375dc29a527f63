/** Media types of the documents other than HTML that are converted, keyed by their usual file extension. */

export const documentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  mhtml: 'multipart/related',
  ipynb: 'application/x-ipynb+json',
  zip: 'application/zip',
  warc: 'application/warc',
  wacz: 'application/wacz',
} as const

export type DocumentKind = keyof typeof documentTypes

/** Word and PowerPoint files up to 2003, and password-protected Office documents, which are recognized only to be refused. */
export const oleType = 'application/x-ole-storage'

const converted: ReadonlySet<string> = new Set([...Object.values(documentTypes), oleType])

/** True if documents of this type are converted, or are recognized only to be refused. */
export function isConvertible(mediaType: string): boolean {
  return converted.has(mediaType)
}
