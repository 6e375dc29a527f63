/** Decodes a page's body to text, in the encoding that its engine resolved. */

import { TextDecoder } from 'node:util'
import type { Page } from '../../page.ts'

/** Text without a byte order mark; bytes that are not valid in the encoding become U+FFFD. */
export function decodeBody(page: Pick<Page, 'body' | 'charset'>): string {
  return createDecoder(page.charset).decode(page.body)
}

/** A name that no decoder knows (or `replacement`, which none supports) decodes as UTF-8. */
function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder('utf-8')
    throw error
  }
}
