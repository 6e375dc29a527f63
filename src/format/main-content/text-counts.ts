/** Counts the words and character classes in a page's text nodes, in one pass per node. */

import { collapseAndTrim } from '../../html/white-space.ts'

/** Character classes; 0 means not yet determined. Characters of the classes from `letter` to `capital` make up words. */
const other = 1
const letter = 2
const digit = 3
const capital = 4
const comma = 5
const sentenceEnd = 6
/** The first half of a character that consists of two code units. */
const half = 7
const white = 8
/** A character of a writing system without spaces between words. */
const wide = 9
/** The end of a sentence in such a writing system, which needs no space after it. */
const wideEnd = 10

const dottedCapital = 'İ'.charCodeAt(0)

/** Number of letters that such a character counts as, because it carries that much information. Two such characters make a word. */
const lettersPerWide = 3

/** Counts for a page's text nodes, in columns indexed by node number, because a page may have a million text nodes. */
export class TextCounts {
  /** Words made of letters, digits and `_`. */
  readonly words: Int32Array
  /** Length with white space collapsed, in letters. A character of a writing system without spaces counts as three letters. */
  readonly chars: Int32Array
  /** Words that also occur in the page's title, in its description, and in the long strings of its JSON-LD. */
  readonly inTitle: Float32Array
  readonly inDescription: Float32Array
  readonly inData: Float32Array
  /** Number of sentence ends (`.`, `!`, `?` and the like at the end of a word), up to 255. Commas are counted the same way. */
  readonly sentenceEnds: Uint8ClampedArray
  readonly commas: Uint8ClampedArray
  readonly digits: Int32Array
  readonly uppercase: Int32Array
  readonly #stated: StatedWords
  /** The text in lower case, once a word may be a stated one. */
  #lower: string | null = null

  constructor(texts: number, stated: StatedWords) {
    const zeros = () => new Int32Array(texts)
    this.words = zeros()
    this.chars = zeros()
    this.inTitle = new Float32Array(texts)
    this.inDescription = new Float32Array(texts)
    this.inData = new Float32Array(texts)
    this.sentenceEnds = new Uint8ClampedArray(texts)
    this.commas = new Uint8ClampedArray(texts)
    this.digits = zeros()
    this.uppercase = zeros()
    this.#stated = stated
  }

  /** Counts the uncleaned text of a node, and returns it with white space collapsed. */
  read(raw: string, number: number): string {
    const text = collapseAndTrim(raw)
    const wides = this.#count(text, number)
    this.chars[number] = text.length + (lettersPerWide - 1) * wides
    return text
  }

  #count(text: string, number: number): number {
    const { length } = text
    this.#lower = null
    let sentenceEnds = 0
    let commas = 0
    let digits = 0
    let uppercase = 0
    let wordAt = -1
    let words = 0
    let wides = 0
    for (let n = 0; n < length; n++) {
      const code = codeAt(text, n)
      let characterClass = classOfCode[code] || readClass(code)
      const at = n
      if (characterClass === half) {
        const point = text.codePointAt(n) as number
        characterClass = classOf(point)
        if (point > 0xffff) n++
      }
      if (characterClass >= letter && characterClass <= capital) {
        if (wordAt < 0) wordAt = at
        if (characterClass === digit) digits++
        else if (characterClass === capital) uppercase++
        // Its lower case is longer, which shifts all words after it.
        if (code === dottedCapital) this.#lower ??= text.toLowerCase()
        continue
      }
      if (wordAt >= 0) {
        words++
        this.#look(text, wordAt, at, number, 1)
        wordAt = -1
      }
      if (characterClass === wide) {
        wides++
        this.#look(text, at, n + 1, number, 0.5)
      } else if (characterClass === comma) commas++
      else if (characterClass === wideEnd || (characterClass === sentenceEnd && isWhiteAt(text, n + 1))) sentenceEnds++
    }
    if (wordAt >= 0) {
      words++
      this.#look(text, wordAt, length, number, 1)
    }
    this.words[number] = words + Math.ceil(wides / 2)
    this.sentenceEnds[number] = sentenceEnds
    this.commas[number] = commas
    this.digits[number] = digits
    this.uppercase[number] = uppercase
    return wides
  }

  #look(text: string, from: number, to: number, number: number, count: number): void {
    if (this.#lower === null) {
      if (!this.#stated.mayHold(text, from, to)) return
      this.#lower = text.toLowerCase()
    }
    const places = this.#stated.placesOf(this.#lower, from, to)
    if (places === 0) return
    if (places & statedPlaces.title) this.inTitle[number] = (this.inTitle[number] as number) + count
    if (places & statedPlaces.description) this.inDescription[number] = (this.inDescription[number] as number) + count
    if (places & statedPlaces.data) this.inData[number] = (this.inData[number] as number) + count
  }
}

/** Returns the length of a string in letters, after collapsing its white space and trimming its ends. */
export function lengthInLetters(text: string): number {
  let length = 0
  let isAfterSpace = true
  const end = text.length
  for (let n = 0; n < end; n++) {
    const code = codeAt(text, n)
    const characterClass = classOfCode[code] || readClass(code)
    const isSpace = characterClass === white || code <= 32
    if (!isSpace) length += (isAfterSpace && length > 0 ? 2 : 1) + (characterClass === wide ? lettersPerWide - 1 : 0)
    isAfterSpace = isSpace
  }
  return length
}

function isWhiteAt(text: string, at: number): boolean {
  if (at >= text.length) return true
  const code = codeAt(text, at)
  return (classOfCode[code] || readClass(code)) === white
}

/** Indexed by code unit. Testing each character with a regular expression takes three times as long. */
const classOfCode = new Uint8Array(0x10000)

function readClass(code: number): number {
  const characterClass = code >= 0xd800 && code <= 0xdbff ? half : classOf(code)
  classOfCode[code] = characterClass
  return characterClass
}

const classPatterns: readonly [RegExp, number][] = [
  [/\p{Nd}/u, digit],
  [/\p{Lu}/u, capital],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, wide],
  [/[\p{L}\p{N}_]/u, letter],
  [/[,，、]/, comma],
  [/[.!?]/, sentenceEnd],
  [/[。！？]/, wideEnd],
  [/\s/, white],
]

function classOf(point: number): number {
  const character = String.fromCodePoint(point)
  return classPatterns.find(([pattern]) => pattern.test(character))?.[1] ?? other
}

/** One bit for each place where a word may occur. */
const statedPlaces = { title: 1, description: 2, data: 4 }

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

const wideScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const wordPattern = new RegExp(`[${wideScripts}]|(?:(?![${wideScripts}])[\\p{L}\\p{N}_])+`, 'gu')

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
