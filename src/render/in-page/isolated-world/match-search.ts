/** Searches for a match of the caller's selector in the document, and in the version of it that will be read. */

import type { MatchAnswer } from './results.ts'

/** Takes up to `count` further steps. */
export type MatchSearch = (count: number) => MatchAnswer

/**
 * A match in the document counts. If it has shadow trees or frames, so does a match in the flattened version, which is the one read:
 * `flatten` returns its HTML, or null if it is the same. A selector that may compare each element with all others is tested element by
 * element: nothing could interrupt `querySelector`, and the page's clock doesn't move in the meantime.
 */
export function createMatchSearch(selector: string, flatten: () => string | null): MatchSearch {
  const isSlow = /:has\(|~/i.test(selector)
  const steps = takeSteps()
  return (count) => {
    try {
      for (let taken = 0; taken < count; taken++) {
        const { value, done } = steps.next()
        if (done) return 'none'
        if (value) return 'found'
      }
      return 'more'
    } catch (error) {
      return (error as Error).name === 'SyntaxError' ? 'unsupported' : 'none'
    }
  }

  function* takeSteps(): Generator<boolean, undefined> {
    yield* lookIn(document)
    const flat = flatten()
    // The parsed document has no window, so nothing in it runs or loads.
    if (flat !== null) yield* lookIn(new DOMParser().parseFromString(flat, 'text/html'))
  }

  function* lookIn(within: Document): Generator<boolean, undefined> {
    if (!isSlow) yield within.querySelector(selector) !== null
    else for (const element of within.getElementsByTagName('*')) yield element.matches(selector)
  }
}
