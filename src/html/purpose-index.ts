/** Finds the purposes that words in class names and ids refer to. */

import { addTo } from './page-elements.ts'

const none: readonly number[] = []
/** Longer lists of names are truncated. */
const maxNamesChars = 300
/** The purposes of this many names are remembered, because pages repeat the same names. */
const maxKnownNames = 20_000
const hump = /[a-z][A-Z]/
const camelCase = /(?<=[a-z])(?=[A-Z])/g

/** `has-sidebar` and similar names describe something that the element contains or accompanies. */
const mayAccompany = /(?:with|has|no|without|uses?|is)[-_]/i
const accompaniment = /(?<=^|[\s_-])(?:with|has|no|without|uses?|is)[-_][\w-]+/gi

export class PurposeIndex {
  readonly #purposes = new Map<string, number[]>()
  readonly #known = new Map<string, readonly number[]>()

  /** `words`: the words for each purpose, written with the letters a to z and separated by spaces. A word may have several purposes. */
  constructor(words: readonly string[]) {
    for (const [purpose, list] of words.entries())
      for (const word of new Set(list.split(' '))) addTo(this.#purposes, word, purpose)
  }

  /** Indexes of the purposes that whitespace-separated names refer to, without duplicates. */
  read(allNames: string): readonly number[] {
    const names = allNames.slice(0, maxNamesChars)
    let found = this.#known.get(names)
    if (found === undefined) {
      found = this.#find(names)
      if (this.#known.size >= maxKnownNames) this.#known.clear()
      // Converting to bytes copies the names. A slice would keep the whole page in memory.
      this.#known.set(Buffer.from(names).toString(), found)
    }
    return found
  }

  #find(names: string): readonly number[] {
    const found: number[] = []
    const add = (word: string) => {
      for (const purpose of this.#purposes.get(word) ?? none) if (!found.includes(purpose)) found.push(purpose)
    }
    // The two expressions are slow, and few names need them.
    const own = mayAccompany.test(names) ? names.replace(accompaniment, ' ') : names
    const parts = hump.test(own) ? own.replace(camelCase, ' ') : own
    for (const name of parts.toLowerCase().split(/\s+/)) {
      for (const word of name.match(/[a-z]+/g) ?? []) add(word)
      // The name is also looked up without its hyphens: `table-of-contents`.
      add(name.replace(/[-_]/g, ''))
    }
    return found.length > 0 ? found : none
  }
}
