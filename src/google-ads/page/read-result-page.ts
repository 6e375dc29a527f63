/** What does one answer of Google's hold? The one thing that a worker is asked about a result page. */

import type { Document } from '../../document/document.ts'
import type { Ad, PageStatus } from '../ad.ts'
import { type Answer, classify } from './page-status.ts'
import { parseAds } from './parse-ads.ts'

export interface ReadPage {
  status: PageStatus
  ads: Ad[]
}

/**
 * Status and ads of a result page. With `layout_changed` the ads are those that could be read; with every status but that
 * and `ok` there are none. Pure: nothing is fetched, tracking addresses least of all.
 */
export function readResultPage(document: Document, answer: Answer & { page: number }): ReadPage {
  const parsed = parseAds(document)
  const status = classify(document, answer, parsed)
  return { status, ads: parsed.ads.map((ad) => ({ page: answer.page, ...ad })) }
}
