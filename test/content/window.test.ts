import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../src/content/content-tokens.ts'
import type { WindowBounds } from '../../src/content/window.ts'
import type { Content, Link } from '../../src/contract/list-items.ts'
import { windowOf } from './window-of.ts'

function readThrough(content: Content, maxChars: number): Content[] {
  const pieces: Content[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const window = windowOf(content, offset, { maxChars })
    if (window.next_offset !== null) expect(window.next_offset).toBeGreaterThan(offset)
    pieces.push(window.content)
    offset = window.next_offset
  }
  return pieces
}

const text = fc.string({ unit: fc.oneof(fc.constantFrom('a', ' ', '\n', '\n\n', '```\n', '😀', '|'), fc.string()) })

describe('a window on text', () => {
  it('yields the whole text when its pieces are joined, at any size', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, maxChars) => {
        expect(readThrough(whole, maxChars).join('')).toBe(whole)
      }),
    )
  })

  it('never exceeds max_chars, except for a single longer character', () => {
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

  it('ends after the last blank line that fits', () => {
    const window = windowOf('one\n\ntwo\n\nthree', 0, { maxChars: 12 })
    expect(window).toEqual({ content: 'one\n\ntwo\n\n', total_chars: 15, offset: 0, next_offset: 10 })
  })

  it('ignores blank lines inside fenced code', () => {
    const whole = 'introduction\n\n```js\na\n\nb\n```\n\nend'
    expect(windowOf(whole, 0, { maxChars: 25 }).content).toBe('introduction\n\n')
    expect(windowOf(whole, 14, { maxChars: 13 }).content).toBe('```js\na\n\nb\n')
    expect(windowOf(whole, 14, { maxChars: 15 }).content).toBe('```js\na\n\nb\n```\n')
    expect(windowOf(whole, 23, { maxChars: 8 }).content).toBe('b\n```\n\n')
  })

  it("ends before fenced code that doesn't fit, but after fenced code that does", () => {
    const text = 'Some code\n```js\nlet a\n\nlet b\n```\nText that goes on'
    const pieceOf = (maxChars: number) => windowOf(text, 0, { maxChars }).content
    expect(pieceOf(20)).toBe('Some code\n')
    expect(pieceOf(27)).toBe('Some code\n```js\nlet a\n\n')
    expect(pieceOf(38)).toBe('Some code\n```js\nlet a\n\nlet b\n```\n')
  })

  it('does not mistake inline code for the start of a code block', () => {
    expect(windowOf('```` a ``` b ````\n\none\n\ntwo\nthree', 0, { maxChars: 28 }).content).toBe(
      '```` a ``` b ````\n\none\n\n',
    )
  })

  it('ends after a line if no block fits, or else at the limit', () => {
    expect(windowOf('| a |\n| b |\n| c |', 0, { maxChars: 13 }).content).toBe('| a |\n| b |\n')
    expect(windowOf('x'.repeat(50), 0, { maxChars: 20 })).toMatchObject({ next_offset: 20, content: 'x'.repeat(20) })
  })

  const words = fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,12}$/)
  const link = fc
    .tuple(words, fc.stringMatching(/^[a-z/]{1,30}$/))
    .map(([label, path]) => `[${label}](https://a.example/${path})`)
  const picture = fc
    .stringMatching(/^[a-z]{1,20}$/)
    .map((name) => `[![${name}](https://a.example/${name}.png)](https://a.example/${name}_(1))`)
  const row = fc.array(fc.oneof(words, link), { minLength: 2, maxLength: 4 }).map((cells) => `| ${cells.join(' | ')} |`)
  const paragraph = fc
    .array(fc.oneof(words, link, picture), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(' '))
  const table = fc.array(row, { minLength: 2, maxLength: 20 }).map((rows) => rows.join('\n'))
  const code = fc
    .array(fc.oneof(words, fc.constant('')), { maxLength: 10 })
    .map((lines) => ['```js', ...lines, '```'].join('\n'))
  const page = fc
    .array(fc.oneof(paragraph, table, code), { minLength: 1, maxLength: 10 })
    .map((blocks) => blocks.join('\n\n'))

  /** Ranges that must not be cut: rows, links together with their images, and lines of code up to half of the limit. */
  function whole(text: string, maxChars: number): { from: number; to: number }[] {
    const lines = text.matchAll(/^(?:\|.*|```js\n(?:[a-z ]*\n)*```)$/gm)
    const links = text.matchAll(/\[(?:!\[[a-z]*\]\([^)]*\)|[a-z ]*)\]\((?:[^()]|\([^()]*\))*\)/g)
    const codeLines = [...lines].flatMap(({ 0: found, index }) => {
      const ends = [...`${found}\n`.matchAll(/\n/g)].map((end) => index + end.index)
      const ranges = ends.map((to, i) => ({ from: (ends[i - 1] ?? index - 1) + 1, to }))
      return ranges.filter(({ from, to }) => found.startsWith('|') || to - from + '```js'.length < maxChars / 2)
    })
    return [...codeLines, ...[...links].map(({ 0: found, index }) => ({ from: index, to: index + found.length }))]
  }

  it('never ends inside a table row or link, except one longer than max_chars, or inside a short line of code', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 20, max: 400 }), (text, maxChars) => {
        const kept = whole(text, maxChars).filter(({ from, to }) => to - from < maxChars)
        let at = 0
        for (const piece of readThrough(text, maxChars) as string[]) {
          at += piece.length
          expect(kept.filter(({ from, to }) => from < at && at < to)).toEqual([])
        }
        expect(at).toBe(text.length)
      }),
      { numRuns: 500 },
    )
  })

  it('ends before an HTML tag, a URL or a link at the limit', () => {
    const cut = (text: string, at: number) => windowOf(text, 0, { maxChars: at }).content
    for (const at of [12, 42, 47]) {
      expect(cut('Some text <a href="https://example.com/">link</a> and more', at)).toBe('Some text ')
    }
    expect(cut('Some text <img src="https://example.com/i.png"> more', 40)).toBe('Some text ')
    expect(cut('See https://example.com/a/b/c for more', 26)).toBe('See ')
    expect(cut('An ![image](https://example.com/i.png) here', 36)).toBe('An ')
    expect(cut('[[1]](https://example.com/#cite) and', 12)).toBe('[[1]](https:')
  })

  it('ends inside a link that is longer than max_chars if less than half precedes it', () => {
    const { content } = windowOf('An ![image](https://example.com/i.png) here', 0, { maxChars: 20 })
    expect(content).toBe('An ![image](https://')
  })

  it('is empty past the end', () => {
    expect(windowOf('abc', 10, { maxChars: 5 })).toEqual({ content: '', total_chars: 3, offset: 10, next_offset: null })
    expect(windowOf('', 0, { maxChars: 5 })).toEqual({ content: '', total_chars: 0, offset: 0, next_offset: null })
  })

  it('is the whole text without max_chars', () => {
    expect(windowOf('abc', 1)).toEqual({ content: 'bc', total_chars: 3, offset: 1, next_offset: null })
  })
})

describe('a window on a list', () => {
  const links: Link[] = Array.from({ length: 9 }, (_, i) => ({
    url: `https://example.com/${'x'.repeat(i)}`,
    text: `link ${i}`,
    internal: true,
  }))

  it('contains whole items and counts their compact JSON', () => {
    const window = windowOf(links, 0, { maxChars: 200 })
    expect(JSON.stringify(window.content).length).toBeLessThanOrEqual(200)
    expect(window.total_chars).toBe(JSON.stringify(links).length)
    expect(JSON.stringify(links).slice(window.next_offset ?? 0)).toMatch(/^\{"url"/)
  })

  it('yields the whole text when its pieces are joined, at any size', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 60 }), (list, maxChars) => {
        expect((readThrough(list, maxChars) as string[][]).flat()).toEqual(list)
      }),
    )
  })

  it('advances past an item that is longer than max_chars', () => {
    expect(windowOf(['a'.repeat(50), 'b'], 0, { maxChars: 5 })).toMatchObject({
      content: ['a'.repeat(50)],
      next_offset: 54,
    })
  })

  it('is empty past the end, and for an empty list', () => {
    expect(windowOf(['a'], 99)).toEqual({ content: [], total_chars: 5, offset: 99, next_offset: null })
    expect(windowOf([], 0, { maxChars: 5 })).toEqual({ content: [], total_chars: 2, offset: 0, next_offset: null })
  })
})

describe('a window on an object', () => {
  it('contains whole top-level keys', () => {
    const metadata = { title: 'T', description: 'D'.repeat(30), author: 'A' }
    const pieces = readThrough(metadata, 40)
    expect(pieces).toEqual([{ title: 'T' }, { description: 'D'.repeat(30) }, { author: 'A' }])
    expect(windowOf(metadata, 0).total_chars).toBe(JSON.stringify(metadata).length)
  })
})

describe('a window with a token limit', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom('word ', '\n\n', '字', '😀', '| 1 |\n'), fc.string()) })
  const maxChars = fc.integer({ min: 5, max: 60 })
  const maxTokens = fc.integer({ min: 1, max: 20 })

  it('equals the character window if that is within the limit', () => {
    const words = 'Plain words. '.repeat(4000)
    expect(windowOf(words, 0, { maxChars: 40_000, resultTokens: 17_500 })).toEqual(
      windowOf(words, 0, { maxChars: 40_000 }),
    )
  })

  it.each([
    ['Chinese', '这个页面介绍了我们的产品和服务。\n\n'],
    ['Russian', 'Эта страница рассказывает о наших товарах.\n\n'],
    ['Arabic', 'تصف هذه الصفحة منتجاتنا وخدماتنا.\n\n'],
    ['numbers', '| 17 | 4,283 | 0.5 % | -3 |\n'],
    ['emoji', '🎉🥳🎈'],
    ['punctuation', '+-*/=<>|'],
  ])('stays within the limit for %s', (_, words) => {
    const { content } = windowOf(words.repeat(50_000), 0, { maxChars: 40_000, resultTokens: 17_500 })
    expect(contentTokensOf(String(content))).toBeLessThanOrEqual(17_500)
    expect(String(content).length).toBeGreaterThan(10_000)
  })

  it.each([
    ['English', 'Plain words, and a [link](https://example.com/).\n\n'],
    ['Chinese', '这个页面介绍了我们的产品和服务。\n\n'],
    ['emoji', '🎉🥳🎈'],
  ])('uses nearly all of the estimated tokens for %s', (_, words) => {
    for (const maxTokens of [100, 1000, 50_000]) {
      const tokens = contentTokensOf(String(windowOf(words.repeat(20_000), 0, { maxTokens }).content))
      expect(tokens).toBeLessThanOrEqual(maxTokens)
      expect(tokens).toBeGreaterThan(maxTokens * 0.8)
    }
  })

  it('stays below 25,000 tokens for base64, which has 1.39 characters per token in cl100k', () => {
    const encoded = Buffer.from(Array.from({ length: 60_000 }, (_, i) => Math.sin(i) * 1e6)).toString('base64')
    const { content } = windowOf(encoded, 0, { maxChars: 40_000, resultTokens: 17_500 })
    expect(String(content).length).toBeLessThan(25_000 * 1.39)
    expect(String(content).length).toBeGreaterThan(20_000)
  })

  it('yields the whole text when its pieces are joined', () => {
    const join = (content: Content, bounds: WindowBounds) => {
      const pieces: Content[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const window = windowOf(content, offset, bounds)
        expect(window.next_offset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
        pieces.push(window.content)
        offset = window.next_offset
      }
      return pieces
    }
    const bounds = fc.record({ maxChars, maxTokens, resultTokens: maxTokens })
    fc.assert(fc.property(text, bounds, (whole, some) => void expect(join(whole, some).join('')).toBe(whole)))
    fc.assert(
      fc.property(fc.array(fc.string()), bounds, (list, some) => void expect(join(list, some).flat()).toEqual(list)),
    )
  })

  it('ignores blank lines in fenced code that began in an earlier piece', () => {
    const code = `\`\`\`\n${'字字\n\n字字\n'.repeat(20)}\`\`\`\n`
    const { content } = windowOf(code, 4, { resultTokens: 11 })
    expect(content).toBe('字字\n\n字字\n字字\n\n字字\n')
  })

  it('is found immediately for a single item longer than the limit', () => {
    let readings = 0
    const item = {
      toJSON() {
        readings++
        return 'word '.repeat(24_000)
      },
    }
    const { content, next_offset } = windowOf([item] as never, 0, { maxChars: 40_000, resultTokens: 17_500 })
    expect([content, next_offset]).toEqual([JSON.parse(JSON.stringify([item])), null])
    expect(readings).toBeLessThan(10)
  })
})
