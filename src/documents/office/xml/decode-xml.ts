/** Decodes XML according to its byte order mark, the zero bytes of UTF-16, or the encoding in its declaration; otherwise as UTF-8. */

import { decodeText, encodingNamed } from '../../../page/encodings.ts'

/** Bytes that are invalid in the encoding become U+FFFD. @see XML 1.0, appendix F */
export function decodeXml(bytes: Uint8Array): string {
  return decodeText(bytes, encodingOf(bytes))
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c === 0x3f && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d === 0x3f)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const label = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/i.exec(head)?.[1]
  const encoding = label === undefined ? null : encodingNamed(label)
  // If the declaration is readable as ASCII, the encoding can't be UTF-16.
  return encoding === null || encoding.startsWith('utf-16') || encoding === 'replacement' ? 'utf-8' : encoding
}
