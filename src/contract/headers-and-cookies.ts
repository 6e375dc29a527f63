/** The parameters `headers` and `cookies`, which are sent with requests to the origin of `url` (docs/scrape.md). */

import { textMap } from './text-map.ts'

/** Header fields set by the connection, the engine or the address guard. @see RFC 9110 §7.6.1 */
const reservedNames =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|host|user-agent|cookie|range|accept-encoding|(?:if|proxy|sec|content)-.*)$/i

/** @see RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Characters allowed in a field value: visible ASCII, spaces, tabs and Latin-1. @see RFC 9110 §5.5 */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** RFC 6265 allows fewer characters, but in practice, sites and browsers use any character that doesn't end a cookie. */
const cookieValue = /^[\x20-\x3a\x3c-\x7e]*$/

export const ownHeaders = textMap({
  description: "Request headers, such as Authorization. Sent only to the URL's origin, never logged or echoed.",
  example: { Authorization: 'Bearer TOKEN' },
  ignoresCase: true,
  check(name, value) {
    if (!token.test(name)) return 'one of the names is not a valid header name'
    if (reservedNames.test(name)) return `the header ${shortened(name)} can't be set`
    return fieldValue.test(value)
      ? null
      : `the value of ${shortened(name)} contains characters that are not allowed in a header`
  },
})

export const ownCookies = textMap({
  description: "Cookies. Sent only to the URL's origin, never logged or echoed.",
  example: { session: 'VALUE' },
  check(name, value) {
    if (!token.test(name)) return 'one of the names is not a valid cookie name'
    return cookieValue.test(value)
      ? null
      : `the value of ${shortened(name)} contains characters that are not allowed in a cookie`
  },
})

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
