/** Reads a text in one pass: its words, and its characters by class. */

export interface TextCounts {
  /** `.`, `!`, `?` and the like at the end of a word. */
  sentenceEnds: number
  commas: number
  digits: number
  uppercase: number
}

export const noCounts: TextCounts = { sentenceEnds: 0, commas: 0, digits: 0, uppercase: 0 }

export interface TextReading {
  /** Letters, digits and `_`, in lower case. */
  words: string[]
  counts: TextCounts
}

/** Classes of characters; 0 is one that was not met yet. Those from `letter` up to `capital` make words. */
const other = 1
const letter = 2
const digit = 3
const capital = 4
const comma = 5
const sentenceEnd = 6
/** The first half of a character that takes two code units. */
const half = 7

/** Words and counts of a text whose white space is collapsed. */
export function readText(text: string): TextReading {
  const words: string[] = []
  const lower = text.toLowerCase()
  // `İ` is the only character whose lower case takes more code units than it does.
  if (lower.length === text.length) return { counts: read(text, lower, words), words }
  read(lower, lower, words)
  return { counts: countCharacters(text), words }
}

/** Counts of a text whose white space is collapsed. */
export function countCharacters(text: string): TextCounts {
  return read(text, text, null)
}

/** Adds to `words` the parts of `lower` where words of `text` are. */
function read(text: string, lower: string, words: string[] | null): TextCounts {
  const { length } = text
  let sentenceEnds = 0
  let commas = 0
  let digits = 0
  let uppercase = 0
  let wordAt = -1
  for (let n = 0; n < length; n++) {
    const code = text.charCodeAt(n)
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
    if (characterClass === comma) commas++
    else if (characterClass === sentenceEnd && (n + 1 === length || text.charCodeAt(n + 1) === 32)) sentenceEnds++
  }
  if (wordAt >= 0) words?.push(lower.slice(wordAt))
  return { sentenceEnds, commas, digits, uppercase }
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
]

function classOf(point: number): number {
  const character = String.fromCodePoint(point)
  return classPatterns.find(([pattern]) => pattern.test(character))?.[1] ?? other
}
