import { describe, expect, it } from 'vitest'
import { nearestWord } from '../../src/base/nearest-word.ts'

const commands = ['serve', 'stdio', 'scrape', 'keys', 'usage', 'store', 'doctor', 'completion']

describe('the nearest word', () => {
  it.each([
    ['sevre', 'serve'],
    ['scrap', 'scrape'],
    ['docter', 'doctor'],
    ['comp', 'completion'],
    ['key', 'keys'],
  ])('for %s is %s', (given, meant) => {
    expect(nearestWord(given, commands)).toBe(meant)
  })

  it.each([
    ['selector', 'css_selector'],
    ['rules', 'extract_rules'],
    ['timeout', 'timeout_ms'],
    ['wait', 'wait_for_selector'],
  ])('for the part %s is %s', (given, meant) => {
    const parameters = ['url', 'css_selector', 'exclude_selector', 'extract_rules', 'timeout_ms', 'wait_for_selector']
    expect(nearestWord(given, parameters)).toBe(meant)
  })

  it.each(['', 'x', 'banana', 'z'.repeat(100_000)])('is null if no word is close: %.20s', (given) => {
    expect(nearestWord(given, commands)).toBeNull()
  })
})
