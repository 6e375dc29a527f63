/** Which classes, ids and attributes a page has: selectors that ask for others match nothing. */

import type { Element } from 'domhandler'

/** Nothing is listed before a sheet asks for it. */
export class PageNames {
  readonly #elements: readonly Element[]
  #words: Set<string> | null = null
  #attributes: Set<string> | null = null

  constructor(elements: readonly Element[]) {
    this.#elements = elements
  }

  /** Whether an element has the class or the id. */
  has(name: string): boolean {
    this.#words ??= wordsIn(this.#elements)
    return this.#words.has(name)
  }

  hasAttribute(name: string): boolean {
    this.#attributes ??= attributesIn(this.#elements)
    return this.#attributes.has(name)
  }
}

function wordsIn(elements: readonly Element[]): Set<string> {
  const words = new Set<string>()
  const seen = new Set<string>()
  for (const { attribs } of elements) {
    const { id, class: classes } = attribs
    if (id !== undefined) words.add(id)
    if (classes === undefined || seen.has(classes)) continue
    seen.add(classes)
    for (const word of classes.split(/\s+/)) words.add(word)
  }
  return words
}

function attributesIn(elements: readonly Element[]): Set<string> {
  const names = new Set<string>()
  for (const { attribs } of elements) for (const name in attribs) names.add(name)
  return names
}
