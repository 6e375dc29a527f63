/** Prices of requests, in credits. docs/keys-and-credits.md lists the prices of all operations. */

/** Loading a page. */
export const pageCredits = (rendersJs: boolean): number => (rendersJs ? 5 : 1)

/** A language model's answer. Due once a call to the model has begun. */
export const promptCredits = 5

/** A Google search, regardless of how many result pages are read. */
export const adsCredits = 5

/** True if a page with this status is free. */
export const isFreeStatus = (status: number): boolean => status >= 400
