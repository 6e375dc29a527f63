/** Counts the words and character classes in a page's texts, in one pass per text. */

import { collapseAndTrim } from '../../html/white-space.ts'
import { type StatedWords, statedPlaces } from './stated-words.ts'

const firstEastAsian = 0x2e80

/** Character classes; 0 means not seen yet. Those from `letter` to `capital` make words. */
const other = 1
const letter = 2
const digit = 3
const capital = 4
const comma = 5
const sentenceEnd = 6
/** The first half of a character that takes two code units. */
const half = 7
const white = 8

/** Counts for a page's texts, in columns indexed by text number: a page may have a million texts. */
export class TextCounts {
  /** Words made of letters, digits and `_`. */
  readonly words: Int32Array
  /** Words that also occur in the page's title, and in its description. */
  readonly inTitle: Int32Array
  readonly inDescription: Int32Array
  /** Counts of `.`, `!`, `?` and the like at the end of a word, up to 255; also for commas. */
  readonly sentenceEnds: Uint8ClampedArray
  readonly commas: Uint8ClampedArray
  readonly digits: Int32Array
  readonly uppercase: Int32Array
  /** 1 for a text with a character outside the scripts that separate words with spaces. */
  readonly mayBeEastAsian: Uint8Array
  /** 1 for a text with the word `rights`. */
  readonly hasRights: Uint8Array
  readonly #stated: StatedWords
  /** True if the last text read has no white space except single spaces. */
  #isCollapsed = true

  constructor(texts: number, stated: StatedWords) {
    const zeros = () => new Int32Array(texts)
    this.words = zeros()
    this.inTitle = zeros()
    this.inDescription = zeros()
    this.sentenceEnds = new Uint8ClampedArray(texts)
    this.commas = new Uint8ClampedArray(texts)
    this.digits = zeros()
    this.uppercase = zeros()
    this.mayBeEastAsian = new Uint8Array(texts)
    this.hasRights = new Uint8Array(texts)
    this.#stated = stated
  }

  /** Counts a raw text from the tree, and returns it with white space collapsed. */
  read(raw: string, number: number): string {
    const lower = raw.toLowerCase()
    // `İ` is the only character whose lower-case form takes more code units.
    const isAsLong = lower.length === raw.length
    if (!isAsLong) this.#count(lower, lower, number)
    this.#count(raw, isAsLong ? lower : null, number)
    return this.#isCollapsed ? raw.trim() : collapseAndTrim(raw)
  }

  /** Counts the characters of a text, and the words in the same ranges of `lower`. */
  #count(text: string, lower: string | null, number: number): void {
    const { length } = text
    let sentenceEnds = 0
    let commas = 0
    let digits = 0
    let uppercase = 0
    let highest = 0
    let wordAt = -1
    let whiteAt = -1
    let words = 0
    let isCollapsed = true
    for (let n = 0; n < length; n++) {
      const code = text.charCodeAt(n)
      if (code > highest) highest = code
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
        continue
      }
      if (wordAt >= 0) {
        words++
        if (lower !== null) this.#look(lower, wordAt, at, number)
        wordAt = -1
      }
      if (characterClass === white) {
        if (code !== 32 || (whiteAt === n - 1 && n > 0)) isCollapsed = false
        whiteAt = n
      } else if (characterClass === comma) commas++
      else if (characterClass === sentenceEnd && isWhiteAt(text, n + 1)) sentenceEnds++
    }
    if (wordAt >= 0) {
      words++
      if (lower !== null) this.#look(lower, wordAt, length, number)
    }
    if (lower !== null) this.words[number] = words
    this.sentenceEnds[number] = sentenceEnds
    this.commas[number] = commas
    this.digits[number] = digits
    this.uppercase[number] = uppercase
    this.mayBeEastAsian[number] = highest >= firstEastAsian ? 1 : 0
    this.#isCollapsed = isCollapsed
  }

  /** Counts a word if it is one to look for. Most aren't. */
  #look(lower: string, from: number, to: number, number: number): void {
    const places = this.#stated.placesOf(lower, from, to)
    if (places === 0) return
    if (places & statedPlaces.title) this.inTitle[number] = (this.inTitle[number] as number) + 1
    if (places & statedPlaces.description) this.inDescription[number] = (this.inDescription[number] as number) + 1
    if (places & statedPlaces.rights) this.hasRights[number] = 1
  }
}

function isWhiteAt(text: string, at: number): boolean {
  if (at >= text.length) return true
  const code = text.charCodeAt(at)
  return (classOfCode[code] || readClass(code)) === white
}

/** Indexed by code unit: a regular expression per character takes three times as long. */
const classOfCode = new Uint8Array(0x10000)

function readClass(code: number): number {
  const characterClass = code >= 0xd800 && code <= 0xdbff ? half : classOf(code)
  classOfCode[code] = characterClass
  return characterClass
}

const classPatterns: readonly [RegExp, number][] = [
  [/\p{Nd}/u, digit],
  [/\p{Lu}/u, capital],
  [/[\p{L}\p{N}_]/u, letter],
  [/[,，、]/, comma],
  [/[.!?。！？]/, sentenceEnd],
  [/\s/, white],
]

function classOf(point: number): number {
  const character = String.fromCodePoint(point)
  return classPatterns.find(([pattern]) => pattern.test(character))?.[1] ?? other
}
