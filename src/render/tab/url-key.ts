/** Short keys for strings of any length that a page may produce: URLs and request identities. */

import { createHash } from 'node:crypto'

const maxKeyChars = 500
const shownChars = 250

/** The string itself if it is short, else its start and a digest. Equal strings have equal keys, and a long string isn't kept. */
export function keyOf(text: string): string {
  return text.length <= maxKeyChars ? text : shorten(text, shownChars)
}

/** The same for a URL. For `data:` and `blob:` URLs only their type is kept: they hold content, not an address. */
export function urlKey(url: string): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  return scheme === undefined ? keyOf(url) : shorten(url, /^[^,;]{0,60}/.exec(url)?.[0].length ?? scheme.length)
}

/** The start of a URL, with its scheme and host, for a parser: the rest may be of any length. */
export function beginningOf(url: string): string {
  return url.length <= maxParsedChars ? url : url.slice(0, maxParsedChars)
}

const maxParsedChars = 4096

function shorten(text: string, chars: number): string {
  // Copied through bytes: a slice would keep the whole string in memory.
  const beginning = Buffer.from(text.slice(0, chars)).toString()
  return `${beginning}… ${createHash('sha256').update(text).digest('base64url')}`
}
