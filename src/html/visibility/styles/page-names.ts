/** The classes, ids and attributes used on a page. Selectors that require any other names match nothing. */

import type { PageElements } from '../../page-elements.ts'

/** Each list is built when a sheet first needs it. */
export class PageNames {
  readonly #elements: PageElements
  #words: Set<string> | null = null

  constructor(elements: PageElements) {
    this.#elements = elements
  }

  /** True if an element has the class or id. */
  has(name: string): boolean {
    this.#words ??= wordsIn(this.#elements)
    return this.#words.has(name)
  }

  hasAttribute(name: string): boolean {
    return this.#elements.having(name).length > 0
  }
}

function wordsIn(elements: PageElements): Set<string> {
  const words = new Set<string>()
  for (const { attribs } of elements.having('id')) words.add(attribs.id as string)
  for (const classes of elements.byClass.keys()) for (const word of classes.split(/\s+/)) words.add(word)
  return words
}
