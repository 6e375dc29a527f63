import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressAtOnce, compressed, maxBytesCompressedAtOnce } from '../../../src/interfaces/http/content-coding.ts'

const parts = [randomBytes(50_000), randomBytes(200_000), Buffer.from('the end')] as const

it.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('a body compressed as %s has the same content', async (coding, decompress) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of compressed(parts, coding)) chunks.push(chunk)
  expect(decompress(Buffer.concat(chunks)).equals(Buffer.concat(parts))).toBe(true)
  const short = parts[0].subarray(0, maxBytesCompressedAtOnce)
  expect(decompress(compressAtOnce(short, coding)).equals(short)).toBe(true)
})

// An error emitted by a stream that has no listener crashes the process. Vitest reports it as an unhandled error.
it.each(['gzip', 'br'] as const)('a client that leaves during a body in %s causes no error', async (coding) => {
  for (let attempt = 0; attempt < 60; attempt++) {
    let read = 0
    for await (const chunk of compressed(parts.slice(attempt % 3), coding)) {
      if (chunk.byteLength > 0 && read++ === attempt % 4) break
      if (attempt % 2 === 0) await turn()
    }
  }
  await turn()
})
