/** Words to look for in a page's text because the page itself states them elsewhere. */

/** One bit for each place where a word may occur. */
export const statedPlaces = { title: 1, description: 2, data: 4 }

export class StatedWords {
  readonly #places = new Map<string, number>()
  /** Rules out most words by length and first character, because looking a word up in the map requires a copy of it. */
  readonly #mayBe = new Uint8Array(32 * 32)

  constructor({ title, description, data }: Record<keyof typeof statedPlaces, ReadonlySet<string>>) {
    for (const word of title) this.#add(word, statedPlaces.title)
    for (const word of description) this.#add(word, statedPlaces.description)
    for (const word of data) this.#add(word, statedPlaces.data)
  }

  #add(word: string, place: number): void {
    this.#places.set(word, (this.#places.get(word) ?? 0) | place)
    this.#mayBe[roughly(word.charCodeAt(0), word.length)] = 1
  }

  /** Returns where else the word from `from` up to, but not including, `to` occurs, as bits of `statedPlaces`. */
  placesOf(text: string, from: number, to: number): number {
    if (this.#mayBe[roughly(text.charCodeAt(from), to - from)] === 0) return 0
    return this.#places.get(text.slice(from, to)) ?? 0
  }
}

const roughly = (first: number, length: number) => (length & 31) * 32 + (first & 31)

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const wordPattern = new RegExp(`[${wide}]|(?:(?![${wide}])[\\p{L}\\p{N}_])+`, 'gu')

/**
 * Returns the words of a string in lower case. Words consist of letters, digits and `_`. In a writing system without spaces, each character
 * is a word.
 */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}
