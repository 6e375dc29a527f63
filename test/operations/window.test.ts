import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Content, Link } from '../../src/contract/scrape.ts'
import { windowOf } from '../../src/operations/window.ts'

function readThrough(content: Content, maxChars: number): Content[] {
  const pieces: Content[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const window = windowOf(content, offset, maxChars)
    if (window.next_offset !== null) expect(window.next_offset).toBeGreaterThan(offset)
    pieces.push(window.content)
    offset = window.next_offset
  }
  return pieces
}

const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', ' ', '\n', '\n\n', '```\n', '😀', '|'), fc.string()) })

describe('a window on text', () => {
  it('gives the whole when its pieces are joined, at any size', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, maxChars) => {
        expect(readThrough(whole, maxChars).join('')).toBe(whole)
      }),
    )
  })

  it('is never longer than max_chars, save for one character that is', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, maxChars) => {
        for (const piece of readThrough(whole, maxChars) as string[]) {
          expect(piece.length <= maxChars || [...piece].length === 1).toBe(true)
        }
      }),
    )
  })

  it('never cuts a surrogate pair', () => {
    const pieces = readThrough('😀'.repeat(20), 3) as string[]
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
    expect((readThrough('😀😀', 1) as string[]).map((piece) => piece.length)).toEqual([2, 2])
  })

  it('ends behind the last blank line that fits', () => {
    const window = windowOf('one\n\ntwo\n\nthree', 0, 12)
    expect(window).toEqual({ content: 'one\n\ntwo\n\n', total_chars: 15, offset: 0, next_offset: 10 })
  })

  it('does not take a blank line inside fenced code for the end of a block', () => {
    const whole = 'intro\n\n```js\na\n\nb\n```\n\nend'
    expect(windowOf(whole, 0, 18).content).toBe('intro\n\n')
    expect(windowOf(whole, 7, 14).content).toBe('```js\na\n\nb\n')
    expect(windowOf(whole, 16, 8).content).toBe('b\n```\n\n')
  })

  it('ends behind a line where no block fits, else at the limit', () => {
    expect(windowOf('| a |\n| b |\n| c |', 0, 13).content).toBe('| a |\n| b |\n')
    expect(windowOf('x'.repeat(50), 0, 20)).toMatchObject({ next_offset: 20, content: 'x'.repeat(20) })
  })

  it('is empty past the end', () => {
    expect(windowOf('abc', 10, 5)).toEqual({ content: '', total_chars: 3, offset: 10, next_offset: null })
    expect(windowOf('', 0, 5)).toEqual({ content: '', total_chars: 0, offset: 0, next_offset: null })
  })

  it('is the whole without max_chars', () => {
    expect(windowOf('abc', 1, null)).toEqual({ content: 'bc', total_chars: 3, offset: 1, next_offset: null })
  })
})

describe('a window on a list', () => {
  const links: Link[] = Array.from({ length: 9 }, (_, i) => ({
    url: `https://example.com/${'x'.repeat(i)}`,
    text: `link ${i}`,
    internal: true,
  }))

  it('holds whole items and counts their compact JSON', () => {
    const window = windowOf(links, 0, 200)
    expect(JSON.stringify(window.content).length).toBeLessThanOrEqual(200)
    expect(window.total_chars).toBe(JSON.stringify(links).length)
    expect(JSON.stringify(links).slice(window.next_offset ?? 0)).toMatch(/^\{"url"/)
  })

  it('gives the whole when its pieces are joined, at any size', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 60 }), (list, maxChars) => {
        expect((readThrough(list, maxChars) as string[][]).flat()).toEqual(list)
      }),
    )
  })

  it('advances by an item that is longer than max_chars', () => {
    expect(windowOf(['a'.repeat(50), 'b'], 0, 5)).toMatchObject({ content: ['a'.repeat(50)], next_offset: 54 })
  })

  it('is empty past the end, and for an empty list', () => {
    expect(windowOf(['a'], 99, null)).toEqual({ content: [], total_chars: 5, offset: 99, next_offset: null })
    expect(windowOf([], 0, 5)).toEqual({ content: [], total_chars: 2, offset: 0, next_offset: null })
  })
})

describe('a window on an object', () => {
  it('holds whole top-level keys', () => {
    const metadata = { title: 'T', description: 'D'.repeat(30), author: 'A' }
    const pieces = readThrough(metadata, 40)
    expect(pieces).toEqual([{ title: 'T' }, { description: 'D'.repeat(30) }, { author: 'A' }])
    expect(windowOf(metadata, 0, null).total_chars).toBe(JSON.stringify(metadata).length)
  })
})
