/** Reads a text in one pass: its words, and its characters by class. */

import { collapseAndTrim } from '../../document/white-space.ts'

export interface TextCounts {
  /** `.`, `!`, `?` and the like at the end of a word. */
  sentenceEnds: number
  commas: number
  digits: number
  uppercase: number
  /** Whether it has a character behind those of most scripts that part words by spaces. */
  mayBeEastAsian: boolean
}

export const noCounts: TextCounts = { sentenceEnds: 0, commas: 0, digits: 0, uppercase: 0, mayBeEastAsian: false }

export interface TextReading {
  /** White space collapsed. */
  text: string
  /** Letters, digits and `_`, in lower case. */
  words: string[]
  counts: TextCounts
}

const firstEastAsian = 0x2e80

/** Classes of characters; 0 is one that was not met yet. Those from `letter` up to `capital` make words. */
const other = 1
const letter = 2
const digit = 3
const capital = 4
const comma = 5
const sentenceEnd = 6
/** The first half of a character that takes two code units. */
const half = 7
const white = 8

/** A text as it stands in the tree, with its words and its counts. */
export function readText(raw: string): TextReading {
  const words: string[] = []
  const lower = raw.toLowerCase()
  // `İ` is the only character whose lower case takes more code units than it does.
  if (lower.length !== raw.length) {
    read(lower, lower, words)
    return { text: collapseAndTrim(raw), words, counts: countCharacters(raw) }
  }
  const counts = read(raw, lower, words)
  return { text: isCollapsed ? raw.trim() : collapseAndTrim(raw), words, counts }
}

/** Counts of a text. */
export function countCharacters(text: string): TextCounts {
  return read(text, text, null)
}

/** Whether the text that was read last has no more white space than single spaces. */
let isCollapsed = true

/** Adds to `words` the parts of `lower` where words of `text` are. */
function read(text: string, lower: string, words: string[] | null): TextCounts {
  const { length } = text
  let sentenceEnds = 0
  let commas = 0
  let digits = 0
  let uppercase = 0
  let highest = 0
  let wordAt = -1
  let whiteAt = -1
  isCollapsed = true
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
      words?.push(lower.slice(wordAt, at))
      wordAt = -1
    }
    if (characterClass === white) {
      if (code !== 32 || (whiteAt === n - 1 && n > 0)) isCollapsed = false
      whiteAt = n
    } else if (characterClass === comma) commas++
    else if (characterClass === sentenceEnd && isWhiteAt(text, n + 1)) sentenceEnds++
  }
  if (wordAt >= 0) words?.push(lower.slice(wordAt))
  return { sentenceEnds, commas, digits, uppercase, mayBeEastAsian: highest >= firstEastAsian }
}

function isWhiteAt(text: string, at: number): boolean {
  if (at >= text.length) return true
  const code = text.charCodeAt(at)
  return (classOfCode[code] || readClass(code)) === white
}

/** By code unit: a regular expression for every character takes three times as long. */
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
