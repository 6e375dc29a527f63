/** Returns clean HTML, and the parts of it that are active when parsed again. */

import { formatCleanHtml } from '../../../src/format/html/clean-html.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { activeContent } from './active-content.ts'

/** Returns clean HTML of both the page as served and the page after a browser has run its scripts. */
export function cleaned(html: string): string[] {
  return [true, false].map((noscript) => {
    const document = parseDocument(html, 'https://example.com/dir/page', { noscript })
    return formatCleanHtml(document, document.root).html
  })
}

/** Returns each finding with its payload. */
export function findings(payloads: readonly string[], contexts?: readonly string[]): string[] {
  return payloads.flatMap((html) =>
    [...new Set(cleaned(html))].flatMap((clean) =>
      activeContent(clean, contexts).map((finding) => `${finding}: ${html} → ${clean}`),
    ),
  )
}
