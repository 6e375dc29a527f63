/** The parameters `headers` and `cookies`: what a caller sends with requests to the origin of `url` (docs/scrape.md). */

import { textMap } from './text-map.ts'

/** The parameters whose values are secrets: no text about a call repeats them. */
export const secretParameters: ReadonlySet<string> = new Set(['headers', 'cookies'])

/** Names of header fields that the connection, the engine or the guard sets. @see RFC 9110 §7.6.1 */
const reservedNames =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|host|user-agent|cookie|range|accept-encoding|(?:if|proxy|sec|content)-.*)$/i

/** @see RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Characters that a field may hold: visible ASCII, spaces, tabs and Latin-1. @see RFC 9110 §5.5 */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** RFC 6265 allows fewer; sites set, and browsers send back, whatever ends no cookie. */
const cookieValue = /^[\x20-\x3a\x3c-\x7e]*$/

export const ownHeaders = textMap({
  description:
    'Request headers for the origin of url, such as Authorization: sent to no other origin, never logged or echoed.',
  example: { Authorization: 'Bearer TOKEN' },
  ignoresCase: true,
  check(name, value) {
    if (!token.test(name)) return 'a name is not one of a header field'
    if (reservedNames.test(name)) return `the header ${shortened(name)} can't be set`
    return fieldValue.test(value) ? null : `the value of ${shortened(name)} holds characters that a header can't`
  },
})

export const ownCookies = textMap({
  description: 'Cookies for the origin of url: sent to no other origin, never logged or echoed.',
  example: { session: 'VALUE' },
  check(name, value) {
    if (!token.test(name)) return 'a name is not one of a cookie'
    return cookieValue.test(value) ? null : `the value of ${shortened(name)} holds characters that a cookie can't`
  },
})

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}
