/** Recognizes a query string in which the page's URL isn't percent-encoded, so that a part of it was read as parameters. */

import { ServiceError } from '../../base/errors.ts'

/**
 * Returns `error`, with a next step that mentions the encoding if faulty parameters may belong to the page's URL. Valid parameters may belong
 * to it too, but most callers who leave the URL unencoded mean them for Gleaner.
 * @example
 * // GET /v1/scrape?url=https://a.example/?q=1&foo=2
 * // If foo belongs to the page's URL, percent-encode url. Otherwise, remove the unknown parameter or correct its name.
 */
export function explainUnencodedUrl(error: unknown, query: string): unknown {
  if (!(error instanceof ServiceError)) return error
  const parts = query.split('&')
  const url = parts.findIndex((part) => part.startsWith('url=') && part.includes('?'))
  const following = url < 0 ? new Set<string>() : new Set(new URLSearchParams(parts.slice(url + 1).join('&')).keys())
  const suspects = new Set(error.problems.map(({ loc }) => loc[1] ?? '').filter((name) => following.has(name)))
  if (suspects.size === 0) return error
  const names = [...suspects].slice(0, 5).join(', ')
  const condition = `If ${names} ${suspects.size === 1 ? 'belongs' : 'belong'} to the page's URL, percent-encode url.`
  return error.withNext(`${condition} Otherwise, ${error.next.charAt(0).toLowerCase()}${error.next.slice(1)}`)
}
