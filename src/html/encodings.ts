/** The web's encodings: their labels, and decoding with the tables that browsers use. @see https://encoding.spec.whatwg.org/ */

import { TextDecoder as UnicodeDecoder } from 'node:util'
// Node's own decoders lack browser additions: 8,824 codes of Korean pages and 5,092 of pages from Hong Kong.
import { normalizeEncoding, TextDecoder as WebDecoder } from '@exodus/bytes/encoding.js'

/** The name of an encoding in lower case, by any of its labels; null for a label that browsers don't know. */
export function encodingNamed(label: string): string | null {
  return normalizeEncoding(label)
}

/**
 * Decodes text and removes its byte order mark. Bytes that are invalid in the encoding become U+FFFD. `replacement` is the name of
 * encodings
 * that browsers refuse to read: its bytes become a single U+FFFD. Throws RangeError for a label that browsers don't know.
 */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  const name = encodingNamed(encoding)
  if (name === 'replacement') return bytes.length > 0 ? '\ufffd' : ''
  // Node's decoder is the fastest, and UTF-8 needs no table.
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
