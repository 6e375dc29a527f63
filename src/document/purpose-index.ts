/** Reads the purposes that words in class names and ids speak of. */

/** What names were found to speak of: a page repeats the same few. One map for each document. */
export type KnownNames = Map<string, readonly number[]>

const none: readonly number[] = []
/** Longer lists of names are cut. */
const maxNamesChars = 300

/** Purposes are numbered from 0 and may be any number: a list of numbers has no upper limit, as a bit mask has. */
export class PurposeIndex {
  readonly #purposesOfWord = new Map<string, readonly number[]>()
  /** With its hyphens: `table-of-contents`. */
  readonly #longestName: number

  /** `words`: those of each purpose, parted by spaces. A word may speak of several purposes. */
  constructor(words: readonly string[]) {
    words.forEach((list, purpose) => {
      for (const word of list.split(' ')) this.#purposesOfWord.set(word, union(this.#ofWord(word), [purpose]))
    })
    this.#longestName = 2 * Math.max(...[...this.#purposesOfWord.keys()].map(({ length }) => length))
  }

  /** Numbers of the purposes that names, parted by white space, speak of; each once. */
  read(names: string, known: KnownNames): readonly number[] {
    const before = known.get(names)
    if (before !== undefined) return before
    let all = none
    for (const name of names.slice(0, maxNamesChars).split(/\s+/)) {
      let purposes = known.get(name)
      if (purposes === undefined) {
        // Most names are one plain word.
        purposes = /^[a-z]*$/.test(name) ? this.#ofWord(name) : this.#ofCompound(name)
        known.set(name, purposes)
      }
      all = union(all, purposes)
    }
    known.set(names, all)
    return all
  }

  #ofWord(word: string): readonly number[] {
    return this.#purposesOfWord.get(word) ?? none
  }

  #ofCompound(compound: string): readonly number[] {
    let all = none
    const plain = compound
      // `has-sidebar` and its like speak of what accompanies the element.
      .replace(/(?:^|[_-])(?:with|has|no|without|use|uses|is)[-_][\w-]+/gi, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
    for (const name of plain.split(' ')) {
      if (name.length <= this.#longestName) all = union(all, this.#ofWord(name.replace(/[-_]/g, '')))
      for (const word of name.match(/[a-z]+/g) ?? []) all = union(all, this.#ofWord(word))
    }
    return all
  }
}

function union(some: readonly number[], others: readonly number[]): readonly number[] {
  if (others.length === 0) return some
  return some.length === 0 ? others : [...new Set([...some, ...others])]
}
