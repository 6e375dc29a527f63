/** Reads response bodies: collects chunks and decodes content encodings, up to a cap on the size. */

import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib'
import { ServiceError } from '../../errors.ts'
import { BrokenResponse } from './broken-response.ts'
import { hasBinaryBytes } from './media-type.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Collects chunks in one growing buffer: 16 million chunks of one byte must not cost 16 million objects. */
export interface ByteSink {
  readonly length: number
  /** False when the chunk exceeds the cap; it is then not kept. */
  push(chunk: Uint8Array): boolean
  /** All bytes, in a buffer of exactly their length. Ends the sink. */
  take(): Bytes
}

export function createByteSink(maxBytes: number): ByteSink {
  let buffer = new ArrayBuffer(0)
  let length = 0
  return {
    get length() {
      return length
    },
    push(chunk) {
      const needed = length + chunk.length
      if (needed > maxBytes) return false
      if (needed > buffer.byteLength) {
        buffer = buffer.transfer(Math.min(maxBytes, Math.max(needed, buffer.byteLength * 2, 16_384)))
      }
      new Uint8Array(buffer, length).set(chunk)
      length = needed
      return true
    },
    take: () => new Uint8Array(buffer.transfer(length)),
  }
}

type Decoder = (bytes: Uint8Array, maxBytes: number) => Promise<Buffer>

const gzip = oneShot(promisify<Uint8Array, ZlibOptions, Buffer>(gunzip))
const zlib = oneShot(promisify<Uint8Array, ZlibOptions, Buffer>(inflate))
const rawDeflate = oneShot(promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw))
const brotli = oneShot(promisify<Uint8Array, object, Buffer>(brotliDecompress))
// RFC 9659: on the web a zstd window is at most 8 MiB. Without the limit a frame may ask for 128 MiB.
const zstd = oneShot(promisify<Uint8Array, object, Buffer>(zstdDecompress), {
  params: { [constants.ZSTD_d_windowLogMax]: 23 },
})

const decoders: Record<string, Decoder> = {
  gzip,
  'x-gzip': gzip,
  // RFC 9110 defines it as the zlib format; many servers send raw deflate data.
  deflate: (bytes, maxBytes) => (isZlib(bytes) ? zlib : rawDeflate)(bytes, maxBytes),
  br: brotli,
  zstd,
}

const maxEncodings = 2

/**
 * The body without its content encodings. Throws response_too_large beyond `maxBytes`, however much a decompression bomb
 * holds, invalid_response when it can't be decoded, BrokenResponse when it ends too early.
 */
export async function decodeContent(bytes: Bytes, contentEncoding: string | null, maxBytes: number): Promise<Bytes> {
  const encodings = encodingsOf(contentEncoding)
  if (encodings.length > maxEncodings) {
    throw new ServiceError('invalid_response', `The response has ${encodings.length} content encodings on one another`)
  }
  let decoded: Uint8Array<ArrayBufferLike> = bytes
  for (const encoding of encodings.toReversed()) {
    if (decoded.length === 0) break
    decoded = await decodeOne(decoded, encoding, maxBytes)
  }
  return ownBuffer(decoded)
}

export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('response_too_large', `The response is larger than ${maxBytes} bytes`)
}

async function decodeOne(bytes: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
  if (!decode) {
    // Often it is a charset in the wrong header: browsers show such a body as it is.
    if (!hasBinaryBytes(bytes)) return bytes
    throw new ServiceError('invalid_response', `The content encoding ${encoding.slice(0, 40)} is unknown`)
  }
  try {
    return await decode(bytes, maxBytes)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    const subject = `The ${encoding} content of the response`
    if (code === 'Z_BUF_ERROR') throw new BrokenResponse('invalid_response', `${subject} ends too early`, { cause })
    throw new ServiceError('invalid_response', `${subject} can't be decoded (${code})`, { cause })
  }
}

function encodingsOf(header: string | null): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
}

function oneShot<Options extends object>(
  decompress: (bytes: Uint8Array, options: Options & ZlibOptions) => Promise<Buffer>,
  options = {} as Options,
): Decoder {
  return (bytes, maxBytes) => decompress(bytes, { ...options, maxOutputLength: maxBytes, chunkSize: 65_536 })
}

/** RFC 1950: method 8 in the low half of the first byte, and the first two bytes a multiple of 31. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

/** The same bytes in a buffer that holds nothing else, so that it can be transferred. */
function ownBuffer(bytes: Uint8Array): Bytes {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
