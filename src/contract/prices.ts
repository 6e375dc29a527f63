/** The price of requests, in credits, and which are free. docs/keys-and-credits.md shows the prices of all operations. */

/** Loading a page. */
export const pageCredits = (rendersJs: boolean): number => (rendersJs ? 5 : 1)

/** An answer by the language model: due once a call to it has begun. */
export const promptCredits = 5

/** A Google search, regardless of how many result pages are read. */
export const adsCredits = 5

/** A page that the target answered with this status costs nothing. */
export const isFreeStatus = (status: number): boolean => status >= 400
