/** Builds HTML for converters: text with its URLs as links, descriptions of images, tables, and the document's properties in the head. */

import { type TypedUrl, typedUrls } from '../../html/typed-urls.ts'
import type { DocumentMeter } from './document-meter.ts'

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

export interface DocumentProperties {
  title?: string | null | undefined
  author?: string | null | undefined
  description?: string | null | undefined
  /** A BCP 47 language tag. */
  language?: string | null | undefined
  /** As written in the document. Page metadata includes it only if it is a date. */
  publishedAt?: string | null | undefined
  /** As written in the document, like `publishedAt`. */
  modifiedAt?: string | null | undefined
}

/** Returns the text if it is a language tag; null for anything else, such as `English`. */
export function languageTagOf(text: unknown): string | null {
  return typeof text === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text) ? text : null
}

export interface FlowCell {
  html: string
  columns: number
  rows: number
}

export interface FlowRow {
  cells: FlowCell[]
  /** True if the document declares the row to be a header. */
  isHeader: boolean
}

/** Returns the table; empty if all cells are empty. If no header is declared, a first row that names every column becomes the header. */
export function tableHtml(rows: readonly FlowRow[]): string {
  if (rows.every(({ cells }) => cells.every(({ html }) => html === ''))) return ''
  const stated = rows.findIndex(({ isHeader }) => !isHeader)
  const headers = stated === -1 ? rows.length : stated
  const count = headers === 0 && namesColumns(rows) ? 1 : headers
  const all = rows.flatMap(({ cells }) => cells)
  const nested = all.filter(({ html }) => html.includes('<table'))
  // Other tables with tables in their cells are layout.
  const isData = rows.length > 1 && all.length > rows.length && nested.length <= all.length / 2
  if (isData && nested.every(({ html, columns }) => columns === 1 && html.length <= maxNestedChars))
    for (const cell of nested) cell.html = rowsAsLines(cell.html)
  const lines = rows.map(({ cells }, i) => rowHtml(cells, i < count ? 'th' : 'td'))
  const head = count === 0 ? '' : `<thead>${lines.slice(0, count).join('')}</thead>`
  return `<table>${head}<tbody>${lines.slice(count).join('')}</tbody></table>\n`
}

const maxNestedChars = 800

/** Turns the rows of small tables in a cell into lines. Markdown has no nested tables, and the outer table would become text. */
function rowsAsLines(html: string): string {
  return html
    .replace(/<\/?(?:t(?:able|head|body|foot)|caption|col(?:group)?)\b[^>]*>/g, '')
    .replace(/<\/t[dh]>\s*<t[dh]\b[^>]*>/g, ' | ')
    .replace(/<tr\b[^>]*>\s*<t[dh]\b[^>]*>/g, '<p>')
    .replace(/<\/t[dh]>\s*<\/tr>/g, '</p>')
}

const maxHeaderChars = 200

function namesColumns(rows: readonly FlowRow[]): boolean {
  const cells = rows[0]?.cells ?? []
  if (rows.length < 2 || cells.length < 2) return false
  return cells.every(
    ({ html }) =>
      html !== '' && html.length <= maxHeaderChars && !/<(?:table|li|h\d|blockquote)|^<p>\d+\.<\/p>\n$/.test(html),
  )
}

function rowHtml(cells: readonly FlowCell[], name: 'td' | 'th'): string {
  return `<tr>${cells.map((cell) => cellHtml(name, cell, alone(cell.html))).join('')}</tr>\n`
}

/** Unwraps the content of a cell's only paragraph. */
function alone(html: string): string {
  const end = html.length - '</p>\n'.length
  return html.startsWith('<p>') && html.indexOf('</p>') === end ? html.slice('<p>'.length, end) : html
}
