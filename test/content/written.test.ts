import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeAsPiece } from '../../src/content/window.ts'
import { jsonBytes, readContent, withWritten, writeContent, writeCounted } from '../../src/content/written.ts'
import type { Content } from '../../src/contract/list-items.ts'
import { windowOf } from './window-of.ts'

const content = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.string()) as fc.Arbitrary<Content>,
)
const joined = (value: object) => Buffer.concat(jsonBytes(value)).toString()

describe('serialized content', () => {
  it('is read back unchanged, even with a lone surrogate', () => {
    fc.assert(
      fc.property(content, (value) => {
        expect(readContent(writeContent(value))).toEqual(value)
      }),
    )
    expect(readContent(writeContent('a\ud800b'))).toBe('a\ud800b')
  })

  it('is inserted into the JSON of its object', () => {
    fc.assert(
      fc.property(content, fc.string(), (value, title) => {
        const whole = withWritten({ title, content: writeContent(value), offset: 0, next_offset: null })
        const json = JSON.stringify({ title, content: value, offset: 0, next_offset: null })
        expect(joined(whole)).toBe(json)
        expect(JSON.stringify(whole)).toBe(json)
        expect(joined({ ...whole })).toBe(json)
      }),
    )
  })

  it('is inserted in field order, even in nested fields and next to null and undefined', () => {
    const named = { links: writeContent([]), raw_html: null, markdown: writeContent('"a"') }
    const whole = withWritten({
      content: writeContent('c'),
      extra: withWritten(named),
      none: withWritten({}),
      left: undefined,
    })
    const json = '{"content":"c","extra":{"links":[],"raw_html":null,"markdown":"\\"a\\""},"none":{}}'
    expect(joined(whole)).toBe(json)
    expect(JSON.stringify(whole)).toBe(json)
  })

  it('is reused as the piece only if the window covers the whole content', () => {
    const bounds = fc.record({ maxChars: fc.option(fc.nat(40), { nil: undefined }), maxTokens: fc.constant(undefined) })
    fc.assert(
      fc.property(content, fc.nat(2), bounds, (value, offset, { maxChars, maxTokens }) => {
        const piece = wholeAsPiece(writeContent(value), offset, { maxChars, maxTokens })
        if (piece === null) return
        const { content: whole, ...place } = windowOf(value, offset, { maxChars, maxTokens })
        expect({ ...piece, content: readContent(piece.content) }).toEqual({
          content: whole,
          content_tokens: writeCounted(value).tokens,
          outline: null,
          highlights: null,
          quotes: null,
          ...place,
        })
      }),
    )
  })

  it('is reused as the piece if no text of its length can exceed the token limit', () => {
    const written = writeContent('漢'.repeat(100))
    expect(wholeAsPiece(written, 0, { maxTokens: 199 })).toBeNull()
    expect(wholeAsPiece(written, 0, { maxTokens: 200 })).toMatchObject({ total_chars: 100, next_offset: null })
  })
})
