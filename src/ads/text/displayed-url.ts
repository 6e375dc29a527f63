/** Recognizes displayed URLs, such as `www.example.com › shoes`. */

import { parse as parseHost } from 'tldts'

/** Rank of a string as a displayed URL: 0 not a URL, 1 a bare domain, 2 with `www.` or a path, 3 with a scheme. */
export type DisplayedUrlRank = 0 | 1 | 2 | 3

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?`
const displayedUrl = new RegExp(
  String.raw`^(https?://)?((?:${label}\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+))(?::\d+)?(/\S*|\s*[›»>]\s*.+)?$`,
  'iu',
)
const maxLength = 300

/** Ranks a string by its form. A bare domain counts only if it has a public suffix, so "Node.js" has rank 0. */
export function rankDisplayedUrl(text: string): DisplayedUrlRank {
  if (text.length > maxLength || !text.includes('.')) return 0
  const [, scheme, host = '', path] = displayedUrl.exec(text) ?? []
  if (host === '') return 0
  if (scheme) return 3
  if (path || /^www\./i.test(host)) return 2
  return parseHost(host).isIcann ? 1 : 0
}

/** The host of a displayed URL, in lower case and in Punycode; null if the text doesn't contain a host. */
export function displayedUrlHost(text: string): string | null {
  const [, , host] = displayedUrl.exec(text) ?? []
  return host === undefined ? null : (URL.parse(`https://${host}/`)?.hostname ?? null)
}
