import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../../src/content/content-tokens.ts'
import type { WindowBounds } from '../../../src/content/window.ts'
import { windowOf } from '../window-of.ts'
import { brokenRules, structureOf } from './piece-rules.ts'
import { randomMarkdown } from './random-markdown.ts'

/** Returns the start and end of each piece. */
function piecesOf(text: string, bounds: WindowBounds): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  let joined = ''
  for (let next: number | null = 0; next !== null; ) {
    const { content, offset, next_offset } = windowOf(text, next, bounds)
    pieces.push({ start: offset, end: offset + String(content).length })
    joined += content
    next = next_offset
  }
  expect(joined).toBe(text)
  return pieces
}

/** Returns the length of the longest text at `start` that is within a token limit. */
function charsOf(text: string, start: number, maxTokens: number): number {
  let [fits, over] = [1, Math.min(text.length - start, 10 * maxTokens) + 1]
  while (over - fits > 1) {
    const chars = Math.floor((fits + over) / 2)
    if (contentTokensOf(text.slice(start, start + chars)) <= maxTokens) fits = chars
    else over = chars
  }
  return fits
}

describe('pieces of random markdown', () => {
  it('break no rule within max_chars', () => {
    const maxChars = fc.oneof(fc.integer({ min: 150, max: 600 }), fc.integer({ min: 600, max: 4000 }))
    fc.assert(
      fc.property(randomMarkdown, maxChars, (text, limit) => {
        const structure = structureOf(text)
        for (const { start, end } of piecesOf(text, { maxChars: limit })) {
          expect(brokenRules(structure, start, end, limit), `${start}–${end} of ${limit}`).toEqual([])
        }
      }),
      { numRuns: 400 },
    )
  })

  it('use nearly half of max_tokens or more, and leave no heading alone', () => {
    fc.assert(
      fc.property(randomMarkdown, fc.integer({ min: 100, max: 1000 }), (text, maxTokens) => {
        const structure = structureOf(text)
        for (const { start, end } of piecesOf(text, { maxTokens })) {
          expect(contentTokensOf(text.slice(start, end))).toBeLessThanOrEqual(maxTokens)
          // The limit in characters is only approximately known.
          const most = charsOf(text, start, maxTokens)
          const [broken, ...others] = [1, 0.97, 0.94].map((share) =>
            brokenRules(structure, start, end, most * share, most * 0.45).filter((rule) => /alone|half/.test(rule)),
          )
          const isBroken = others.every((some) => some.length > 0)
          expect(isBroken ? broken : [], `${start}–${end} of ${most}`).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})
