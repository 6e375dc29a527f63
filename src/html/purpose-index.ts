/** Finds the purposes that words in class names and ids refer to. */

/** Purposes already found, by name, because a page repeats the same few names. One map per document. */
export type KnownNames = Map<string, readonly number[]>

const none: readonly number[] = []
/** Longer lists of names are truncated. */
const maxNamesChars = 300
const letters = 26
/** States of the word search: `dead` if no word continues with these letters, `start` if no letters have been read yet. */
const dead = 0
const start = 1

/** `has-sidebar` and similar names describe something that comes with the element. */
const accompaniment = /(?:with|has|no|without|use|uses|is)[-_][\w-]+/iy

/** Purposes are numbered from 0 rather than stored in a bit mask, which would limit their number. */
export class PurposeIndex {
  /** The next state, at index 26 × state + letter. Names are read letter by letter, without creating strings. */
  readonly #next: Uint16Array
  /** The purposes of the word that ends at each state. */
  readonly #purposes: (readonly number[])[] = [none, none]
  /** Including hyphens: `table-of-contents`. */
  readonly #maxNameChars: number

  /** `words`: the words for each purpose, using only the letters a to z, separated by spaces. A word may have several purposes. */
  constructor(words: readonly string[]) {
    const all = words.flatMap((list, purpose) => list.split(' ').map((word) => ({ word, purpose })))
    this.#next = new Uint16Array(letters * all.reduce((states, { word }) => states + word.length, start + 1))
    for (const { word, purpose } of all) {
      let state = start
      for (const letter of word) state = this.#add(letters * state + letter.charCodeAt(0) - 97)
      this.#purposes[state] = [...new Set([...(this.#purposes[state] as readonly number[]), purpose])]
    }
    this.#maxNameChars = 2 * Math.max(...all.map(({ word }) => word.length))
  }

  #add(at: number): number {
    if (this.#next[at] === 0) this.#next[at] = this.#purposes.push(none) - 1
    return this.#next[at] as number
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
  scan(allNames: string): readonly number[] {
    const names = allNames.length > maxNamesChars ? allNames.slice(0, maxNamesChars) : allNames
    const end = names.length
    const next = this.#next
    const found: number[] = []
    let word = start
    // The name without hyphens is looked up too, and so are the parts of a camelCase name.
    let whole = start
    let wholeAt = 0
    let isAfterLower = false
    let isFirst = true
    for (let n = 0; n < end; n++) {
      const code = names.charCodeAt(n)
      const letter = (code | 32) - 97
      if (letter >= 0 && letter < letters && code < 128) {
        const isLower = code >= 97
        if (isAfterLower && !isLower) {
          this.#take(word, found)
          if (n - wholeAt <= this.#maxNameChars) this.#take(whole, found)
          word = start
          whole = start
          wholeAt = n
        } else if (isFirst && mayAccompany(letter)) {
          accompaniment.lastIndex = n
          if (accompaniment.test(names)) {
            if (n - 1 - wholeAt <= this.#maxNameChars) this.#take(whole, found)
            n = accompaniment.lastIndex - 1
            whole = start
            wholeAt = n + 1
            isFirst = false
            isAfterLower = false
            continue
          }
        }
        word = next[letters * word + letter] as number
        whole = next[letters * whole + letter] as number
        isAfterLower = isLower
        isFirst = false
        continue
      }
      isAfterLower = false
      this.#take(word, found)
      word = start
      isFirst = code === 45 || code === 95
      if (isFirst) continue
      if (code === 32 || (code >= 9 && code <= 13)) {
        if (n - wholeAt <= this.#maxNameChars) this.#take(whole, found)
        whole = start
        wholeAt = n + 1
        isFirst = true
      } else whole = dead
    }
    this.#take(word, found)
    if (end - wholeAt <= this.#maxNameChars) this.#take(whole, found)
    return found.length > 0 ? found : none
  }

  #take(state: number, found: number[]): void {
    const purposes = this.#purposes[state] as readonly number[]
    for (let n = 0; n < purposes.length; n++) {
      const purpose = purposes[n] as number
      if (!found.includes(purpose)) found.push(purpose)
    }
  }
}

/** True if one of the words in `accompaniment` starts with this letter. */
function mayAccompany(letter: number): boolean {
  return letter === 22 || letter === 7 || letter === 13 || letter === 20 || letter === 8
}
