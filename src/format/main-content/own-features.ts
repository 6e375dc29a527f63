/** Features of a block from its own text and element. */

import { logOf } from './block-sums.ts'
import type { MainContentBlock } from './blocks.ts'
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
  ...['startsLower', 'digits', 'upper', 'copyright', 'currency', 'bar', 'colon', 'question', 'inTitle', 'ofTitle'],
  ...['ofDescription', 'mixed', 'ownImages', 'ownControls', 'repeats'],
  ...['repeatIndex', 'ofData', 'date'],
]

const sentenceEnds = codesOf('.!?。！？…:"”’)')
const bar = /[|›»·•/>]/
const copyright = /©|\(c\) ?(?:19|20)\d\d|all rights reserved/i
const currency = /[$€£¥₹]\s?\d|\d\s?[€£]/
const dateText = /\b(?:19|20)\d\d\b|\d\s?(?:seconds?|minutes?|min|hours?|h|days?|d|weeks?|months?|years?)\s?ago|\d年|\d月|\d\d?[/.]\d\d?[/.]\d\d/i
const startsLower = /^\p{Ll}/u
const colon = 58
const question = 63

function codesOf(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)))
}

/** Facts about the texts in a page's blocks. */
export interface PageTexts {
  counts: TextCounts
  /** Number of words in the page's title. */
  titleSize: number
  /** For each block, how many blocks have the same text, and how many of these come before it. */
  repeats: Int32Array
  repeatIndex: Int32Array
  hasData: boolean
}

/** Writes the features of block n into `rows`, starting at index `at`. Returns the index after them. */
export function putOwn(
  { section, text, words, chars, linked, links, marked }: MainContentBlock,
  n: number,
  { counts, titleSize, repeats, repeatIndex, hasData }: PageTexts,
  rows: Float32Array,
  at: number,
): number {
  const someChars = chars > 0 ? chars : 1
  const someWords = words > 0 ? words : 1
  const digits = counts.digits[n] as number
  const inTitle = counts.inTitle[n] as number
  const last = text.charCodeAt(text.length - 1)
  const first = text.charCodeAt(0)
  rows[at] = kindOfTag.get(section.element.name) ?? 0
  rows[at + 1] = logOf(1 + chars)
  rows[at + 2] = logOf(1 + words)
  rows[at + 3] = linked / someChars
  rows[at + 4] = links < 20 ? links : 20
  rows[at + 5] = Math.min(1, marked / someChars)
  rows[at + 6] = chars / someWords
  rows[at + 7] = Math.min(30, counts.sentenceEnds[n] as number)
  rows[at + 8] = Math.min(30, counts.commas[n] as number)
  rows[at + 9] = sentenceEnds.has(last) ? 1 : 0
  rows[at + 10] = first < 128 ? (first >= 97 && first <= 122 ? 1 : 0) : startsLower.test(text) ? 1 : 0
  rows[at + 11] = digits / someChars
  rows[at + 12] = (counts.uppercase[n] as number) / someChars
  rows[at + 13] = (digits > 0 || text.includes('©') || counts.hasRights[n] === 1) && copyright.test(text) ? 1 : 0
  rows[at + 14] = digits > 0 && currency.test(text) ? 1 : 0
  rows[at + 15] = bar.test(text) ? 1 : 0
  rows[at + 16] = last === colon ? 1 : 0
  rows[at + 17] = last === question ? 1 : 0
  rows[at + 18] = inTitle / someWords
  rows[at + 19] = Math.min(1, inTitle / Math.max(1, titleSize))
  rows[at + 20] = (counts.inDescription[n] as number) / someWords
  rows[at + 21] = section.last - section.first > 1 ? 1 : 0
  rows[at + 22] = Math.min(20, section.images)
  rows[at + 23] = Math.min(20, section.controls)
  rows[at + 24] = Math.min(10, repeats[n] as number)
  rows[at + 25] = Math.min(10, repeatIndex[n] as number)
  rows[at + 26] = hasData ? (counts.inData[n] as number) / someWords : -1
  rows[at + 27] = digits > 0 && words < 40 && dateText.test(text) ? 1 : 0
  return at + ownColumns.length
}
