/** How much can a result page hold? Beyond these bounds it is no page of Google's, and reading it all would cost seconds. */

import type { ParentNode } from 'domhandler'

/** Ad links of a page; the fullest pages seen hold about a hundred. */
export const maxLinks = 800
/** Titles of ads and of their sitelinks. */
export const maxTitles = 300
/** Texts that read as addresses, organic results' included. */
export const maxAddresses = 2000
/** Businesses in lists of places. */
export const maxPlaces = 200

// The largest ads seen hold about a thousand nodes, their dialogs included.
const maxNodes = 5000

/** Is the piece of the page too large to be one ad, or one offer's tile? Looks at no more nodes than may be in one. */
export function isLarge(root: ParentNode): boolean {
  let left = maxNodes
  const inside: ParentNode[] = [root]
  for (const one of inside) {
    left -= one.children.length
    if (left < 0) return true
    for (const child of one.children) if ('children' in child) inside.push(child)
  }
  return false
}
