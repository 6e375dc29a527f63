/** Clean HTML of a text, and what of it is active when it is parsed again. */

import { formatCleanHtml } from '../../../src/format/html/clean-html.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { activeContent } from './active-content.ts'

/** As it came from its server, and as a browser has it after its scripts. */
export function cleaned(html: string): string[] {
  return [true, false].map((noscript) => {
    const document = parseDocument(html, 'https://example.com/dir/page', { noscript })
    return formatCleanHtml(document, document.root).html
  })
}

/** Each finding with the payload that it came of. */
export function findings(payloads: readonly string[], contexts?: readonly string[]): string[] {
  return payloads.flatMap((html) =>
    [...new Set(cleaned(html))].flatMap((clean) =>
      activeContent(clean, contexts).map((finding) => `${finding}: ${html} → ${clean}`),
    ),
  )
}
