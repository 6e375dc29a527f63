import { describe, expect, it } from 'vitest'
import { chooseParts, estimateTokens } from '../../../src/model/long-pages/choose-parts.ts'

const chapter = (at: number, fact = '') => `## Chapter ${at}\n\n${'Some words of the manual. '.repeat(50)}${fact}\n\n`
const manual = Array.from({ length: 60 }, (_, at) =>
  chapter(at, at === 41 ? 'The warranty is eleven years.' : ''),
).join('')
const budget = { tokens: 3000, maxParts: 12 }
const gap = '[… part of the page is left out here …]'

describe('the parts of a page', () => {
  it('are the whole page if it is within the budget', () => {
    expect(chooseParts(chapter(1), 'What?', budget)).toEqual({ parts: [chapter(1)], shareRead: 1, isStable: true })
  })

  it('form one part with the beginning and the relevant sections if the page exceeds the budget', () => {
    const { parts, shareRead, isStable } = chooseParts(manual, 'How long is the warranty?', budget)
    expect(parts).toHaveLength(1)
    expect(parts[0]).toContain('## Chapter 0')
    expect(parts[0]).toContain('The warranty is eleven years.')
    expect(parts[0]).toContain(gap)
    expect(estimateTokens(parts[0] ?? '')).toBeLessThanOrEqual(budget.tokens)
    expect(shareRead).toBeCloseTo((parts[0]?.match(/## Chapter/g)?.length ?? 0) / 60, 1)
    expect(isStable).toBe(false)
  })

  it.each(['List all chapters', 'Wo steht Quarkstrudel?'])('cover the whole page, part by part: %s', (prompt) => {
    const { parts, shareRead, isStable } = chooseParts(manual, prompt, budget)
    expect(parts.length).toBeGreaterThan(4)
    expect(parts.join('').match(/## Chapter \d+/g)).toHaveLength(60)
    for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(budget.tokens * 1.2)
    expect([shareRead, isStable]).toEqual([1, true])
  })

  it('are the sections that the prompt names, plus others, if the page exceeds all parts together', () => {
    const { parts, shareRead, isStable } = chooseParts(manual, 'List all years of warranty', {
      tokens: 1500,
      maxParts: 3,
    })
    expect(parts).toHaveLength(3)
    expect(parts.join('')).toContain('The warranty is eleven years.')
    expect(shareRead).toBeLessThan(0.5)
    expect(isStable).toBe(false)
  })

  it('are limited by the budget, and report the share that was read', () => {
    const text = Array.from({ length: 20 }, (_, at) => `## ${at}\n\n${'字'.repeat(790)}\n\n`).join('')
    const { parts, shareRead, isStable } = chooseParts(text, 'List all', { tokens: 2000, maxParts: 12 })
    const read = parts.join('').match(/字/g)?.length ?? 0
    expect(parts).toHaveLength(12)
    expect(shareRead).toBeCloseTo(read / (20 * 790), 1)
    expect(shareRead).toBeLessThan(1)
    expect(isStable).toBe(true)
  })
})
