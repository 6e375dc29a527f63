/** Collects the chunks of response bodies and decodes content encodings, up to a size limit. Counts the bytes in memory. */

import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type ZlibOptions,
} from 'node:zlib'
import { ServiceError } from '../../base/errors.ts'
import type { Share } from '../../base/share.ts'
import { holdsJson } from '../../page/media-kind.ts'
import { hasBinaryBytes } from './media-type.ts'

export type Bytes = Uint8Array<ArrayBuffer>

type ByteSink = ReturnType<typeof createByteSink>

/**
 * Collects chunks in one growing buffer, so that 16 million one-byte chunks don't become 16 million objects. `share` counts the buffer as it
 * grows, so the bytes held by a stalled body are counted too.
 */
export function createByteSink(maxBytes: number, share: Share) {
  let buffer = new ArrayBuffer(0)
  let length = 0
  return {
    /** Returns false, and drops the chunk, if it exceeds the limit. Throws overloaded if the share has no room for it. */
    push(chunk: Uint8Array): boolean {
      const needed = length + chunk.length
      if (needed > maxBytes) return false
      if (needed > buffer.byteLength) {
        const capacity = Math.min(maxBytes, Math.max(needed, buffer.byteLength * 2, 16_384))
        share.take(capacity - buffer.byteLength)
        buffer = buffer.transfer(capacity)
      }
      new Uint8Array(buffer, length).set(chunk)
      length = needed
      return true
    },
    /** Returns a copy of the bytes so far, also counted by the share. */
    copy(): Bytes {
      share.take(length)
      return new Uint8Array(buffer.slice(0, length))
    },
    /** Returns all bytes in a buffer of exactly their length, which the share keeps counting. The sink can't be used afterwards. */
    take(): Bytes {
      share.give(buffer.byteLength - length)
      return new Uint8Array(buffer.transfer(length))
    },
    /** Drops all bytes and returns them to the share. The sink can't be used afterwards. */
    drop(): void {
      share.give(buffer.byteLength)
      buffer = new ArrayBuffer(0)
    },
  }
}

type Decoder = ReturnType<typeof createGunzip>

const decoderOptions = { chunkSize: 65_536 } satisfies ZlibOptions
const gzip = () => createGunzip(decoderOptions)

/** Creates the decoder for the given bytes, by content encoding. */
const decoders: Record<string, (bytes: Uint8Array) => Decoder> = {
  gzip,
  'x-gzip': gzip,
  // RFC 9110 specifies the zlib format, but many servers send raw deflate data.
  deflate: (bytes) => (isZlib(bytes) ? createInflate : createInflateRaw)(decoderOptions),
  br: () => createBrotliDecompress(decoderOptions),
  // RFC 9659 limits the zstd window on the web to 8 MiB. Otherwise, a frame could request 128 MiB.
  zstd: () => createZstdDecompress({ ...decoderOptions, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

const maxEncodings = 2
/** Each frame has a decoder, so millions of empty frames would take too long. */
const maxZstdFrames = 1000

interface DecodeOptions {
  maxBytes: number
  share: Share
  /** True to decode as much as has arrived instead of throwing BrokenResponse. */
  isCut?: boolean
  /** True if text is expected. If the bytes turn out to be gzip, they are decoded again. */
  isText?: boolean
}

/**
 * Returns the body with its content encodings decoded. Throws response_too_large if the decoded body exceeds `maxBytes` (even for a
 * decompression bomb), and invalid_response if it can't be decoded. Throws BrokenResponse if the body ends too early, and overloaded if
 * `share` has no room. The share counts the given bytes before the call, the body's bytes afterwards, and nothing if this throws.
 */
export async function decodeContent(
  bytes: Bytes,
  contentEncoding: string | null,
  { maxBytes, share, isCut = false, isText = false }: DecodeOptions,
): Promise<Bytes> {
  const encodings = encodingsOf(contentEncoding)
  if (encodings.length > maxEncodings) {
    throw new ServiceError('invalid_response', `The response has ${encodings.length} stacked content encodings`)
  }
  let decoded = bytes
  async function decode(encoding: string): Promise<void> {
    const decoder = decoded.length === 0 ? null : openDecoder(decoded, encoding)
    if (!decoder) return
    const encodedBytes = decoded.length
    decoded = await decodeOne(decoded, decoder, { encoding, maxBytes, share, isCut })
    share.give(encodedBytes)
  }
  try {
    for (const encoding of encodings.toReversed()) await decode(encoding)
    for (let layer = 0; isText && isGzip(decoded); layer++) {
      if (layer === maxEncodings)
        throw new ServiceError('invalid_response', 'The response is gzip data where text was expected')
      await decode('gzip')
    }
    return decoded
  } catch (error) {
    share.give(decoded.length)
    throw error
  }
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('response_too_large', `The response is larger than ${maxBytes} bytes`)
}

/** Returns null for bytes that don't need decoding. */
function openDecoder(bytes: Uint8Array, encoding: string): Decoder | null {
  if (Object.hasOwn(decoders, encoding)) return decoders[encoding]?.(bytes) ?? null
  // An unknown encoding is often a charset in the wrong header. Browsers show such a body unchanged.
  if (!hasBinaryBytes(bytes)) return null
  throw new ServiceError('invalid_response', `The content encoding ${encoding.slice(0, 40)} is unknown`)
}

/** Counts decoded chunks as they arrive, because decoding can make a body a thousand times larger, and many are decoded in parallel. */
async function decodeOne(
  bytes: Bytes,
  decoder: Decoder,
  { encoding, maxBytes, share, isCut }: DecodeOptions & { encoding: string },
): Promise<Bytes> {
  const sink = createByteSink(maxBytes, share)
  try {
    await decodeInto(sink, bytes, decoder, maxBytes)
    // Node decodes all members of gzip data, but only the first frame of zstd data.
    let left = bytes.subarray(decoder.bytesWritten)
    for (let frames = 1; encoding === 'zstd' && isZstd(left); frames++) {
      const next = openDecoder(left, encoding)
      if (!next) break
      if (frames === maxZstdFrames) {
        throw new ServiceError('invalid_response', `The response has more than ${maxZstdFrames} zstd frames`)
      }
      await decodeInto(sink, left, next, maxBytes)
      left = left.subarray(next.bytesWritten)
    }
    return sink.take()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (isCut && code === 'Z_BUF_ERROR') return sink.take()
    sink.drop()
    if (cause instanceof ServiceError) throw cause
    const subject = `The ${encoding} content in the response`
    if (code === 'Z_BUF_ERROR') throw new BrokenResponse('invalid_response', `${subject} ends too early`, { cause })
    throw new ServiceError('invalid_response', `${subject} can't be decoded (${code})`, { cause })
  }
}

function decodeInto(sink: ByteSink, bytes: Bytes, decoder: Decoder, maxBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    decoder.on('data', (chunk: Buffer) => {
      try {
        if (!sink.push(chunk)) throw tooLarge(maxBytes)
      } catch (error) {
        decoder.destroy(error as Error)
      }
    })
    decoder.on('error', reject).on('end', resolve).end(bytes)
  })
}

function encodingsOf(header: string | null): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
}

/** True if the body begins with gzip's signature, which no text does. @see RFC 1952 §2.3.1 */
function isGzip([first, second, method]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b && method === 8
}

/** True if the low half of the first byte is 8 and the first two bytes form a multiple of 31. @see RFC 1950 */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

/** True for a frame, or for a skippable frame of other data. @see RFC 8878 §3.1 */
function isZstd([first = 0, second, third, fourth]: Uint8Array): boolean {
  const isFrame = first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd
  return isFrame || ((first & 0xf0) === 0x50 && second === 0x2a && third === 0x4d && fourth === 0x18)
}

export class BrokenResponse extends ServiceError {
  /** True if the request reused a connection that the origin had closed in the meantime. Such a request doesn't count as an attempt. */
  readonly isStale: boolean

  constructor(
    type: 'invalid_response' | 'target_unreachable',
    message: string,
    { cause, isStale = false }: { cause?: unknown; isStale?: boolean } = {},
  ) {
    super(type, message, { cause })
    this.isStale = isStale
  }
}

/** True if the bytes received so far hold a whole HTML document or JSON value after decoding. */
export async function holdsDocument(
  sink: Pick<ByteSink, 'copy'>,
  headers: Readonly<Record<string, string>>,
  options: Omit<DecodeOptions, 'isCut'>,
): Promise<boolean> {
  try {
    const body = await decodeContent(sink.copy(), headers['content-encoding'] ?? null, { ...options, isCut: true })
    options.share.give(body.length)
    return /<\/html\s*>/i.test(Buffer.from(body.buffer).toString('latin1')) || holdsJson({ body, rendered: false })
  } catch {
    return false
  }
}
