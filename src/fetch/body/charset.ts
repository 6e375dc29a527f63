/** Which encoding is a text in? Byte order mark → header → the document's own word → its bytes. */

import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import type { Warning } from '../../contract/warning.ts'
import { isHtml, isTextMedia } from '../../document/media-kind.ts'
import { declaredCharsets } from './declared-charset.ts'
import { bomOf, type ContentType, isJson } from './media-type.ts'

interface Charset {
  /** Lower-case WHATWG name; `new TextDecoder(charset)` accepts it. */
  charset: string
  /** charset_guessed, when nothing told and the bytes had to. */
  warnings: Warning[]
}

/**
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 * Names that no decoder knows fall through to the next source.
 */
export function resolveCharset(body: Uint8Array, declared: ContentType | null, mediaType: string): Charset {
  const bom = bomOf(body)
  if (bom) return certain(bom)
  if (!isHtml(mediaType) && !isTextMedia(mediaType)) return certain('utf-8')
  // RFC 8259 §8.1: JSON has no other encoding, whatever a server puts on everything. What is not valid in it has one.
  if (isJson(mediaType) && isUtf8(body) && !body.includes(0)) return certain('utf-8')
  const labels = [declared?.charset ?? '', ...(tellsItself(mediaType) ? declaredCharsets(body, mediaType) : [])]
  const told = labels.map(knownEncoding).find((encoding) => encoding !== null)
  if (told) return certain(told)
  const wide = wideEncoding(body)
  if (wide) return guessed(wide)
  return isUtf8(body) || isJson(mediaType) ? certain('utf-8') : guess(body)
}

/** Canonical name for a label, or null when no decoder has it: wrong names, and `replacement` with its family. */
function knownEncoding(label: string): string | null {
  if (label === '') return null
  // HTML standard: a document that claims it is read so.
  if (/^\s*x-user-defined\s*$/i.test(label)) return 'windows-1252'
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function certain(charset: string): Charset {
  return { charset, warnings: [] }
}

function tellsItself(mediaType: string): boolean {
  return /html$|xml$/.test(mediaType)
}

const sampledBytes = 262_144
const analysedBytes = 32_768

/** By the statistics of the text between the tags; windows-1252 when they tell nothing, as browsers do. */
function guess(body: Uint8Array): Charset {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, sampledBytes)).toString('latin1')
  const sample = Buffer.from(text.replace(/<[^<>]*>/g, ' ').replace(/[\t\n\f\r ]+/g, ' '), 'latin1').subarray(
    0,
    analysedBytes,
  )
  const charset = analyse(sample).flatMap(({ name }) => fitting(name, sample))[0] ?? 'windows-1252'
  return guessed(charset)
}

function guessed(charset: string): Charset {
  const message = `The page names no encoding; it was read as ${charset}, a guess from its bytes`
  return { charset, warnings: [{ code: 'charset_guessed', message }] }
}

const wideSampleBytes = 1024
const fewestZeros = 4

/** UTF-16 by its zeros: ASCII has one in every pair of bytes, always on the same side. Other texts have none. */
function wideEncoding(body: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = body.subarray(0, wideSampleBytes)
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  if (even + odd < Math.max(fewestZeros, sample.length / 64)) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

/** The encoding, when it has a decoder and the sample is valid in it. */
function fitting(name: string, sample: Uint8Array): string[] {
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
