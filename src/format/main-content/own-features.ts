/** Features of a block based only on its text and element. */

import type { MainContentBlock } from './blocks.ts'
import { codeAt } from './stated-words.ts'
import type { TextCounts } from './text-counts.ts'

const tagKinds = [
  ...[['p'], ['li'], ['h1'], ['h2'], ['h3', 'h4', 'h5', 'h6'], ['td', 'th'], ['pre'], ['dt', 'dd'], ['blockquote']],
  ...[
    ['figcaption', 'caption', 'figure'],
    ['div'],
    ['section', 'article', 'main'],
    ['label', 'legend', 'fieldset', 'form'],
  ],
]
const kindOfTag = new Map(tagKinds.flatMap((tags, at) => tags.map((tag) => [tag, at + 1] as const)))

/** Names of the columns that `putOwn` writes. */
export const ownColumns: readonly string[] = [
  ...['tag', 'chars', 'words', 'linkShare', 'links', 'marked', 'wordLength', 'sentences', 'commas', 'endsSentence'],
  ...['upper', 'bar', 'date', 'inTitle', 'ofTitle', 'ofDescription', 'ofData', 'ownControls', 'repeats', 'repeatIndex'],
]

const sentenceEnds = codesOf('.!?。！？…:"”’)')
const bar = /[|›»·•/>]/
/** A date, or a phrase such as "two days ago". */
export const dateText =
  /\b(?:19|20)\d\d\b|\d\s?(?:seconds?|minutes?|min|hours?|h|days?|d|weeks?|months?|years?)\s?ago|\d[年月]|\d\d?[/.]\d\d?[/.]\d\d/i
const maxDateWords = 40

function codesOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)))
}

export interface PageTexts {
  counts: TextCounts
  titleSize: number
  /** True if the page's structured data contains a long string of text. */
  hasData: boolean
  /** For each block, how many blocks have the same text, and how many of them come before it. */
  repeats: Int32Array
  repeatIndex: Int32Array
}

/** Writes the features of block n into `rows`, starting at index `at`. Returns the index after them. */
export function putOwn(
  { section, text, words, chars, linked, links, marked }: MainContentBlock,
  n: number,
  { counts, titleSize, hasData, repeats, repeatIndex }: PageTexts,
  rows: Float32Array,
  at: number,
): number {
  const someChars = Math.max(1, chars)
  const someWords = Math.max(1, words)
  const inTitle = counts.inTitle[n] as number
  const hasDate = (counts.digits[n] as number) > 0 && words < maxDateWords && dateText.test(text)
  rows[at] = kindOfTag.get(section.element.name) ?? 0
  rows[at + 1] = Math.log(1 + chars)
  rows[at + 2] = Math.log(1 + words)
  rows[at + 3] = linked / someChars
  rows[at + 4] = Math.min(20, links)
  rows[at + 5] = Math.min(1, marked / someChars)
  rows[at + 6] = chars / someWords
  rows[at + 7] = Math.min(30, counts.sentenceEnds[n] as number)
  rows[at + 8] = Math.min(30, counts.commas[n] as number)
  rows[at + 9] = sentenceEnds.has(codeAt(text, text.length - 1)) ? 1 : 0
  rows[at + 10] = (counts.uppercase[n] as number) / someChars
  rows[at + 11] = bar.test(text) ? 1 : 0
  rows[at + 12] = hasDate ? 1 : 0
  rows[at + 13] = inTitle / someWords
  rows[at + 14] = Math.min(1, inTitle / Math.max(1, titleSize))
  rows[at + 15] = (counts.inDescription[n] as number) / someWords
  rows[at + 16] = hasData ? (counts.inData[n] as number) / someWords : -1
  rows[at + 17] = Math.min(20, section.controls)
  rows[at + 18] = Math.min(10, repeats[n] as number)
  rows[at + 19] = Math.min(10, repeatIndex[n] as number)
  return at + ownColumns.length
}
