/** Finds the purposes that words in class names and ids refer to. */

import { addTo } from './page-elements.ts'

const none: readonly number[] = []
/** Longer lists of names are truncated. */
const maxNamesChars = 300
/** Purposes of this many names are remembered, because pages repeat the same names. */
const maxKnownNames = 20_000
const camelCase = /(?<=[a-z])(?=[A-Z])/g

/** `has-sidebar` and similar names describe something that the element contains or accompanies. */
const accompaniment = /(?<=^|[\s_-])(?:with|has|no|without|use|uses|is)[-_][\w-]+/gi

export class PurposeIndex {
  readonly #purposes = new Map<string, number[]>()
  readonly #known = new Map<string, readonly number[]>()

  /** `words`: the words for each purpose, written in the letters a to z and separated by spaces. A word may have several purposes. */
  constructor(words: readonly string[]) {
    for (const [purpose, list] of words.entries())
      for (const word of new Set(list.split(' '))) addTo(this.#purposes, word, purpose)
  }

  /** Indexes of the purposes that whitespace-separated names refer to, without duplicates. */
  read(names: string): readonly number[] {
    const all = names.slice(0, maxNamesChars).match(/\S+/g) ?? []
    if (all.length === 1) return this.#ofName(all[0] as string)
    const found: number[] = []
    for (const name of all) for (const purpose of this.#ofName(name)) if (!found.includes(purpose)) found.push(purpose)
    return found
  }

  #ofName(name: string): readonly number[] {
    let found = this.#known.get(name)
    if (found === undefined) {
      found = this.#findAll(name)
      if (this.#known.size >= maxKnownNames) this.#known.clear()
      this.#known.set(name, found)
    }
    return found
  }

  #findAll(name: string): readonly number[] {
    const found = new Set<number>()
    const parts = name.replace(accompaniment, ' ').replace(camelCase, ' ').toLowerCase().split(' ')
    for (const part of parts) {
      // The name is also looked up without its hyphens: `table-of-contents`.
      for (const word of [...part.split(/[^a-z]+/), part.replace(/[-_]/g, '')])
        for (const purpose of this.#purposes.get(word) ?? none) found.add(purpose)
    }
    return found.size > 0 ? [...found] : none
  }
}
