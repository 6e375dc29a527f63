/**
 * Prices of requests, in credits. Each operation's contract adds up its own (`price` in scrape.ts and google-ads.ts);
 * docs/keys-and-credits.md lists them all.
 */

/** Loading a page. */
export const pageCredits = (rendersJs: boolean): number => (rendersJs ? 5 : 1)

/** A language model's answer. Due once a call to the model has begun. */
export const promptCredits = 5

/** A Google search, regardless of how many result pages are read. */
export const adsCredits = 5

/** True if a page with this status is free. */
export const isFreeStatus = (status: number): boolean => status >= 400
