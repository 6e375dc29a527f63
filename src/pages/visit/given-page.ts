/** Uses the caller's document as the page, regardless of the URL, and doesn't fetch anything. */

import { RequestedUrl } from '../../contract/requested-url.ts'
import { resolveCharset } from '../../fetch/body/charset.ts'
import { resolveMediaType, statedFileName } from '../../fetch/body/media-type.ts'
import { documentTypes } from '../../page/document-types.ts'
import { type ContentType, parseContentType } from '../../page/media-kind.ts'
import type { GivenDocument, Page, PageSource } from '../../page/page.ts'
import type { PageEngine } from './load-page.ts'

/** Placeholder URL for a document whose base isn't given. Its relative links lead nowhere, and the URL is never shown. */
export const noBase = new RequestedUrl('about:blank', '')

/** Returns the engine with the document as its only page. Nothing is requested, so any URL is allowed. */
export function engineOfDocument(engine: PageEngine, document: GivenDocument): PageEngine {
  const source: PageSource = {
    async load({ url, signal }) {
      signal.throwIfAborted()
      return givenPage(document, url.href)
    },
    async close() {},
  }
  return { ...engine, policy: { ...engine.policy, checkUrl() {} }, fetchPage: source, renderPage: source }
}

async function givenPage(document: GivenDocument, url: string): Promise<Page> {
  const { bytes: body, contentType: stated } = document
  const declared = parseContentType(stated)
  const mediaType = mediaTypeOf(
    { ...document, fileName: document.fileName ?? statedFileName({}, new URL(url)) },
    declared,
  )
  const contentType = declared?.essence === mediaType ? stated : mediaType
  return {
    ...{ url, finalUrl: url, status: 200, contentType, mediaType, headers: {}, body },
    ...{ rendered: false, isGiven: true, embedded: null, complete: true },
    ...(await resolveCharset(body, declared, mediaType)),
  }
}

/** Types that clients send regardless of the file. */
const defaultTypes = new Set(['application/octet-stream', 'application/x-www-form-urlencoded'])
/** Types of text that may start like HTML or JSON. */
const startLikeOthers = new Set<string>(['text/markdown', 'application/xhtml+xml', documentTypes.ipynb])

function mediaTypeOf({ bytes, fileName }: GivenDocument, declared: ContentType | null): string {
  const found = resolveMediaType(null, bytes, fileName)
  if (declared === null || defaultTypes.has(declared.essence)) return found
  const isOpen = found === 'text/plain' || found === 'application/octet-stream' || startLikeOthers.has(declared.essence)
  return isOpen ? resolveMediaType(declared, bytes, fileName) : found
}
