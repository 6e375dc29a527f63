import { describe, expect, it } from 'vitest'
import { estimateTokens, fittingLength } from '../../../src/model/long-pages/choose-parts.ts'

describe('estimated tokens', () => {
  it.each([
    ['', 0],
    ['a'.repeat(34), 10],
    ['é'.repeat(20), 10],
    ['字'.repeat(9), 12],
  ])('for "%s" number %i', (text, tokens) => expect(estimateTokens(text)).toBe(tokens))
})

describe('the beginning of a text within a budget', () => {
  it('is the whole text if it fits', () => {
    expect(fittingLength('a'.repeat(34), 10)).toBe(34)
    expect(fittingLength('', 0)).toBe(0)
  })

  it('costs no more than the budget', () => {
    const text = 'a'.repeat(30) + '字'.repeat(30)
    for (const budget of [1, 5, 9, 20, 40]) {
      const length = fittingLength(text, budget)
      expect(estimateTokens(text.slice(0, length))).toBeLessThanOrEqual(budget)
      expect(length === text.length || estimateTokens(text.slice(0, length + 1)) > budget).toBe(true)
    }
  })

  it('never ends inside a surrogate pair', () => {
    for (let budget = 0; budget < 12; budget++) {
      expect(
        '😀'
          .repeat(5)
          .slice(0, fittingLength('😀'.repeat(5), budget))
          .isWellFormed(),
      ).toBe(true)
    }
  })
})
