/** Interns tag and attribute names: each name is a single lower-case string, and no characters are copied. */

import { html } from 'parse5'

export interface KnownName {
  /** In lower case. */
  name: string
  /** parse5's numeric ID for the element with this name. */
  tagID: number
  spelling: string
  hash: number
}

/** A power of two. Names that share a slot evict each other, so no page can make the table grow. */
const places = 4096
const known: (KnownName | undefined)[] = Array.from({ length: places })

export function nameAt(source: string, start: number, end: number, hash: number): KnownName {
  const place = (hash ^ (hash >>> 12)) & (places - 1)
  const found = known[place]
  if (found !== undefined && found.hash === hash && isAt(found.spelling, source, start, end)) return found
  // A substring would keep the whole page in memory.
  const spelling = Buffer.from(source.slice(start, end), 'latin1').toString('latin1')
  // The engine interns object keys and compares them by pointer.
  const written = spelling.toLowerCase()
  const [name = ''] = Object.keys({ [ampNames[written] ?? written]: true })
  const added = { name, tagID: html.getTagID(name), spelling, hash }
  if (spelling.length <= maxKeptChars) known[place] = added
  return added
}

const maxKeptChars = 64

/**
 * AMP's elements correspond to HTML elements with the same attributes. `amp-iframe` isn't listed, because the text in an `iframe` isn't markup.
 * @see https://amp.dev/documentation/components, 2026
 */
const ampNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ 'amp-img': 'img', 'amp-anim': 'img', 'amp-video': 'video', 'amp-audio': 'audio' },
})

function isAt(spelling: string, source: string, start: number, end: number): boolean {
  if (spelling.length !== end - start) return false
  for (let n = 0; n < spelling.length; n++) if (spelling.charCodeAt(n) !== source.charCodeAt(start + n)) return false
  return true
}
