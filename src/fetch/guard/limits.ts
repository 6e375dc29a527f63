/** Limits on what an origin may send, for both engines. */

/** All header fields of a response together, in bytes; the same of a request that a page sends. */
export const maxOriginHeaderBytes = 64 * 1024

/** Redirects that are followed for one page. Browsers follow 20. */
export const maxRedirects = 10
