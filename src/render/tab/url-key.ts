/** Short keys for strings of any length that come from pages: URLs and request identities. */

import { createHash } from 'node:crypto'

const maxKeyChars = 500
const shownChars = 250

/** Returns a short string unchanged, or the start and a digest of a long one. Equal strings have equal keys. */
export function keyOf(text: string): string {
  return text.length <= maxKeyChars ? text : shorten(text, shownChars)
}

/** Returns the key for a URL. Keeps only the type of `data:` and `blob:` URLs, which contain data instead of an address. */
export function urlKey(url: string): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  return scheme === undefined ? keyOf(url) : shorten(url, /^[^,;]{0,60}/.exec(url)?.[0].length ?? scheme.length)
}

/** Returns the start of a URL, which is enough for its scheme and host. The rest may have any length. */
export function beginningOf(url: string): string {
  return url.length <= maxParsedChars ? url : url.slice(0, maxParsedChars)
}

const maxParsedChars = 4096

function shorten(text: string, chars: number): string {
  // Converting to bytes copies the text. A slice would keep the whole string in memory.
  const beginning = Buffer.from(text.slice(0, chars)).toString()
  return `${beginning}… ${createHash('sha256').update(text).digest('base64url')}`
}
