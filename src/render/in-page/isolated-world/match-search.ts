/** Searches for a match of the caller's selector in the document and in what will be read of it. */

import type { MatchAnswer } from './results.ts'

/** Takes the next steps, at most `count`. */
export type MatchSearch = (count: number) => MatchAnswer

/**
 * A match counts in the document, and where it has shadow trees or frames also in the document with these in their places, as it is
 * read: `flatten` returns its HTML, or null where it is the same. A selector that may look at all other elements for each of them is
 * asked element by element: nothing could interrupt `querySelector`, and the page's clock, which stands still meanwhile, tells no time.
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
    // The document that is parsed has no window: nothing in it runs or loads.
    if (flat !== null) yield* lookIn(new DOMParser().parseFromString(flat, 'text/html'))
  }

  function* lookIn(within: Document): Generator<boolean, undefined> {
    if (!isSlow) yield within.querySelector(selector) !== null
    else for (const element of within.getElementsByTagName('*')) yield element.matches(selector)
  }
}
