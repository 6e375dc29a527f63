/** Limits that users can run into, in addition to the bounds of parameters. Prices are in prices.ts. */

/** Maximum redirects followed for one page. Browsers follow 20. */
export const maxRedirects = 10

/** Maximum total bytes of header fields in a response, or in a request that a page sends. */
export const maxOriginHeaderBytes = 64 * 1024

/** How long a result is stored so that its later pieces can be read, in milliseconds (docs/scrape.md). */
export const snapshotMaxAgeMs = 15 * 60 * 1000

/** How long a page is kept, in milliseconds. This is also the maximum of `max_age_s`. */
export const pageMaxAgeMs = 24 * 60 * 60 * 1000

/** Maximum bytes of a request head. A prompt of 10,000 characters fits in a query string (docs/api.md, Interfaces). */
export const maxHeaderBytes = 128 * 1024

/** Maximum bytes of a JSON body sent to the REST API. */
export const maxJsonBodyBytes = 1024 * 1024

/** Maximum bytes of an MCP message, over HTTP and stdio. */
export const maxMessageBytes = 4 * 1024 * 1024

/** Default length of a piece over MCP, in characters. */
export const defaultMcpChars = 40_000

/** Default total length of all `highlights` passages, in characters. */
export const defaultHighlightsChars = 4000

/** Time limit for reading one page or document, in milliseconds. A document that takes longer is too complex. */
export const readingLimitMs = 20_000

/** Maximum length of a title, in characters. Every piece of a long page repeats it, so it must not outweigh the piece. */
export const maxTitleChars = 1000

/** Maximum steps for matching one selector on a page: enough to test ten compound selectors on each element of the largest document. */
export const maxSelectorSteps = 5_000_000

/** Maximum steps for all `extract_rules` on a page: enough for a hundred rules on each of 200,000 elements. */
export const maxRuleSteps = 20_000_000
