/** Features of a block from its own text and element. */

import type { MainContentBlock } from './blocks.ts'
import type { PageFacts } from './page-facts.ts'
import { countCharacters } from './text-counts.ts'

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
]

/**
 * Writes the features into `rows`, from index `at` on. `repeats`: how many blocks of the page have this text. Returns the index after
 * them.
 */
export function putOwn(
  { section, text, words, chars, linked, links, marked }: MainContentBlock,
  { title, description }: PageFacts,
  repeats: number,
  rows: Float32Array,
  at: number,
): number {
  const someChars = Math.max(1, chars)
  const someWords = Math.max(1, words.length)
  const { sentenceEnds, commas, digits, uppercase } = countCharacters(text)
  const inTitle = countIn(words, title)
  rows[at++] = kindOfTag.get(section.element.name) ?? 0
  rows[at++] = Math.log(1 + chars)
  rows[at++] = Math.log(1 + words.length)
  rows[at++] = linked / someChars
  rows[at++] = Math.min(20, links)
  rows[at++] = Math.min(1, marked / someChars)
  rows[at++] = chars / someWords
  rows[at++] = Math.min(30, sentenceEnds)
  rows[at++] = Math.min(30, commas)
  rows[at++] = Number(/[.!?。！？…:"”’)]/.test(text.charAt(text.length - 1)))
  rows[at++] = Number(/^\p{Ll}/u.test(text))
  rows[at++] = digits / someChars
  rows[at++] = uppercase / someChars
  rows[at++] = Number(/©|\(c\) ?(?:19|20)\d\d|all rights reserved/i.test(text))
  rows[at++] = Number(/[$€£¥₹]\s?\d|\d\s?[€£]/.test(text))
  rows[at++] = Number(/[|›»·•/>]/.test(text))
  rows[at++] = Number(text.endsWith(':'))
  rows[at++] = Number(text.endsWith('?'))
  rows[at++] = inTitle / someWords
  rows[at++] = Math.min(1, inTitle / Math.max(1, title.size))
  rows[at++] = countIn(words, description) / someWords
  rows[at++] = Number(section.last - section.first > 1)
  rows[at++] = Math.min(20, section.images)
  rows[at++] = Math.min(20, section.controls)
  rows[at++] = Math.min(10, repeats)
  return at
}

function countIn(words: readonly string[], set: ReadonlySet<string>): number {
  let found = 0
  if (set.size > 0) for (const word of words) if (set.has(word)) found++
  return found
}
