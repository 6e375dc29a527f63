/** Resolves the encoding of a text: byte order mark, then header, then the document's declaration, then a guess from its bytes. */

import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import type { Warning } from '../../contract/warning.ts'
import type { ContentType } from '../../document/content-type.ts'
import { isHtml, isJson, isTextMedia } from '../../document/media-kind.ts'
import { declaredCharsets } from './declared-charset.ts'
import { bomOf } from './media-type.ts'

interface ResolvedCharset {
  /** Lower-case WHATWG name; `new TextDecoder(charset)` accepts it. */
  charset: string
  /** charset_guessed, when nothing declared it. */
  warnings: Warning[]
}

/**
 * A label that no decoder knows is passed over for the next source.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
export function resolveCharset(body: Uint8Array, declared: ContentType | null, mediaType: string): ResolvedCharset {
  const bom = bomOf(body)
  if (bom) return certain(bom)
  if (!isHtml(mediaType) && !isTextMedia(mediaType)) return certain('utf-8')
  // RFC 8259 §8.1: JSON is UTF-8, whatever charset a server adds to every response. Only invalid UTF-8 is something else.
  if (isJson(mediaType) && isUtf8(body) && !body.includes(0)) return certain('utf-8')
  const inDocument = () => (isMarkup(mediaType) ? declaredCharsets(body, mediaType) : [])
  const declaredEncoding = knownEncoding(declared?.charset ?? '') ?? firstKnownEncoding(inDocument())
  if (declaredEncoding) return certain(declaredEncoding)
  const utf16 = detectUtf16(body)
  if (utf16) return guessed(utf16)
  return isUtf8(body) || isJson(mediaType) ? certain('utf-8') : guess(body)
}

/** Canonical name for a label, or null when no decoder has it: unknown labels, and those of the `replacement` encoding. */
function knownEncoding(label: string): string | null {
  if (label === '') return null
  // HTML standard: a document that declares it is read as windows-1252.
  if (/^\s*x-user-defined\s*$/i.test(label)) return 'windows-1252'
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function firstKnownEncoding(labels: readonly string[]): string | null {
  return labels.map(knownEncoding).find((encoding) => encoding !== null) ?? null
}

function certain(charset: string): ResolvedCharset {
  return { charset, warnings: [] }
}

function isMarkup(mediaType: string): boolean {
  return /html$|xml$/.test(mediaType)
}

const sampledBytes = 262_144
const analysedBytes = 32_768

/** By the statistics of the text between the tags; windows-1252 when they are inconclusive, as in browsers. */
function guess(body: Uint8Array): ResolvedCharset {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, sampledBytes)).toString('latin1')
  const sample = Buffer.from(text.replace(/<[^<>]*>/g, ' ').replace(/[\t\n\f\r ]+/g, ' '), 'latin1').subarray(
    0,
    analysedBytes,
  )
  const charset = analyse(sample).flatMap(({ name }) => encodingIfValid(name, sample))[0] ?? 'windows-1252'
  return guessed(charset)
}

function guessed(charset: string): ResolvedCharset {
  const message = `The page names no encoding; it was read as ${charset}, a guess from its bytes`
  return { charset, warnings: [{ code: 'charset_guessed', message }] }
}

const utf16SampleBytes = 1024
const minZeros = 4

/** Detects UTF-16 by its zeros: an ASCII character has one in its two bytes, always on the same side. Other texts have none. */
function detectUtf16(body: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = body.subarray(0, utf16SampleBytes)
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  if (even + odd < Math.max(minZeros, sample.length / 64)) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

/** A list of the encoding, empty when there is no decoder for it or the sample is not valid in it. */
function encodingIfValid(name: string, sample: Uint8Array): string[] {
  const encoding = knownEncoding(name)
  if (!encoding || encoding === 'utf-8') return []
  try {
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true })
    return [encoding]
  } catch (error) {
    if (error instanceof TypeError) return []
    throw error
  }
}
