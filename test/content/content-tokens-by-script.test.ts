import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../src/content/content-tokens.ts'

/** The first articles of the Universal Declaration of Human Rights, by language. */
const texts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('declaration.json', import.meta.url), 'utf8'),
)

describe('the token estimate for a text of a thousand characters', () => {
  it.each([
    ['English', 230],
    ['German', 255],
    ['French', 267],
    ['Spanish', 251],
    ['Polish', 370],
    ['Turkish', 339],
    ['Vietnamese', 341],
    ['Ukrainian', 398],
    ['Greek', 404],
    ['Hebrew', 431],
    ['Arabic', 380],
    ['Hindi', 373],
    ['Bengali', 471],
    ['Tamil', 386],
    ['Thai', 537],
    ['Simplified Chinese', 592],
    ['Traditional Chinese', 607],
    ['Korean', 409],
  ])('is within 8%% of the count by o200k_base: %s, %i', (language, tokens) => {
    expect(Math.abs(contentTokensOf(texts[language] as string) / tokens - 1)).toBeLessThan(0.08)
  })

  // The words of so short a text are all legal terms, which are more common in the vocabulary (Russian) or less common than those of pages.
  it.each([
    ['Russian', 302],
    ['Japanese', 612],
  ])('is within 10%% of the count by o200k_base: %s, %i', (language, tokens) => {
    expect(Math.abs(contentTokensOf(texts[language] as string) / tokens - 1)).toBeLessThan(0.1)
  })

  it('is at most two tokens per UTF-16 unit', () => {
    const units = [...'\t\n aAéäłạ1#', ...Array.from({ length: 256 }, (_, n) => String.fromCharCode(n * 256 + 0x10))]
    for (const one of units) {
      for (const other of units) expect(contentTokensOf((one + other).repeat(4)), one + other).toBeLessThanOrEqual(16)
    }
  })
})
