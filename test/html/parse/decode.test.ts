import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../src/html/parse/parse.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

describe('decodeBody', () => {
  const cases: [string, Uint8Array<ArrayBuffer>, string][] = [
    ['utf-8', bytes(0xc3, 0xa9), 'é'],
    ['windows-1252', bytes(0x80, 0x93, 0xe9), '€“é'],
    ['windows-1251', bytes(0xcf, 0xf0), 'Пр'],
    ['shift_jis', bytes(0x93, 0xfa), '日'],
    ['gbk', bytes(0xc4, 0xe3), '你'],
    ['utf-16le', bytes(0x41, 0, 0x42, 0), 'AB'],
    ['utf-16be', bytes(0xd8, 0x3d, 0xde, 0x00, 0xd8, 0x3d), '😀\ufffd'],
    // Syllables that Windows added to EUC-KR, and characters that Hong Kong added to Big5.
    ['euc-kr', bytes(0x8c, 0x63, 0xb9, 0xe6), '똠방'],
    ['big5', bytes(0x9d, 0xf6, 0x9d, 0xf7, 0x9d, 0xf5), '喺咗嗰'],
    // Vertical forms, as in GB 18030 since 2022.
    ['gb18030', bytes(0xa6, 0xd9, 0xfe, 0x59), '︐龴'],
    ['euc-jp', bytes(0x8f, 0xb0, 0xa1), '丂'],
    ['iso-2022-jp', bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x4a, 0x5c), '日¥'],
    ['x-user-defined', bytes(0x61, 0x80, 0xff), 'a\uf780\uf7ff'],
    ['iso-8859-8-i', bytes(0xf9, 0xec), 'של'],
    ['replacement', bytes(0x61, 0x62), '\ufffd'],
    ['replacement', bytes(), ''],
  ]
  it.each(cases)('reads %s', (charset, body, expected) => {
    expect(decodeBody({ charset, body })).toBe(expected)
  })

  it('drops a byte order mark', () => {
    expect(decodeBody({ charset: 'utf-8', body: bytes(0xef, 0xbb, 0xbf, 0x61) })).toBe('a')
  })

  it('replaces invalid bytes instead of failing', () => {
    expect(decodeBody({ charset: 'utf-8', body: bytes(0x61, 0xff, 0x62) })).toBe('a\ufffdb')
  })

  it.each(['__proto__', 'constructor', 'no-such-charset', ''])('reads UTF-8 if the name is %j', (charset) => {
    expect(decodeBody({ charset, body: bytes(0xc3, 0xa9) })).toBe('é')
  })
})
