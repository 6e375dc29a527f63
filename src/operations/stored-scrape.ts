/** Under which name what belongs to a scrape is kept, and the part of it that does not depend on who reads the page. */

import { createHash } from 'node:crypto'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { FormatRequest } from '../format/formats.ts'
import type { Page } from '../page.ts'

/** What of a result does not depend on who reads the page. */
export function factsOf(page: Omit<Page, 'body'>, { url, output }: ScrapeInput) {
  return {
    url: url.written,
    final_url: page.finalUrl,
    status_code: page.status,
    content_type: page.contentType,
    output,
    rendered: page.rendered,
    complete: page.complete,
    fetched_at: new Date().toISOString(),
  }
}

export function formatRequest({ output, css_selector, main_content }: ScrapeInput): FormatRequest {
  return { output, cssSelector: css_selector ?? null, mainContent: main_content }
}

/** A name for what these inputs give this caller. */
export function storedName(kind: string, keyId: string | null, inputs: Record<string, unknown>): string {
  const sorted = Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, keyId, sorted]))
    .digest('base64url')
}
