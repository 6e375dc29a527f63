import { describe, expect, it } from 'vitest'
import { figuresOf, joinPieces, type Success } from '../../../../src/playground/session/outcome.ts'

const piece = (content: unknown, next: number | null): Success => ({
  kind: 'success',
  sent: { operation: 'scrape', parameters: {} },
  body: { title: 'T', content, next_offset: next, credits_charged: next === 3 ? 1 : 0, content_tokens: 2 },
  durationMs: 1500,
  pieces: 1,
})

describe('reading on', () => {
  it.each([
    ['texts', 'abc', 'def', 'abcdef'],
    ['lists', [1], [2, 3], [1, 2, 3]],
    ['objects', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ])('joins %s', (_, before, next, whole) => {
    const joined = joinPieces(piece(before, 3), piece(next, null))
    expect(joined).toMatchObject({
      body: { title: 'T', content: whole, next_offset: null, credits_charged: 1, content_tokens: 4 },
      pieces: 2,
    })
  })
})

describe('the figures', () => {
  it('are the ones that the result has', () => {
    const figures = figuresOf({ ...piece('abc', 3), pieces: 2 })
    expect(figures).toEqual([
      ['Credits', '1'],
      ['Tokens', '2'],
      ['Pieces', '2'],
      ['Time', '1.5 s'],
    ])
  })
})
