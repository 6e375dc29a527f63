/**
 * Prices of requests, in credits. Each operation's contract computes its own price (`price` in scrape.ts and google-ads.ts).
 * docs/keys-and-credits.md lists all prices.
 */

import { isSoftFailure, type Warning } from './warning.ts'

export const pageCredits = (rendersJs: boolean): number => (rendersJs ? 5 : 1)

/** A language model's answer. Owed as soon as a call to the model has begun. */
export const promptCredits = 5

/** A Google search, regardless of how many result pages are read. */
export const adsCredits = 5

/** True if a page is free because the target answered with 4xx, 5xx or a page other than the requested one. */
export const isFreePage = (status: number, warnings: readonly Warning[]): boolean =>
  status >= 400 || isSoftFailure(warnings)
