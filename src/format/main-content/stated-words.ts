/** Words to look for in a page's text because the page itself states them elsewhere. */

/** One bit for each place where a word may occur. */
export const statedPlaces = { title: 1, description: 2, data: 4 }

export class StatedWords {
  readonly #places = new Map<string, number>()
  /** Rules out most words by length and outer characters, because looking a word up in the map requires a copy of it. */
  readonly #mayBe = new Uint8Array(4096)

  constructor({ title, description, data }: Record<keyof typeof statedPlaces, ReadonlySet<string>>) {
    for (const word of title) this.#add(word, statedPlaces.title)
    for (const word of description) this.#add(word, statedPlaces.description)
    for (const word of data) this.#add(word, statedPlaces.data)
  }

  #add(word: string, place: number): void {
    this.#places.set(word, (this.#places.get(word) ?? 0) | place)
    this.#mayBe[roughly(word, 0, word.length)] = 1
  }

  /** Returns where else the word from `from` up to, but not including, `to` occurs, as bits of `statedPlaces`. */
  placesOf(lower: string, from: number, to: number): number {
    if (this.#mayBe[roughly(lower, from, to)] === 0) return 0
    return this.#places.get(lower.slice(from, to)) ?? 0
  }

  /** False for most words of a text in any case that don't occur elsewhere. */
  mayHold(text: string, from: number, to: number): boolean {
    return !isLatin(text, from) || !isLatin(text, to - 1) || this.#mayBe[roughly(text, from, to)] !== 0
  }
}

/** True if a letter differs from its capital in one bit only, which `roughly` ignores. */
const isLatin = (text: string, at: number) => codeAt(text, at) < 256

const roughly = (text: string, from: number, to: number) =>
  (((to - from) << 7) ^ ((codeAt(text, from) & 31) << 3) ^ (codeAt(text, to - 1) & 31)) & 4095

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const wordPattern = new RegExp(`[${wide}]|(?:(?![${wide}])[\\p{L}\\p{N}_])+`, 'gu')

/**
 * Returns the words of a string in lower case. Words consist of letters, digits and `_`. In a writing system without spaces, each character
 * is a word.
 */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}

const { charCodeAt } = String.prototype

/**
 * Like `charCodeAt`, but several times as fast in code that reads strings of more than four of V8's kinds: slices, concatenations, and so on.
 * There, V8 would look the method up again for each character.
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at)
}
