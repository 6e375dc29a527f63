/** Limits on what an origin may send, for both engines. */

/** All header fields of a message together, in bytes. */
export const maxHeaderBytes = 64 * 1024

/** Redirects that are followed for one page. Browsers follow 20. */
export const maxRedirects = 10
