import { expect, it } from 'vitest'
import { cleanText } from '../../../src/ads/text/short-texts.ts'

it.each([
  ['\u202ahttps://www.a.example\u202c', 'https://www.a.example'],
  ['  one\n\ttwo\u00a0three ', 'one two three'],
  ['\ufeff\u200b', ''],
  ['مُموَّل\u200f', 'مُموَّل'],
])('%j is cleaned to %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})
