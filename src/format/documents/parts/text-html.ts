/** Text of documents → HTML: escaped, with its line breaks, and with the links that its URLs are. */

import { escapeHtml } from '../converted/write-html.ts'

const url = /https?:\/\/[^\s<>"'()[\]{}|\\^`]+/g
/** Ends a sentence rather than a URL. */
const trailing = /[.,;:!?*_]+$/

/** URLs in it are links by an `area` before each: their text stays the text that it is. */
export function textHtml(text: string): string {
  if (!text.includes('://')) return breaksIn(escapeHtml(text))
  let html = ''
  let end = 0
  for (const { 0: found, index } of text.matchAll(url)) {
    const href = found.replace(trailing, '')
    html += `${escapeHtml(text.slice(end, index))}<area href="${escapeHtml(href)}" alt="${escapeHtml(href)}">${escapeHtml(href)}`
    end = index + href.length
  }
  return breaksIn(html + escapeHtml(text.slice(end)))
}

/** The HTML as a link; as it is where the URL is none that a reader could follow. */
export function linkHtml(html: string, href: string): string {
  return /^(?:https?|mailto|ftp|tel):/i.test(href.trim()) && html !== ''
    ? `<a href="${escapeHtml(href.trim())}">${html}</a>`
    : html
}

function breaksIn(html: string): string {
  return html.includes('\n') || html.includes('\v') ? html.replace(/[\n\v]/g, '<br>') : html
}
