import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isText, textBytes } from '../../src/content/text-bytes.ts'
import { writeContent } from '../../src/content/written.ts'

const bytesOf = (text: string) => Buffer.from(textBytes(writeContent(text).json)).toString()

describe('the bytes of a text', () => {
  it('match the text that was written', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'"\\\n\t\u0001\u2028aé漢🌳') }),
    )
    fc.assert(
      fc.property(text, (value) => {
        expect(bytesOf(value)).toBe(value.toWellFormed())
      }),
    )
    expect(bytesOf('')).toBe('')
    expect(bytesOf('\ud83ca\udf33"\\')).toBe('\ufffda\ufffd"\\')
  })

  it('exist only for texts', () => {
    expect(['a', '', ['a'], {}].map((value) => isText(writeContent(value).json))).toEqual([true, true, false, false])
  })
})
