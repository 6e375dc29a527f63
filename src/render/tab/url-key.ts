/** Short names of texts that a page may make as long as it likes: URLs, and what distinguishes requests. */

import { createHash } from 'node:crypto'

const maxKeyChars = 500
const shownChars = 250

/** The text itself when it is short, else its beginning and a digest: equal texts have equal keys, and a long one is not kept. */
export function keyOf(text: string): string {
  return text.length <= maxKeyChars ? text : shorten(text, shownChars)
}

/** The same for a URL. Of `data:` and `blob:` URLs only what kind they are is kept: they hold content, not an address. */
export function urlKey(url: string): string {
  const [scheme] = /^(?:data|blob):/i.exec(url) ?? []
  return scheme === undefined ? keyOf(url) : shorten(url, /^[^,;]{0,60}/.exec(url)?.[0].length ?? scheme.length)
}

/** The part of a URL that names its scheme and host, for a parser: what follows may be of any length. */
export function beginningOf(url: string): string {
  return url.length <= maxParsedChars ? url : url.slice(0, maxParsedChars)
}

const maxParsedChars = 4096

function shorten(text: string, chars: number): string {
  // By way of bytes: a slice would keep the whole text in memory.
  const beginning = Buffer.from(text.slice(0, chars)).toString()
  return `${beginning}… ${createHash('sha256').update(text).digest('base64url')}`
}
