import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BrokenResponse } from '../../../src/fetch/body/broken-response.ts'
import { createByteSink, decodeContent } from '../../../src/fetch/body/read-body.ts'

const text = 'Grüße aus Köln. '.repeat(500)
const mib = 1024 * 1024

function bytes(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(content as string))
}

const compressors: [name: string, compress: (content: Uint8Array) => Uint8Array][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
]

describe('decodeContent', () => {
  it.each(compressors)('decodes %s', async (name, compress) => {
    const decoded = await decodeContent(bytes(compress(bytes(text))), name, mib)
    expect(Buffer.from(decoded).toString()).toBe(text)
    // It can be transferred to a worker whole.
    expect([decoded.byteOffset, decoded.buffer.byteLength]).toEqual([0, decoded.byteLength])
  })

  it('decodes deflate without its zlib header', async () => {
    expect(Buffer.from(await decodeContent(bytes(deflateRawSync(text)), 'deflate', mib)).toString()).toBe(text)
  })

  it.each([
    ['gzip, br', (content: Uint8Array) => brotliCompressSync(gzipSync(content))],
    ['zstd,deflate', (content: Uint8Array) => deflateSync(zstdCompressSync(content))],
    [' GZIP , identity', gzipSync],
    ['identity', (content: Uint8Array) => content],
    ['', (content: Uint8Array) => content],
  ])('decodes %j from the last to the first', async (header, compress) => {
    expect(Buffer.from(await decodeContent(bytes(compress(bytes(text))), header, mib)).toString()).toBe(text)
  })

  it('leaves an empty body empty, whatever encoding it declares', async () => {
    expect((await decodeContent(bytes(''), 'gzip', mib)).byteLength).toBe(0)
  })

  const zeros = Buffer.alloc(8 * mib)
  it.each([
    ...compressors.map(([name, compress]) => [name, compress(zeros)] as const),
    ['gzip, gzip', gzipSync(gzipSync(zeros))] as const,
    ['br, gzip', gzipSync(brotliCompressSync(zeros))] as const,
  ])('ends a decompression bomb of %s at the cap', async (name, bomb) => {
    expect(bomb.byteLength).toBeLessThan(mib / 10)
    await expect(decodeContent(bytes(bomb), name, mib)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it('decodes a body of exactly the cap', async () => {
    const body = Buffer.alloc(4096, 'a')
    for (const [name, compress] of compressors) {
      expect((await decodeContent(bytes(compress(body)), name, 4096)).byteLength, name).toBe(4096)
      const beyond = decodeContent(bytes(compress(body)), name, 4095)
      await expect(beyond, name).rejects.toMatchObject({ type: 'response_too_large' })
    }
  })

  it.each(compressors)('fails for truncated %s with an error that is retried', async (name, compress) => {
    const whole = compress(bytes(text))
    const cut = decodeContent(bytes(whole.subarray(0, whole.length / 2)), name, mib)
    await expect(cut).rejects.toBeInstanceOf(BrokenResponse)
    await expect(cut).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it.each(compressors)('refuses a body that declares %s and is not', async (name) => {
    const wrong = decodeContent(bytes('<html>not compressed at all</html>'), name, mib)
    await expect(wrong).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('refuses three nested encodings', async () => {
    const body = gzipSync(gzipSync(gzipSync(text)))
    await expect(decodeContent(bytes(body), 'gzip, gzip, gzip', mib)).rejects.toMatchObject({
      type: 'invalid_response',
    })
  })

  it('reads text in an unknown encoding as it is, as browsers do, and refuses bytes', async () => {
    expect(Buffer.from(await decodeContent(bytes(text), 'utf-8', mib)).toString()).toBe(text)
    for (const name of ['compress', 'constructor', '__proto__']) {
      const wrong = decodeContent(new Uint8Array([0x1f, 0x9d, 0x90, 0x00, 0x01]), name, mib)
      await expect(wrong, name).rejects.toMatchObject({ type: 'invalid_response' })
    }
  })

  it('refuses a zstd frame that asks for a window beyond 8 MiB (RFC 9659)', async () => {
    // Magic, no content size, window of 2^(10 + exponent) bytes, one last raw block of five bytes.
    const frame = (exponent: number) =>
      bytes(
        Buffer.concat([Buffer.from(`28b52ffd00${(exponent << 3).toString(16)}290000`, 'hex'), Buffer.from('hello')]),
      )
    expect(Buffer.from(await decodeContent(frame(13), 'zstd', mib)).toString()).toBe('hello')
    await expect(decodeContent(frame(16), 'zstd', mib)).rejects.toMatchObject({ type: 'invalid_response' })
  })
})

describe('createByteSink', () => {
  it('collects chunks up to the cap in a buffer of their length', () => {
    const sink = createByteSink(10)
    expect(sink.push(bytes('hello'))).toBe(true)
    expect(sink.push(bytes('world!'))).toBe(false)
    expect(sink.push(bytes('world'))).toBe(true)
    expect(sink.length).toBe(10)
    const all = sink.take()
    expect(Buffer.from(all).toString()).toBe('helloworld')
    expect(all.buffer.byteLength).toBe(10)
  })

  it('takes a million chunks of one byte', () => {
    const sink = createByteSink(mib)
    const one = bytes('a')
    for (let i = 0; i < mib; i++) if (!sink.push(one)) throw new Error('refused')
    expect(sink.push(one)).toBe(false)
    expect(sink.take().byteLength).toBe(mib)
  })
})
