import { describe, expect, it } from 'vitest'
import { windowOf } from '../window-of.ts'

describe('a piece of hostile text', () => {
  it('is fast on text designed to slow the search for links', () => {
    for (const unit of ['[a](b)', '![a]', '[a](b)![c](d)', '\\[', '<a ']) {
      const hostile = `words [${unit.repeat(60)}`.repeat(60)
      let joined = ''
      for (let next: number | null = 0; next !== null; ) {
        const { content, next_offset } = windowOf(hostile, next, { maxChars: 5000 })
        joined += content
        next = next_offset
      }
      expect(joined).toBe(hostile)
    }
  })

  it('is equally fast on a line with millions of code marks', () => {
    const code = '\n```\na\n\nb\nc'
    const whole = 'x```~~~'.repeat(1_500_000) + code
    expect(windowOf(whole, whole.length - 6, { maxChars: 5 })).toMatchObject({
      content: 'a\n\nb\n',
      next_offset: whole.length - 1,
    })
  })

  it('advances in documents of millions of lines, rows, headings or marks', () => {
    const units = [
      'x',
      'word ',
      'A word. ',
      '字',
      '# H\n\n',
      '| a | b |\n',
      'a | b\n',
      '> > quote\n',
      '> ',
      '- ',
      '- a\n',
      'a:\n\n',
    ]
    for (const unit of [...units, '```\n', '\n', '\t', '[', '[a](', '<a ', '.', '---\na: b\n---\n', '|-', 'a\n-\n']) {
      const whole = unit.repeat(5_000_000 / unit.length)
      const offset = whole.length >> 1
      const { next_offset } = windowOf(whole, offset, { maxChars: 5000 })
      expect(next_offset, unit).toBeGreaterThan(offset)
      expect(next_offset, unit).toBeLessThanOrEqual(offset + 5000)
    }
  })
})
