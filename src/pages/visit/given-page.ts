/** Uses HTML that the caller already has as the page, regardless of the URL. Nothing is fetched. */

import { resolveCharset } from '../../fetch/body/charset.ts'
import type { PageSource } from '../../html/page.ts'
import type { PageEngine } from './page-engine.ts'

const contentType = 'text/html'

/** Returns the engine with `html` as its only page. Nothing is requested, so any URL is allowed. */
export function engineOfPage(engine: PageEngine, html: Uint8Array): PageEngine {
  return { ...engine, policy: { ...engine.policy, checkUrl() {} }, fetchPage: givenPage(html) }
}

/** Detects the encoding as for a fetched page whose header names none. */
function givenPage(html: Uint8Array): PageSource {
  return {
    async load({ url, signal }) {
      signal.throwIfAborted()
      return {
        url: url.href,
        finalUrl: url.href,
        status: 200,
        contentType,
        mediaType: contentType,
        headers: { 'content-type': contentType },
        // A copy, which owns its buffer.
        body: new Uint8Array(html),
        rendered: false,
        embedded: null,
        complete: true,
        ...resolveCharset(html, null, contentType),
      }
    },
    async close() {},
  }
}
