/** Searches for a match of the caller's selector in the document and in its flattened version. */

import type { MatchAnswer } from './results.ts'

/**
 * A match in the document counts, and so does a match in the flattened version, which is the one that is read later. `flatten` returns its
 * HTML, or null if the two versions are the same. A selector that may compare each element with all others is tested element by element,
 * because `querySelector` can't be interrupted.
 */
export function searchMatch(selector: string, flatten: () => string | null): MatchAnswer {
  const isSlow = /:has\(|~/i.test(selector)
  try {
    if (isIn(document)) return 'found'
    const flat = flatten()
    // The parsed document has no window, so nothing in it runs or loads.
    return flat !== null && isIn(new DOMParser().parseFromString(flat, 'text/html')) ? 'found' : 'none'
  } catch (error) {
    return (error as Error).name === 'SyntaxError' ? 'unsupported' : 'none'
  }

  function isIn(within: Document): boolean {
    if (!isSlow) return within.querySelector(selector) !== null
    for (const element of within.getElementsByTagName('*')) if (element.matches(selector)) return true
    return false
  }
}
