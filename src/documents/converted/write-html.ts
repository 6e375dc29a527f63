/** Builds HTML for converters: escapes text and values, and writes the document's properties into the head. */

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
