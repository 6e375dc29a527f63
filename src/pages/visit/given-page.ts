/** A page whose HTML the caller has: it stands in the place of every page, and nothing is fetched. */

import { resolveCharset } from '../../fetch/body/charset.ts'
import type { PageSource } from '../../html/page.ts'
import type { PageEngine } from './page-engine.ts'

const contentType = 'text/html'

/** The engine with that page alone. Nothing is reached, so that its address may be any. */
export function engineOfPage(engine: PageEngine, html: Uint8Array): PageEngine {
  return { ...engine, policy: { ...engine.policy, checkUrl() {} }, fetchPage: givenPage(html) }
}

/** The encoding is found as that of a fetched page whose header names none. */
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
        // A copy that owns its buffer.
        body: new Uint8Array(html),
        rendered: false,
        complete: true,
        ...resolveCharset(html, null, contentType),
      }
    },
    async close() {},
  }
}
