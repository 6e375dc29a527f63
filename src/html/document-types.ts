/** Documents that are no HTML and become HTML: their media types by the usual ending of their names. */

export const documentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
} as const

export type DocumentKind = keyof typeof documentTypes

/** Word, Excel and PowerPoint up to 2003, and Office documents behind a password: recognised in order to be refused. */
export const oleType = 'application/x-ole-storage'

const converted: ReadonlySet<string> = new Set([...Object.values(documentTypes), oleType])

/** Whether documents of this essence are converted, or refused by name. */
export function isConvertible(mediaType: string): boolean {
  return converted.has(mediaType)
}
