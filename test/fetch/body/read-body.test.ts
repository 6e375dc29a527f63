import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createByteBudget, noShare } from '../../../src/base/share.ts'
import { BrokenResponse, type Bytes, createByteSink, decodeContent } from '../../../src/fetch/body/read-body.ts'

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

const decode = (body: Bytes, encoding: string, maxBytes: number, share = noShare) =>
  decodeContent(body, encoding, { maxBytes, share })

describe('decodeContent', () => {
  it.each(compressors)('decodes %s', async (name, compress) => {
    const decoded = await decode(bytes(compress(bytes(text))), name, mib)
    expect(Buffer.from(decoded).toString()).toBe(text)
    // This lets the result be transferred to a worker without copying.
    expect([decoded.byteOffset, decoded.buffer.byteLength]).toEqual([0, decoded.byteLength])
  })

  it('decodes all frames of zstd data, which may contain frames of other data', async () => {
    const skippable = Buffer.from('502a4d1803000000616263', 'hex')
    const frames = [zstdCompressSync('one '), skippable, zstdCompressSync('two '), zstdCompressSync('three')]
    const decoded = await decode(bytes(Buffer.concat(frames)), 'zstd', mib)
    expect(Buffer.from(decoded).toString()).toBe('one two three')
    const many = Buffer.concat(Array.from({ length: 1001 }, () => zstdCompressSync('')))
    await expect(decode(bytes(many), 'zstd', mib)).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('decodes deflate without its zlib header', async () => {
    expect(Buffer.from(await decode(bytes(deflateRawSync(text)), 'deflate', mib)).toString()).toBe(text)
  })

  it.each([
    ['gzip, br', (content: Uint8Array) => brotliCompressSync(gzipSync(content))],
    ['zstd,deflate', (content: Uint8Array) => deflateSync(zstdCompressSync(content))],
    [' GZIP , identity', gzipSync],
    ['identity', (content: Uint8Array) => content],
    ['', (content: Uint8Array) => content],
  ])('decodes %j in reverse order', async (header, compress) => {
    expect(Buffer.from(await decode(bytes(compress(bytes(text))), header, mib)).toString()).toBe(text)
  })

  it('leaves an empty body empty, regardless of the declared encoding', async () => {
    expect((await decode(bytes(''), 'gzip', mib)).byteLength).toBe(0)
  })

  const zeros = Buffer.alloc(8 * mib)
  it.each([
    ...compressors.map(([name, compress]) => [name, compress(zeros)] as const),
    ['gzip, gzip', gzipSync(gzipSync(zeros))] as const,
    ['br, gzip', gzipSync(brotliCompressSync(zeros))] as const,
  ])('stops a decompression bomb of %s at the limit', async (name, bomb) => {
    expect(bomb.byteLength).toBeLessThan(mib / 10)
    await expect(decode(bytes(bomb), name, mib)).rejects.toMatchObject({ type: 'response_too_large' })
  })

  it('decodes a body of exactly the limit', async () => {
    const body = Buffer.alloc(4096, 'a')
    for (const [name, compress] of compressors) {
      expect((await decode(bytes(compress(body)), name, 4096)).byteLength, name).toBe(4096)
      const beyond = decode(bytes(compress(body)), name, 4095)
      await expect(beyond, name).rejects.toMatchObject({ type: 'response_too_large' })
    }
  })

  it.each(compressors)('fails for truncated %s with a retryable error', async (name, compress) => {
    const whole = compress(bytes(text))
    const cut = decode(bytes(whole.subarray(0, whole.length / 2)), name, mib)
    await expect(cut).rejects.toBeInstanceOf(BrokenResponse)
    await expect(cut).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it.each(compressors)('refuses a body that falsely declares %s', async (name) => {
    const wrong = decode(bytes('<html>not compressed at all</html>'), name, mib)
    await expect(wrong).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('refuses three nested encodings', async () => {
    const body = gzipSync(gzipSync(gzipSync(text)))
    await expect(decode(bytes(body), 'gzip, gzip, gzip', mib)).rejects.toMatchObject({
      type: 'invalid_response',
    })
  })

  it('reads text in an unknown encoding unchanged, as browsers do, and refuses binary data', async () => {
    expect(Buffer.from(await decode(bytes(text), 'utf-8', mib)).toString()).toBe(text)
    for (const name of ['compress', 'constructor', '__proto__']) {
      const wrong = decode(new Uint8Array([0x1f, 0x9d, 0x90, 0x00, 0x01]), name, mib)
      await expect(wrong, name).rejects.toMatchObject({ type: 'invalid_response' })
    }
  })

  it('refuses a zstd frame that requests a window beyond 8 MiB (RFC 9659)', async () => {
    // Magic number, no content size, window of 2^(10 + exponent) bytes, and a final raw block of five bytes.
    const frame = (exponent: number) =>
      bytes(
        Buffer.concat([Buffer.from(`28b52ffd00${(exponent << 3).toString(16)}290000`, 'hex'), Buffer.from('hello')]),
      )
    expect(Buffer.from(await decode(frame(13), 'zstd', mib)).toString()).toBe('hello')
    await expect(decode(frame(16), 'zstd', mib)).rejects.toMatchObject({ type: 'invalid_response' })
  })

  it('counts decoded bytes as they arrive, so 40 bodies of 97 kB that each decode to 16 MiB stay within the budget', async () => {
    const budget = createByteBudget(48 * mib)
    const bomb = gzipSync(new Uint8Array(16 * mib))
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, budget.bytes)
    }, 1)
    const shares = Array.from({ length: 40 }, () => budget.open(null))
    const outcomes = await Promise.allSettled(
      shares.map((share) => {
        share.take(bomb.length)
        return decode(bytes(bomb), 'gzip', 16 * mib, share)
      }),
    )
    clearInterval(timer)
    const refused = outcomes.filter((one) => one.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ type: 'overloaded' })
    expect(peak).toBeLessThanOrEqual(48 * mib)
    const held = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.byteLength : 0))
    expect(shares.map((share) => share.bytes)).toEqual(held)
  })

  it('frees the bytes of a body that can’t be decoded', async () => {
    const share = createByteBudget(mib).open(null)
    const whole = gzipSync(randomBytes(50_000))
    for (const [body, maxBytes] of [
      [whole.subarray(0, 30_000), mib],
      [whole, 1000],
      [Buffer.from('not compressed'), mib],
    ] as const) {
      share.take(body.length)
      await expect(decode(bytes(body), 'gzip', maxBytes, share)).rejects.toThrow()
      expect(share.bytes).toBe(0)
    }
  })
})

describe('createByteSink', () => {
  it('counts at most twice the bytes so far, and exactly the length at the end', () => {
    const share = createByteBudget(mib).open(null)
    const sink = createByteSink(mib, share)
    expect(share.bytes).toBe(0)
    sink.push(new Uint8Array(100_000))
    expect(share.bytes).toBeLessThanOrEqual(200_000)
    expect(sink.take().byteLength).toBe(100_000)
    expect(share.bytes).toBe(100_000)
    const dropped = createByteSink(mib, share)
    dropped.push(new Uint8Array(100_000))
    dropped.drop()
    expect(share.bytes).toBe(100_000)
  })

  it('refuses a chunk that exceeds the share', () => {
    const share = createByteBudget(100_000).open('a')
    const sink = createByteSink(mib, share)
    sink.push(new Uint8Array(40_000))
    expect(() => sink.push(new Uint8Array(20_000))).toThrow(expect.objectContaining({ type: 'overloaded' }))
    expect(sink.take().byteLength).toBe(40_000)
    expect(share.bytes).toBe(40_000)
  })

  it('collects chunks up to the limit in a buffer of their length', () => {
    const sink = createByteSink(10, noShare)
    expect(sink.push(bytes('hello'))).toBe(true)
    expect(sink.push(bytes('world!'))).toBe(false)
    expect(sink.push(bytes('world'))).toBe(true)
    const all = sink.take()
    expect(Buffer.from(all).toString()).toBe('helloworld')
    expect(all.buffer.byteLength).toBe(10)
  })

  it('accepts a million chunks of one byte', () => {
    const sink = createByteSink(mib, noShare)
    const one = bytes('a')
    for (let i = 0; i < mib; i++) if (!sink.push(one)) throw new Error('refused')
    expect(sink.push(one)).toBe(false)
    expect(sink.take().byteLength).toBe(mib)
  })
})
