/** Finds the purposes that words in class names and ids refer to. */

import { addTo } from './page-elements.ts'

/** Purposes already found, keyed by name, because a page repeats the same few names. There is one map per document. */
export type KnownNames = Map<string, readonly number[]>

const none: readonly number[] = []
/** Longer lists of names are truncated. */
const maxNamesChars = 300
const camelCase = /(?<=[a-z])(?=[A-Z])/g

/** `has-sidebar` and similar names describe something that the element contains or accompanies. */
const accompaniment = /(?<=^|[\s_-])(?:with|has|no|without|use|uses|is)[-_][\w-]+/gi

export class PurposeIndex {
  readonly #purposes = new Map<string, number[]>()

  /** `words`: the words for each purpose, written in the letters a to z and separated by spaces. A word may have several purposes. */
  constructor(words: readonly string[]) {
    for (const [purpose, list] of words.entries())
      for (const word of new Set(list.split(' '))) addTo(this.#purposes, word, purpose)
  }

  /** Indexes of the purposes that whitespace-separated names refer to, without duplicates. */
  read(names: string, known: KnownNames): readonly number[] {
    const before = known.get(names)
    if (before !== undefined) return before
    const all = this.scan(names)
    known.set(names, all)
    return all
  }

  /** Like `read`, for names that are rarely repeated. */
  scan(names: string): readonly number[] {
    const found: number[] = []
    const parts = names.slice(0, maxNamesChars).replace(accompaniment, ' ').replace(camelCase, ' ')
    for (const name of parts.toLowerCase().split(/\s+/)) {
      // The name is also looked up without its hyphens: `table-of-contents`.
      for (const word of [...name.split(/[^a-z]+/), name.replace(/[-_]/g, '')]) {
        for (const purpose of this.#purposes.get(word) ?? none) if (!found.includes(purpose)) found.push(purpose)
      }
    }
    return found.length > 0 ? found : none
  }
}
