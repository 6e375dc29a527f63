/** Documents of bytes that a test writes, as the engines return them, and what becomes of them. */

import type { Metadata } from '../../../src/contract/metadata.ts'
import { type FormatRequest, formatPage } from '../../../src/format/formats.ts'
import { htmlPage } from '../page.ts'

export function formatDocument(
  mediaType: string,
  content: Uint8Array | string,
  request: Partial<FormatRequest> = {},
): ReturnType<typeof formatPage> {
  const body = new Uint8Array(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  const page = htmlPage('', { mediaType, contentType: mediaType, charset: 'utf-8', body })
  return formatPage(page, { output: 'markdown', cssSelector: null, mainContent: true, ...request })
}

export async function markdownOfDocument(
  mediaType: string,
  content: Uint8Array | string,
  request: Partial<FormatRequest> = {},
): Promise<string> {
  return (await formatDocument(mediaType, content, request)).content as string
}

export async function metadataOfDocument(mediaType: string, content: Uint8Array | string): Promise<Metadata> {
  return (await formatDocument(mediaType, content, { output: 'html_head_metadata_json' }))
    .content as unknown as Metadata
}
