/** Converts documents that a test creates, given in the form that engines return. */

import type { Content } from '../../src/contract/list-items.ts'
import type { Metadata } from '../../src/contract/metadata.ts'
import type { Output } from '../../src/contract/scrape.ts'
import type { FormatRequest } from '../../src/format/format-request.ts'
import { formatPage } from '../../src/format/formats.ts'
import { type DocumentKind, documentTypes } from '../../src/page/document-types.ts'
import { htmlPage } from '../format/page.ts'

/** `content` is bytes, or text to send as UTF-8. */
export function formatDocument(
  kind: DocumentKind,
  content: Uint8Array | string,
  request: Partial<FormatRequest> = {},
): ReturnType<typeof formatPage> {
  const body = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const mediaType = documentTypes[kind]
  const page = htmlPage('', { mediaType, contentType: mediaType, charset: 'utf-8', body })
  return formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true, ...request })
}

export async function outputOf(
  kind: DocumentKind,
  content: Uint8Array | string,
  output: Output = 'markdown',
): Promise<Content> {
  return (await formatDocument(kind, content, { output })).content
}

export async function markdownOfDocument(kind: DocumentKind, content: Uint8Array | string): Promise<string> {
  return (await outputOf(kind, content)) as string
}

export async function metadataOfDocument(kind: DocumentKind, content: Uint8Array | string): Promise<Metadata> {
  return (await outputOf(kind, content, 'html_head_metadata_json')) as unknown as Metadata
}
