/** Limits that a user can meet, beyond the bounds of the parameters. What costs credits is in prices.ts. */

/** Redirects that are followed for one page. Browsers follow 20. */
export const maxRedirects = 10

/** All header fields of a response together, in bytes; the same for a request that a page sends. */
export const maxOriginHeaderBytes = 64 * 1024

/** How long a result can be read on, in milliseconds (docs/scrape.md). */
export const snapshotMaxAgeMs = 15 * 60 * 1000

/** How long a page is kept, in milliseconds: the bound of `max_age_s`. */
export const pageMaxAgeMs = 24 * 60 * 60 * 1000

/** The head of a request to the HTTP service: a prompt of 10,000 characters fits in a query string (docs/api.md, Interfaces). */
export const maxHeaderBytes = 128 * 1024

/** The JSON body of a request to the REST API. */
export const maxJsonBodyBytes = 1024 * 1024

/** A message of MCP, over HTTP and over stdio. */
export const maxMessageBytes = 4 * 1024 * 1024

/** Characters of a piece over MCP where the caller names no limit. */
export const defaultMcpChars = 40_000

/** Characters of the passages of `highlights` where the caller names no limit. */
export const defaultHighlightsChars = 4000

/** Reading one page or document, in milliseconds; beyond it the document is too complex to read. */
export const readingLimitMs = 20_000
