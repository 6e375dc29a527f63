import { describe, expect, it } from 'vitest'
import { isClipped, isClippedCopy, isCopy, wholeOfCopies, withoutCopies } from '../../../src/ads/text/copied-text.ts'

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

describe('two copies', () => {
  it.each([
    ['Blue mug…', 'Blue mug 0.3 l', 'Blue mug 0.3 l'],
    ['Blue mug 0.3 l', 'Blue mug…', 'Blue mug 0.3 l'],
    ['Product name: Blue mug', 'Blue mug', 'Blue mug'],
    ['Blue mug large', 'Blue mug large, 0.3 l', 'Blue mug large, 0.3 l'],
    ['Mug', 'Mug rack', null],
    ['Blue mug', 'Red mug', null],
  ])('%s and %s have this full text', (one, other, whole) => expect(wholeOfCopies(one, other)).toBe(whole))
})

describe('a line', () => {
  it.each([
    [['Blue mug 0.3 l', 'Blue mug 0.3 l'], 'Blue mug 0.3 lBlue mug 0.3 l', 'Blue mug 0.3 l'],
    [['Blue', ' mug', 'Blue', ' mug'], 'Blue mugBlue mug', 'Blue mug'],
    [
      ['Set of six white cups Set of six white cups'],
      'Set of six white cups Set of six white cups',
      'Set of six white cups',
    ],
    [['Pizza', 'Pizza'], 'Pizza Pizza', 'Pizza Pizza'],
    [['Blue ', 'mug'], 'Blue mug', 'Blue mug'],
    [[], '', ''],
  ])('contains each copy in the pieces %j once', (pieces, line, expected) => {
    expect(withoutCopies(pieces, line)).toBe(expected)
  })
})
