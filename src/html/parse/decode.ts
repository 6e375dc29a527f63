/** Decodes a page's body to text, using the encoding determined by the engine. */

import { decodeText, encodingNamed } from '../../page/encodings.ts'
import type { Page } from '../../page/page.ts'

/** Text without a byte order mark. Invalid bytes become U+FFFD. An unknown encoding name means UTF-8. */
export function decodeBody({ body, charset }: Pick<Page, 'body' | 'charset'>): string {
  return decodeText(body, encodingNamed(charset) ?? 'utf-8')
}
