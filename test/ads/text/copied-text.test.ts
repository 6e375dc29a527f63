import { describe, expect, it } from 'vitest'
import { isClipped, isClippedCopy, isCopy } from '../../../src/ads/text/copied-text.ts'

describe('a truncated text', () => {
  it.each([
    ['Blue mug…', true],
    ['Blue mug ...', true],
    ['Blue mug', false],
    ['Blue mug 0.3 l.', false],
  ])('ends in an ellipsis: %s', (text, expected) => expect(isClipped(text)).toBe(expected))

  it('is a copy of the text that begins with it', () => {
    expect(isClippedCopy('Blue mu…', 'Blue mug 0.3 l')).toBe(true)
    expect(isClippedCopy('Red mu…', 'Blue mug 0.3 l')).toBe(false)
    expect(isClippedCopy('…', 'Blue mug 0.3 l')).toBe(false)
    expect(isCopy('Blue mug 0.3 l', 'blue mu...')).toBe(true)
    expect(isCopy('Blue mug', 'Blue mug 0.3 l')).toBe(false)
  })
})
