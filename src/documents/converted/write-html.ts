/** Builds HTML for converters: escapes text and links its URLs, describes images, and writes the document's properties into the head. */

import { type TypedUrl, typedUrls } from '../../html/typed-urls.ts'
import type { DocumentMeter } from './document-meter.ts'
import type { DocumentProperties } from './properties.ts'

/** Wraps the HTML of a body in a complete document. Throws invalid_response for properties that are too long. */
export function htmlDocument(properties: DocumentProperties, body: string, meter: DocumentMeter): string {
  for (const value of Object.values(properties)) meter.text(value ?? '')
  const { title, author, description, language, publishedAt, modifiedAt } = properties
  const head = [
    title ? `<title>${escapeHtml(title)}</title>` : '',
    metaOf('name', 'author', author),
    metaOf('name', 'description', description),
    metaOf('property', 'article:published_time', publishedAt),
    metaOf('property', 'article:modified_time', modifiedAt),
  ]
  const root = language ? `<html lang="${escapeHtml(language)}">` : '<html>'
  return `<!doctype html>${root}<head><meta charset="utf-8">${head.join('')}</head><body>${body}</body></html>`
}

/** Escapes text for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"\r]/g, (char) => `&#${char.charCodeAt(0)};`)
}

export function cellHtml(
  name: 'td' | 'th',
  { columns, rows }: { columns: number; rows: number },
  html: string,
): string {
  return `<${name}${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}>${html}</${name}>`
}

function metaOf(attribute: 'name' | 'property', name: string, value: string | null | undefined): string {
  return value ? `<meta ${attribute}="${name}" content="${escapeHtml(value)}">` : ''
}

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

/** Returns an empty string for an image without a description. */
export function pictureHtml(alt: string | null | undefined): string {
  const text = (alt ?? '').replace(writtenByMachine, '').replace(/\s+/g, ' ').trim()
  return text === '' || names.some((name) => name.test(text))
    ? ''
    : `<img data-embedded alt="${escapeHtml(text.slice(0, maxAltChars))}">`
}

const maxAltChars = 2000
// The notice that Word appends to the descriptions that it generates.
const writtenByMachine =
  /(?:Description automatically generated(?: with \w+ confidence)?|AI-generated content may be incorrect\.?)\s*$/i

/** Descriptions that programs fill in automatically: the image's file name, its path or URL, or its number in a collection. */
const names: readonly RegExp[] = [
  /^.{1,300}\.(?:png|jpe?g|gif|svg|webp|tiff?|bmp|emf|wmf)$/i,
  /^(?:[a-z]:|\\)\\|^(?:file|https?|cid):\S+$/i,
  /^[a-z]{1,4}(?:\d{5,}|_\d{4,})(?:\[\d{1,3}\])?$/i,
]

/** URL schemes that work for a reader wherever the document is stored. */
export const outsideSchemes = /^(?:https?|mailto|ftp|ftps|tel|sms|news|xmpp|sip):/i
const anyScheme = /^[a-z][a-z\d+.-]*:/i

/**
 * Returns the URL of a link that leads outside its document; null for places in the document, files, and schemes that readers can't open.
 * @example
 * outsideAddress('https://example.com/') // 'https://example.com/'
 * outsideAddress('C:\\Users\\me\\plan.docx') // null
 */
export function outsideAddress(target: string | null | undefined): string | null {
  const address = (target ?? '').trim()
  if (address === '' || address.startsWith('#') || address.length > maxChars) return null
  if (outsideSchemes.test(address)) return address
  return anyScheme.test(address) || /^[\\/]{2}|^[a-z]:|\\/i.test(address) ? null : address
}

const maxChars = 8192

/** Returns the target of a hyperlink field, such as `HYPERLINK "https://example.com/" \l "place" \o "tip"`; null for other fields. */
export function hyperlinkIn(instruction: string): string | null {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction)
  return found ? outsideAddress(found[1] ?? found[2]) : null
}
