/** Builds a result page from a service's ads, with its status and any unread ads. */

import type { ParsedResultPage, ResultPageStatus } from '../../contract/ads-reading.ts'
import { findUnread } from './ad-evidence.ts'
import { createAds, type ProviderAd, usableAds } from './provider-ads.ts'

interface PageParts {
  page: number
  entries: readonly ProviderAd[]
  /** The part of the JSON that holds the page's content. */
  root: unknown
  /** Names of root fields that repeat the request. */
  echoes?: ReadonlySet<string>
  /** The status if the page has no ads. */
  statusWithoutAds: ResultPageStatus
}

/** A response that isn't a result page shows no evidence of one. Its status is `error`, unless it has ads. */
export function createPage({ page, entries, root, echoes, statusWithoutAds }: PageParts): ParsedResultPage {
  const ads = createAds(page, entries)
  if (ads.length === 0 && statusWithoutAds !== 'no_ads' && statusWithoutAds !== 'no_results') {
    return { status: statusWithoutAds, ads }
  }
  const unread = findUnread(root, new Set(usableAds(entries).map(({ item }) => item)), echoes)
  if (unread.length > 0) return { status: 'layout_changed', ads, unread }
  return { status: ads.length > 0 ? 'ok' : statusWithoutAds, ads }
}
