/** The words that a page states of itself, in its title and its description, to be counted in its texts. */

import type { PageFacts } from './page-facts.ts'

const inTitle = 1
const inDescription = 2

export class StatedWords {
  /** How many words the title has. */
  readonly titleSize: number
  readonly #places = new Map<string, number>()
  /** By length and first character: whether a word may be stated. A look-up by the word itself needs its hash. */
  readonly #mayBe = new Uint8Array(32 * 32)

  constructor({ title, description }: PageFacts) {
    this.titleSize = title.size
    for (const word of title) this.#add(word, inTitle)
    for (const word of description) this.#add(word, inDescription)
  }

  #add(word: string, place: number): void {
    this.#places.set(word, (this.#places.get(word) ?? 0) | place)
    this.#mayBe[roughly(word)] = 1
  }

  /** How many of the words stand in the title, and how many in the description. */
  count(words: readonly string[]): { title: number; description: number } {
    const counts = { title: 0, description: 0 }
    for (let n = 0; n < words.length; n++) {
      const word = words[n] as string
      const places = this.#mayBe[roughly(word)] === 1 ? this.#places.get(word) : undefined
      if (places === undefined) continue
      if (places & inTitle) counts.title++
      if (places & inDescription) counts.description++
    }
    return counts
  }
}

const roughly = (word: string) => (word.length & 31) * 32 + (word.charCodeAt(0) & 31)
