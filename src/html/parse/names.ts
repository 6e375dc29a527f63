/** Names of tags and attributes as they stand in the source → one string for each, in lower case, without a copy of the characters. */

import { html } from 'parse5'

export interface KnownName {
  /** In lower case. */
  name: string
  /** parse5's number of the element that has this name. */
  tagID: number
  /** As it is written. */
  spelling: string
  hash: number
}

/** A power of two. Names that share a place displace each other: no page can make the table grow. */
const places = 4096
const known: (KnownName | undefined)[] = Array.from({ length: places })

/** The name in `source` between two places, with the hash of its characters. All of them are ASCII. */
export function nameAt(source: string, start: number, end: number, hash: number): KnownName {
  const place = (hash ^ (hash >>> 12)) & (places - 1)
  const found = known[place]
  if (found !== undefined && found.hash === hash && isAt(found.spelling, source, start, end)) return found
  // A slice would keep the whole page in memory.
  const spelling = Buffer.from(source.slice(start, end), 'latin1').toString('latin1')
  // The engine compares the keys of objects by their places in memory.
  const [name = ''] = Object.keys({ [spelling.toLowerCase()]: true })
  const added = { name, tagID: html.getTagID(name), spelling, hash }
  if (spelling.length <= maxKeptChars) known[place] = added
  return added
}

const maxKeptChars = 64

function isAt(spelling: string, source: string, start: number, end: number): boolean {
  if (spelling.length !== end - start) return false
  for (let n = 0; n < spelling.length; n++) if (spelling.charCodeAt(n) !== source.charCodeAt(start + n)) return false
  return true
}
