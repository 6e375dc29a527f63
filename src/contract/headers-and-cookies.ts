/** The parameters `headers` and `cookies`, which are sent with requests to the origin of `url` (docs/scrape.md). */

import { z } from 'zod'
import { addProblem } from './parameters.ts'

/** Header fields set by the connection, the engine or the address guard. @see RFC 9110 §7.6.1 */
const reservedNames =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|expect|host|user-agent|cookie|range|accept-encoding|(?:if|proxy|sec|content)-.*)$/i

/** @see RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Characters allowed in a field value: visible ASCII, spaces, tabs and Latin-1. @see RFC 9110 §5.5 */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** RFC 6265 allows fewer characters, but in practice, sites and browsers use any character that doesn't end a cookie. */
const cookieValue = /^[\x20-\x3a\x3c-\x7e]*$/

export const ownHeaders = textMap('header', fieldValue, {
  description: "Request headers, such as Authorization. Sent only to the URL's origin, never logged or echoed.",
  examples: [{ Authorization: 'Bearer TOKEN' }],
})

export const ownCookies = textMap('cookie', cookieValue, {
  description: "Cookies. Sent only to the URL's origin, never logged or echoed.",
  examples: [{ session: 'VALUE' }],
})

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name
}

const maxEntries = 20
/** Total length of names and values, in UTF-16 units. */
const maxChars = 8192

/** An object of strings, with at most 20 entries and 8,192 characters in total. Problems are value_errors that never contain a value. */
function textMap(kind: 'header' | 'cookie', allowed: RegExp, meta: z.core.GlobalMeta) {
  return z
    .record(z.string(), z.string())
    .overwrite(inOrder)
    .check((context) => {
      const problem = problemOf(Object.entries(context.value), kind, allowed)
      if (problem !== null) addProblem(context, 'value_error', `Value error, ${problem}`)
    })
    .optional()
    .meta(meta)
}

/** Sorts the entries, so that equal maps give equal JSON. */
function inOrder(map: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function problemOf(entries: [string, string][], kind: 'header' | 'cookie', allowed: RegExp): string | null {
  if (entries.length > maxEntries) return `there should be at most ${maxEntries} entries`
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > maxChars) {
    return `names and values should have at most ${maxChars} characters in total`
  }
  const isHeader = kind === 'header'
  // The names of cookies are case-sensitive.
  const names = new Set(entries.map(([name]) => (isHeader ? name.toLowerCase() : name)))
  if (names.size < entries.length) return 'a name is duplicated'
  for (const [name, value] of entries) {
    if (!token.test(name)) return `one of the names is not a valid ${kind} name`
    if (isHeader && reservedNames.test(name)) return `the header ${shortened(name)} can't be set`
    if (!allowed.test(value)) {
      return `the value of ${shortened(name)} contains characters that are not allowed in a ${kind}`
    }
  }
  return null
}
