/** Finds the encoding of a text body: from its byte order mark, the header, the document's own declaration, or a guess from its bytes. */

import { isAscii, isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import type { Warning } from '../../contract/warning.ts'
import type { ContentType } from '../../html/content-type.ts'
import { decodeText, encodingNamed, isBeginningIn } from '../../html/encodings.ts'
import { isHtml, isJson, isTextMedia } from '../../html/media-kind.ts'
import { declaredCharsets } from './declared-charset.ts'
import { bomOf } from './media-type.ts'

interface ResolvedCharset {
  /** Lower-case WHATWG name, which `decodeText` accepts. */
  charset: string
  /** Contains charset_guessed if nothing declares the encoding or the declaration is wrong. */
  warnings: Warning[]
}

/**
 * Returns the encoding of a body, with a warning if it is a guess. Labels that no decoder knows are ignored.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 * @example
 * resolveCharset(body, parseContentType('text/html; charset=latin1'), 'text/html').charset // 'windows-1252'
 */
export function resolveCharset(body: Uint8Array, declared: ContentType | null, mediaType: string): ResolvedCharset {
  const bom = bomOf(body)
  if (bom) return certain(bom)
  if (!isHtml(mediaType) && !isTextMedia(mediaType)) return certain('utf-8')
  // RFC 8259 §8.1: JSON is UTF-8, even if a server adds another charset to every response. Other encodings are considered only if it isn't
  // valid UTF-8.
  if (isJson(mediaType) && isUtf8(body) && !body.includes(0)) return certain('utf-8')
  const inDocument = () => (isMarkup(mediaType) ? declaredCharsets(body, mediaType) : [])
  const declaredEncoding = knownEncoding(declared?.charset ?? '') ?? firstDeclared(inDocument())
  if (declaredEncoding && !isPlainlyWrong(declaredEncoding, body)) return certain(declaredEncoding)
  if (declaredEncoding) return corrected(declaredEncoding, firstDeclared(inDocument()), body)
  // Bytes that are valid UTF-8 are UTF-8, even if they include a fragment of another page that declares something else.
  if (isUtf8(body) && !isAscii(body)) return certain('utf-8')
  const lateEncoding = isHtml(mediaType) ? firstDeclared(declaredCharsets(body, mediaType, scannedBytes)) : null
  if (lateEncoding) return certain(lateEncoding)
  return isUtf8(body) || isJson(mediaType) ? certain('utf-8') : guess(body)
}

/** Returns the canonical name for a label, or null for unknown labels and labels of the `replacement` encoding. */
function knownEncoding(label: string): string | null {
  const encoding = encodingNamed(label)
  return encoding === 'replacement' ? null : encoding
}

/** Returns the first usable label among those that the document declares. */
function firstDeclared(labels: readonly string[]): string | null {
  const encoding = labels.map(knownEncoding).find((known) => known !== null) ?? null
  // HTML standard: a document that declares x-user-defined is read as windows-1252.
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding
}

const oneByteEncoding = /^(?:windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/
/** Up to this many invalid bytes are treated as damage, and more if at least this share of the non-ASCII characters is intact. */
const maxDamagedBytes = 2
const minIntactShare = 1 / 4

/** True if a page declares UTF-8 but has hardly any valid UTF-8, or declares a single-byte encoding but is valid UTF-8. */
function isPlainlyWrong(encoding: string, body: Uint8Array): boolean {
  if (isUtf8(body)) return oneByteEncoding.test(encoding) && !isAscii(body)
  if (encoding !== 'utf-8') return false
  const text = decodeText(body.subarray(0, checkedBytes), 'utf-8')
  const invalid = text.match(/\ufffd/g)?.length ?? 0
  const intact = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return invalid > maxDamagedBytes && intact < (invalid + intact) * minIntactShare
}

function corrected(wrong: string, inDocument: string | null, body: Uint8Array): ResolvedCharset {
  if (isUtf8(body)) return guessed('utf-8', wrong)
  return inDocument && inDocument !== wrong ? guessed(inDocument, wrong) : guess(body, wrong)
}

function certain(charset: string): ResolvedCharset {
  return { charset, warnings: [] }
}

function isMarkup(mediaType: string): boolean {
  return /html$|xml$/.test(mediaType)
}

const checkedBytes = 1024 * 1024
/** Browsers start over if they find a declaration while parsing, so this searches beyond the first bytes. */
const scannedBytes = 1024 * 1024
const sampledBytes = 262_144
const analysedBytes = 32_768

/** Guesses the encoding from statistics on the text between the tags. If they are inconclusive, returns windows-1252, as browsers do. */
function guess(body: Uint8Array, wrong?: string): ResolvedCharset {
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, sampledBytes)).toString('latin1')
  const sample = Buffer.from(text.replace(/<[^<>]*>/g, ' ').replace(/[\t\n\f\r ]+/g, ' '), 'latin1').subarray(
    0,
    analysedBytes,
  )
  const charset = analyse(sample).flatMap(({ name }) => encodingIfValid(name, sample))[0] ?? 'windows-1252'
  return guessed(charset, wrong)
}

function guessed(charset: string, wrong?: string): ResolvedCharset {
  const declaration = wrong === undefined ? 'no encoding' : `the encoding ${wrong}, which is wrong`
  const message = `The page declares ${declaration}, so it was read as ${charset}, a guess based on its bytes`
  return { charset, warnings: [{ code: 'charset_guessed', message }] }
}

/** Returns an array with the encoding, or an empty array if no decoder knows it or the sample isn't valid in it. */
function encodingIfValid(name: string, sample: Uint8Array): string[] {
  const encoding = knownEncoding(name)
  return encoding && encoding !== 'utf-8' && isBeginningIn(sample, encoding) ? [encoding] : []
}
