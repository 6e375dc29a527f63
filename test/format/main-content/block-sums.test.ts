import { expect, it } from 'vitest'
import { proseOf, sumOver, weightOf } from '../../../src/format/main-content/block-sums.ts'
import { compose } from './compose.ts'

const sentence = 'A sentence that is long enough to be read as prose, with a comma and an end.'

it('sums cover the blocks in a section', () => {
  const page = compose(`<div><h2>Title</h2><p>${sentence}</p></div><p><a href="/x">Link</a></p>`)
  const { sums } = page
  const [body, div] = page.sections as [(typeof page.sections)[0], (typeof page.sections)[0]]
  expect(sumOver(sums.chars, div)).toBe('Title'.length + sentence.length)
  expect(sumOver(sums.prose, div)).toBe(sentence.length)
  expect([sumOver(sums.headings, body), sumOver(sums.linked, body), sums.short]).toEqual([1, 4, 2])
})

it('a block is prose if it has punctuation and more than 60 characters outside links', () => {
  expect(proseOf({ chars: 61, linked: 0, text: 'x, y' })).toBe(61)
  expect(proseOf({ chars: 61, linked: 1, text: 'x, y' })).toBe(0)
  expect(proseOf({ chars: 61, linked: 0, text: 'x y' })).toBe(0)
})

it('the weight of a block is its number of words, or one half without words', () => {
  expect([weightOf({ words: 2 }), weightOf({ words: 0 })]).toEqual([2, 0.5])
})
