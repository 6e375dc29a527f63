import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../src/document/parse/decode.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

describe('decodeBody', () => {
  const cases: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['utf-8', bytes(0xc3, 0xa9), 'é'],
    ['windows-1252', bytes(0x80, 0x93, 0xe9), '€“é'],
    ['windows-1251', bytes(0xcf, 0xf0), 'Пр'],
    ['shift_jis', bytes(0x93, 0xfa), '日'],
    ['gbk', bytes(0xc4, 0xe3), '你'],
    ['utf-16le', bytes(0x41, 0, 0x42, 0), 'AB'],
  ]
  it.each(cases)('reads %s', (charset, body, expected) => {
    expect(decodeBody({ charset, body })).toBe(expected)
  })

  it('drops a byte order mark', () => {
    expect(decodeBody({ charset: 'utf-8', body: bytes(0xef, 0xbb, 0xbf, 0x61) })).toBe('a')
  })

  it('replaces what is broken instead of failing', () => {
    expect(decodeBody({ charset: 'utf-8', body: bytes(0x61, 0xff, 0x62) })).toBe('a\ufffdb')
  })

  it.each(['replacement', '__proto__', 'no-such-charset', ''])('reads UTF-8 where the name is %j', (charset) => {
    expect(decodeBody({ charset, body: bytes(0xc3, 0xa9) })).toBe('é')
  })
})
