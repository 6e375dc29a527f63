import { describe, expect, it } from 'vitest'
import { maxJsonBytes, withWritten, writeContent } from '../../src/content/written.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the bytes of a result as JSON', () => {
  it.each([
    ['fields of every kind', { a: 1, b: null, c: true, d: 'text', e: -Math.PI * 1e-300, f: [], g: {} }],
    ['control characters', { content: '\u0001'.repeat(1000) }],
    ['quotes and lone surrogates', ['"\\\ud800'.repeat(300)]],
    ['long text with three bytes per character', { content: '漢'.repeat(1_000_001) }],
    ['long text of control characters', { content: '\u0001'.repeat(1_000_001) }],
    ['a list', Array.from({ length: 100 }, (_, n) => ({ url: `https://example.com/${n}`, text: '', internal: null }))],
    [
      'written contents, also within a field',
      withWritten({
        content: writeContent('漢"'.repeat(1000)),
        extra: withWritten({ links: writeContent([]), emails: writeContent(['\u0001'.repeat(500)]), raw_html: null }),
      }),
    ],
  ])('never exceed the bound: %s', (_, value) => {
    expect(maxJsonBytes(value)).toBeGreaterThanOrEqual(bytesOf(value))
  })

  it('are measured for a long text', () => {
    const value = { content: 'a'.repeat(2_000_000) }
    expect(maxJsonBytes(value)).toBeLessThan(bytesOf(value) + 1000)
  })
})
