/** Documents as pages that are formatted. */

import type { Output } from '../../../src/contract/scrape.ts'
import { type FormatRequest, formatPage } from '../../../src/format/formats.ts'
import { htmlPage } from '../page.ts'

export const mediaTypes = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const

export type DocumentKind = keyof typeof mediaTypes

export function documentPage(kind: DocumentKind, body: Uint8Array<ArrayBuffer> | string) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return htmlPage('', { mediaType: mediaTypes[kind], contentType: mediaTypes[kind], body: bytes })
}

export function formatDocument(
  kind: DocumentKind,
  body: Uint8Array<ArrayBuffer> | string,
  request: Partial<FormatRequest> = {},
) {
  return formatPage(documentPage(kind, body), { output: 'markdown', cssSelector: null, mainContent: true, ...request })
}

export async function outputOf(
  kind: DocumentKind,
  body: Uint8Array<ArrayBuffer> | string,
  output: Output = 'markdown',
) {
  return (await formatDocument(kind, body, { output })).content
}
