/** Turns the text of documents into HTML: escapes it, keeps its line breaks, and links its URLs. */

import { type TypedUrl, typedUrls } from '../../html/typed-urls.ts'
import type { DocumentMeter } from './document-meter.ts'
import { outsideAddress } from './link-targets.ts'
import { escapeHtml } from './write-html.ts'

/** Throws invalid_response if the document's text exceeds the limit. */
export function textHtml(text: string, meter: DocumentMeter): string {
  meter.text(text)
  const html = linkedText(text)
  return html.includes('\n') || html.includes('\v') ? html.replace(/[\n\v]/g, '<br>') : html
}

/** Leaves line breaks unchanged. */
export function linkedText(text: string): string {
  let html = ''
  let end = 0
  for (const url of typedUrls(text)) {
    html += escapeHtml(text.slice(end, url.at)) + urlHtml(url)
    end = url.at + url.text.length
  }
  return html + escapeHtml(text.slice(end))
}

/** Marks a URL as a link by putting an `area` element before it, so that its text remains plain text. */
export function urlHtml({ text, href }: Pick<TypedUrl, 'text' | 'href'>): string {
  return `<area href="${escapeHtml(href)}" alt="${escapeHtml(text)}">${escapeHtml(text)}`
}

/** Wraps the HTML in a link; returns it unchanged if `href` doesn't lead outside the document. */
export function linkHtml(html: string, href: string | null): string {
  const address = outsideAddress(href)
  return address === null || html === '' ? html : `<a href="${escapeHtml(address)}">${html}</a>`
}
