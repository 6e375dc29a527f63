import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ObjectFile } from '../../../../src/documents/pdf/objects/object-file.ts'
import { isCorruptText } from '../../../../src/documents/pdf/objects/page-checks.ts'
import { pdfFile, stream } from '../pdf-document.ts'

const corrupt = stream(
  Buffer.concat([deflateSync('a'.repeat(99)).subarray(0, 6), Buffer.alloc(20, 255)]),
  '/Filter /FlateDecode',
)

const corruptStreams = (file: ObjectFile) =>
  [...file.references()].filter((one) => isCorruptText(file, one)).map(({ number }) => number)

test('streams are checked until too many bytes have been unpacked', () => {
  const large = stream(deflateSync(Buffer.alloc(40_000_000)), '/Filter /FlateDecode')
  const fileWith = (count: number) => {
    const streams = Array.from({ length: count }, () => large)
    return new ObjectFile(pdfFile(['<< /Type /Catalog >>', ...streams, corrupt]))
  }
  expect(corruptStreams(fileWith(1))).toEqual([3])
  const file = fileWith(40)
  expect(corruptStreams(file)).toEqual([])
  expect(file.uncheckedBytes).toBeGreaterThan(-40_000_000)
})
