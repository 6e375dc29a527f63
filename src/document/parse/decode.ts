/** Bytes → text: the page's body in the encoding that the engine found. */

import { TextDecoder } from 'node:util'
import type { Page } from '../../page.ts'

/** Decoded text without a byte order mark; what is not valid in the encoding becomes U+FFFD. */
export function decodeBody(page: Pick<Page, 'body' | 'charset'>): string {
  return decoder(page.charset).decode(page.body)
}

/** A name that no decoder knows (or `replacement`, which none offers) reads as UTF-8. */
function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder('utf-8')
    throw error
  }
}
