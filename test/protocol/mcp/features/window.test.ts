import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OperationResult } from '../../../../src/contract/operation.ts'
import type { Content } from '../../../../src/contract/scrape.ts'
import { windowOf } from '../../../../src/operations/window.ts'
import { overestimateTokens, withinTokens } from '../../../../src/protocol/mcp/features/window.ts'

/** All pieces of a content as they come over MCP to a client that names no max_chars. */
function readThrough(content: Content, maxChars: number, maxTokens: number): Content[] {
  const pieces: Content[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const body = windowOf(content, offset, maxChars) as unknown as OperationResult
    const window = withinTokens(body, maxTokens) as unknown as { content: Content; next_offset: number | null }
    expect(window.next_offset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
    pieces.push(window.content)
    offset = window.next_offset
  }
  return pieces
}

describe('a piece for a client that names no max_chars', () => {
  it('is what the window gives, where that is no more tokens than clients take', () => {
    const body = windowOf('Plain words. '.repeat(4000), 0, 40_000) as unknown as OperationResult
    expect(withinTokens(body)).toBe(body)
  })

  it.each([
    ['Chinese', '这个页面介绍了我们的产品和服务。\n\n'],
    ['Russian', 'Эта страница рассказывает о наших товарах.\n\n'],
    ['Arabic', 'تصف هذه الصفحة منتجاتنا وخدماتنا.\n\n'],
    ['numbers', '| 17 | 4,283 | 0.5 % | -3 |\n'],
    ['emoji', '🎉🥳🎈'],
    ['signs', '+-*/=<>|'],
  ])('of %s has at most 23,000 tokens', (_, words) => {
    const body = windowOf(words.repeat(50_000), 0, 40_000) as unknown as OperationResult
    const { content } = withinTokens(body)
    expect(overestimateTokens(String(content))).toBeLessThanOrEqual(23_000)
    expect(String(content).length).toBeGreaterThan(10_000)
  })

  it('of base64 has a token for every 1.39 characters, as the vocabulary cl100k counts them', () => {
    const encoded = Buffer.from(Array.from({ length: 60_000 }, (_, i) => Math.sin(i) * 1e6)).toString('base64')
    const { content } = withinTokens(windowOf(encoded, 0, 40_000) as unknown as OperationResult)
    expect(String(content).length).toBeLessThan(23_000 * 1.39)
    expect(String(content).length).toBeGreaterThan(20_000)
  })

  it('gives the whole when the pieces are joined', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('word ', '\n\n', '字', '😀', '| 1 |\n'), fc.string()) })
    fc.assert(
      fc.property(text, fc.integer({ min: 5, max: 60 }), fc.integer({ min: 1, max: 20 }), (whole, chars, tokens) => {
        expect(readThrough(whole, chars, tokens).join('')).toBe(whole)
      }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (...args) => {
          expect((readThrough(...args) as string[][]).flat()).toEqual(args[0])
        },
      ),
    )
  })

  it('of one item that is longer than all that is allowed is found at once', () => {
    let readings = 0
    const item = {
      toJSON() {
        readings++
        return 'word '.repeat(24_000)
      },
    }
    const body = { content: [item], total_chars: 120_004, offset: 0, next_offset: null } as unknown as OperationResult
    expect(withinTokens(body)).toBe(body)
    expect(readings).toBeLessThan(10)
  })

  it('is left alone where there is no window', () => {
    const body = { content: '字'.repeat(50_000), credits_charged: 5 } as unknown as OperationResult
    expect(withinTokens(body)).toBe(body)
  })
})
