/**
 * Prices of requests, in credits. Each operation's contract adds up its own (`price` in scrape.ts and google-ads.ts);
 * docs/keys-and-credits.md lists them all.
 */

import { isSoftFailure, type Warning } from './warning.ts'

/** Loading a page. */
export const pageCredits = (rendersJs: boolean): number => (rendersJs ? 5 : 1)

/** A language model's answer. Due once a call to the model has begun. */
export const promptCredits = 5

/** A Google search, regardless of how many result pages are read. */
export const adsCredits = 5

/** True if a page is free: the target answered 4xx or 5xx, or with another page than the requested one. */
export const isFreePage = (status: number, warnings: readonly Warning[]): boolean =>
  status >= 400 || isSoftFailure(warnings)
