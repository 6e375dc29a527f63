/** Reads the properties of a PDF from its information dictionary and XMP metadata. */

import { type DocumentProperties, languageTagOf } from '../converted/properties.ts'

/** As represented in pdf.js. */
export interface PdfMetadata {
  info: Record<string, unknown>
  metadata: { get(name: string): unknown } | null
  hasStructTree?: boolean
}

export function pdfProperties({ info, metadata }: PdfMetadata): DocumentProperties {
  const stated = (name: string, ofXmp: string) => textOf(metadata?.get(ofXmp)) || textOf(info[name])
  return {
    title: titleOf(stated('Title', 'dc:title')),
    author: stated('Author', 'dc:creator'),
    description: stated('Subject', 'dc:description'),
    language: languageTagOf(info.Language) ?? languageTagOf(first(metadata?.get('dc:language'))),
    publishedAt: dateOf(info.CreationDate) ?? isoDate(metadata?.get('xmp:createdate')),
    modifiedAt: dateOf(info.ModDate) ?? isoDate(metadata?.get('xmp:modifydate')),
  }
}

const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

/** Returns the value on one line, with several values separated by commas; null if it is empty. */
function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value
  if (typeof text !== 'string') return null
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, 1000) || null
}

const fileName =
  /^(?:untitled|document\d*|title|.{1,80}\.(?:docx?|odt|rtf|tex|dvi|indd|qxd|pptx?|xlsx?|pdf|ps|html?)|\S*\d\S*)$/i

/** Drops a title that a program derived from a file name. */
function titleOf(title: string | null): string | null {
  if (title === null || fileName.test(title)) return null
  return title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, '').replace(/\.(?:docx?|pptx?|xlsx?)$/i, '')
}

/** Returns a date such as `D:20240131120000+01'00'` in ISO 8601 format; null if the text isn't a date. @see ISO 32000-2, 7.9.4 */
function dateOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(value)
  if (!parts) return isoDate(value)
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', , sign, hours, minutes = '00'] = parts
  const date = `${year}-${month}-${day}`
  const zone = sign ? `${sign}${hours}:${minutes}` : 'Z'
  return isoDate(hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`)
}

function isoDate(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value) || Number.isNaN(Date.parse(value))) return null
  return value
}
