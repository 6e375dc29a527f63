/** Text of documents → HTML: escaped, with its line breaks, and with the links that its URLs are. */

import { type TypedUrl, typedUrls } from '../../html/typed-urls.ts'
import type { DocumentMeter } from './document-meter.ts'
import { outsideAddress } from './link-targets.ts'
import { escapeHtml } from './write-html.ts'

/** Throws invalid_response for more text than a document may have. */
export function textHtml(text: string, meter: DocumentMeter): string {
  meter.text(text)
  const html = linkedText(text)
  return html.includes('\n') || html.includes('\v') ? html.replace(/[\n\v]/g, '<br>') : html
}

/** Line breaks stay as they are. */
export function linkedText(text: string): string {
  let html = ''
  let end = 0
  for (const url of typedUrls(text)) {
    html += escapeHtml(text.slice(end, url.at)) + urlHtml(url)
    end = url.at + url.text.length
  }
  return html + escapeHtml(text.slice(end))
}

/** A link by an `area` before it: its text stays the text that it is. */
export function urlHtml({ text, href }: Pick<TypedUrl, 'text' | 'href'>): string {
  return `<area href="${escapeHtml(href)}" alt="${escapeHtml(text)}">${escapeHtml(text)}`
}

/** The HTML as a link; as it is where `href` leads nowhere outside of the document. */
export function linkHtml(html: string, href: string | null): string {
  const address = outsideAddress(href)
  return address === null || html === '' ? html : `<a href="${escapeHtml(address)}">${html}</a>`
}
