/**
 * Looks up the labels of the web's encodings, and decodes text with the tables that browsers use. @see https://encoding.spec.whatwg.org/
 */

import { TextDecoder as UnicodeDecoder } from 'node:util'
// Node's own decoders lack characters that browsers added: 8,824 codes for Korean pages and 5,092 for Hong Kong pages.
import { normalizeEncoding, TextDecoder as WebDecoder } from '@exodus/bytes/encoding.js'

/** The lower-case name of the encoding with a given label; null for a label that browsers don't know. */
export function encodingNamed(label: string): string | null {
  return normalizeEncoding(label)
}

/**
 * Decodes text and removes its byte order mark. Bytes that are invalid in the encoding become U+FFFD. For encodings that browsers refuse to
 * decode, named `replacement`, the whole text becomes a single U+FFFD. Throws RangeError for a label that browsers don't know.
 */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const name = encodingNamed(encoding)
  if (name === 'replacement') return bytes.length > 0 ? '\ufffd' : ''
  // Node's decoder is the fastest, and UTF-8 doesn't need a table.
  return name === 'utf-8' ? utf8.decode(bytes) : new WebDecoder(encoding).decode(bytes)
}

const utf8 = new UnicodeDecoder()

/** True if text in this encoding can start with these bytes. */
export function isBeginningIn(bytes: Uint8Array, encoding: string): boolean {
  try {
    new WebDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false
    throw error
  }
}
