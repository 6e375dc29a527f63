/** Limits for reading a result page. Google's pages stay far below them. A page that exceeds them would take seconds of CPU time. */

import type { ParentNode } from 'domhandler'

/** Ad links on a page. The largest number seen is about a hundred. */
export const maxAdLinks = 800
export const maxTitles = 300
/** Strings with the form of a displayed URL, including those of organic results. */
export const maxDisplayedUrls = 2000
/** Businesses in lists of places. */
export const maxLocalBusinesses = 200

export const maxDetailLines = 80

// The largest ads seen have about a thousand nodes, including their dialogs.
const maxNodes = 5000

/** True if the subtree is too large for one ad or one tile. Visits no more nodes than the limit. */
export function isTooLarge(root: ParentNode): boolean {
  let left = maxNodes
  const parents: ParentNode[] = [root]
  for (const parent of parents) {
    left -= parent.children.length
    if (left < 0) return true
    for (const child of parent.children) if ('children' in child) parents.push(child)
  }
  return false
}
