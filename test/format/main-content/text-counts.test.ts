import { expect, it } from 'vitest'
import { countCharacters, readText } from '../../../src/format/main-content/text-counts.ts'

it.each([
  ['One, two. Three!', { sentenceEnds: 2, commas: 1, digits: 0, uppercase: 2 }],
  ['v1.2 of x.y', { sentenceEnds: 0, commas: 0, digits: 2, uppercase: 0 }],
  ['一、二。', { sentenceEnds: 1, commas: 1, digits: 0, uppercase: 0 }],
  ['Ж٣𝟘', { sentenceEnds: 0, commas: 0, digits: 2, uppercase: 1 }],
  ['', { sentenceEnds: 0, commas: 0, digits: 0, uppercase: 0 }],
])('of %s the counts are %o', (text, counts) => {
  expect(countCharacters(text)).toMatchObject(counts)
})

it.each([
  ['One, two-three: x_1.', ['one', 'two', 'three', 'x_1']],
  ['İstanbul 𝒜𝒷 😀 𝟘', ['i', 'stanbul', '𝒜𝒷', '𝟘']],
  ['\ud835 half', ['half']],
  ['ΟΔΟΣ', ['οδος']],
  ['…', []],
])('the words of %s are %j', (text, words) => {
  expect(readText(text)).toEqual({ text, words, counts: countCharacters(text) })
  expect(words).toEqual(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
})

it.each([
  ['a.\n  b.', 'a. b.', 2],
  [' a ', 'a', 0],
  ['a\u00a0b', 'a b', 0],
  ['a.\u3000', 'a.', 1],
  ['a  b', 'a b', 0],
])('the white space of %j is collapsed', (raw, text, sentenceEnds) => {
  expect(readText(raw)).toMatchObject({ text, counts: { sentenceEnds } })
})

it.each([
  ['Plain, naïve: Ж', false],
  ['一', true],
])('%s may be of a script without spaces: %s', (text, mayBeEastAsian) => {
  expect(countCharacters(text)).toMatchObject({ mayBeEastAsian })
})
