import { expect, it } from 'vitest'
import { addThemeShares, labelThemes } from '../../../src/format/main-content/label-words.ts'

function sharesOf(words: string[]): Record<string, number> {
  const shares = new Float32Array(labelThemes.length)
  addThemeShares(words, shares, 0)
  return Object.fromEntries(labelThemes.flatMap((theme, n) => (shares[n] ? [[theme, shares[n]]] : [])))
}

it('a label shares its words among their themes', () => {
  expect(sharesOf(['cookie', 'policy'])).toEqual({ legal: 1 })
  expect(sharesOf(['share', 'on', 'x', 'y'])).toEqual({ social: 0.25 })
  expect(sharesOf(['comments'])).toEqual({ comment: 1 })
  expect(sharesOf(['boat'])).toEqual({})
})

it('only the first 24 words are read', () => {
  expect(sharesOf([...Array(24).fill('boat'), 'cookie'])).toEqual({})
})
