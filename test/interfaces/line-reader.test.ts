import { describe, expect, it } from 'vitest'
import { createLineReader } from '../../src/interfaces/line-reader.ts'

function linesOf(maxBytes: number, chunks: Buffer[]): (string | null)[] {
  const lines: (string | null)[] = []
  const read = createLineReader(maxBytes, (line) => lines.push(line))
  for (const chunk of chunks) read(chunk)
  return lines
}

describe('the line reader', () => {
  it('returns the same lines however the input is split into chunks', () => {
    const bytes = Buffer.from('{"a":"ä😀"}\r\n\n  \n{"b":1}\nrest')
    const whole = linesOf(100, [bytes])
    expect(whole).toEqual(['{"a":"ä😀"}\r', '{"b":1}'])
    for (const size of [1, 2, 3, 7]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      expect(linesOf(100, chunks)).toEqual(whole)
    }
  })

  it('returns null for a line over the limit, and then the lines after it', () => {
    const long = Buffer.alloc(11, 'x')
    expect(linesOf(10, [long, long, Buffer.from('x\nok\n')])).toEqual([null, 'ok'])
    expect(linesOf(10, [Buffer.from('0123456789\n01234567890\nok\n')])).toEqual(['0123456789', null, 'ok'])
  })
})
