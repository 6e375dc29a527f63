/** Reads one response from Google: its status and its ads. */

import type { ParsedResultPage } from '../../contract/ads-reading.ts'
import type { Document } from '../../html/document.ts'
import { decodeBody } from '../../html/parse/decode.ts'
import { parseDocument } from '../../html/parse/parse.ts'
import type { Page } from '../../page/page.ts'
import { classifyPage, type ResultPageResponse } from './page-status.ts'
import { parseAds } from './parse-ads.ts'
import { unreadPlaces } from './unread-places.ts'

/**
 * For `layout_changed`, the ads are those that could be read. For any other status except `ok`, there are no ads. Fetches nothing, least of
 * all a tracking URL. `page` is the page number for the ads.
 */
export function readResultPage(
  document: Document,
  { page, ...response }: ResultPageResponse & { page: number },
): ParsedResultPage {
  const parsed = parseAds(document)
  const status = classifyPage(document, response, parsed)
  const result = { status, ads: parsed.ads.map((ad) => ({ page, ...ad })) }
  return status === 'layout_changed' ? { ...result, unread: unreadPlaces(parsed) } : result
}

export function parseResultPage(page: Page): Document {
  return parseDocument(decodeBody(page), page.finalUrl)
}
