import { expect, it } from 'vitest'
import { codeAt, StatedWords, TextCounts } from '../../../src/format/main-content/text-counts.ts'

/** Returns the counts of a text that is read as the second of three. */
function countsOf(raw: string, title: string[] = [], description: string[] = []) {
  const counts = new TextCounts(
    3,
    new StatedWords({ title: new Set(title), description: new Set(description), data: new Set() }),
  )
  const text = counts.read(raw, 1)
  return { text, ...Object.fromEntries(Object.entries(counts).map(([name, column]) => [name, column[1]])) }
}

it.each([
  ['One, two. Three!', { words: 3, sentenceEnds: 2, commas: 1, digits: 0, uppercase: 2 }],
  ['v1.2 of x.y', { words: 5, sentenceEnds: 0, commas: 0, digits: 2, uppercase: 0 }],
  ['一、二。三！四', { words: 2, chars: 15, sentenceEnds: 2, commas: 1, digits: 0, uppercase: 0 }],
  ['iPhone 手机', { words: 2, chars: 13, sentenceEnds: 0, uppercase: 1 }],
  ['Ж٣𝟘', { words: 1, sentenceEnds: 0, commas: 0, digits: 2, uppercase: 1 }],
  ['İstanbul. İ', { words: 2, sentenceEnds: 1, commas: 0, digits: 0, uppercase: 2 }],
  ['', { words: 0, sentenceEnds: 0, commas: 0, digits: 0, uppercase: 0 }],
])('%s has the counts %o', (text, counts) => {
  expect(countsOf(text)).toMatchObject(counts)
})

it.each([
  ['One, two-three: x_1.', ['one', 'two', 'three', 'x_1']],
  ['Oslo 𝒜𝒷 😀 𝟘', ['oslo', '𝒜𝒷', '𝟘']],
  ['\ud835 half', ['half']],
  ['ΟΔΟΣ', ['οδος']],
  ['ÉTÉ, ЁЛКА', ['été', 'ёлка']],
  ['…', []],
])('the words of %s are %j', (text, words) => {
  expect(words).toEqual(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
  expect(countsOf(text, words)).toMatchObject({ text, words: words.length, inTitle: words.length, inDescription: 0 })
})

it('words from the title and from the description are counted', () => {
  const counts = countsOf('Two boats, and two oars', ['two', 'sea'], ['boats', 'two'])
  expect(counts).toMatchObject({ words: 5, inTitle: 2, inDescription: 3 })
  expect(countsOf('船と海', ['海', '船'])).toMatchObject({ words: 2, inTitle: 1 })
})

it.each([
  ['a.\n  b.', 'a. b.', 2],
  [' a ', 'a', 0],
  ['a\u00a0b', 'a b', 0],
  ['a.\u3000', 'a.', 1],
  ['a  b', 'a b', 0],
])('the white space of %j is collapsed', (raw, text, sentenceEnds) => {
  expect(countsOf(raw)).toMatchObject({ text, sentenceEnds })
})

it('reads the code unit at an index, and NaN after the end', () => {
  expect([codeAt('a😀', 0), codeAt('a😀', 1), codeAt('a😀', 3)]).toEqual([97, 0xd83d, Number.NaN])
})
