/** Parses `Content-Type` headers, and determines whether a media type is read as HTML, as text or as neither. */

import { MIMEType } from 'whatwg-mimetype'
import { attempt } from '../base/attempt.ts'

/** True if a media type (`text/html`) is read as HTML. */
export function isHtml(mediaType: string): boolean {
  return mediaType === 'text/html' || isXhtml(mediaType)
}

/** True if a media type is XHTML (HTML with XML syntax). */
export function isXhtml(mediaType: string): boolean {
  return mediaType === 'application/xhtml+xml'
}

/** True if a media type (`application/json`) is text other than HTML: `text/*`, JSON, XML, YAML or a type derived from them. */
export function isTextMedia(mediaType: string): boolean {
  if (isHtml(mediaType)) return false
  if (mediaType.startsWith('text/') || /\+(?:json|xml|yaml)$/.test(mediaType)) return true
  return mediaType.startsWith('application/') && textApplications.has(mediaType.slice('application/'.length))
}

/** True if a media type is text for people: plain text or markdown. All other text types are structured: JSON, XML, feeds, code. */
export function isProse(mediaType: string): boolean {
  return /^(?:text|application)\/plain$/.test(mediaType) || isMarkdown(mediaType)
}

export function isMarkdown(mediaType: string): boolean {
  return /^(?:text|application)\/(?:x-)?markdown$/.test(mediaType)
}

/** True if a media type is JSON or derived from it. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

/** True if a body declared as HTML is a single JSON object or array. Servers often fail to declare JSON. */
export function holdsJson({ body, rendered }: { body: Uint8Array; rendered: boolean }): boolean {
  const first = body.subarray(0, 100).find((byte) => byte > 32)
  if (rendered || (first !== 123 && first !== 91)) return false
  return attempt(() => JSON.parse(new TextDecoder().decode(body))) !== undefined
}

const textApplications = new Set(
  (
    'json xml javascript x-javascript ecmascript yaml x-yaml toml ndjson x-ndjson jsonl json-lines x-sh sql graphql ' +
    'xml-dtd x-subrip x-tex x-latex markdown'
  ).split(' '),
)

export interface ContentType {
  /** Type and subtype in lower case, without parameters: `text/html`. */
  essence: string
  /** The `charset` parameter as written, or null. */
  charset: string | null
}

/** Servers and proxies send at most two. The limit keeps a header full of commas cheap to parse. */
const maxValues = 8

/**
 * Returns the last valid media type in a `Content-Type` header, which may contain several; null if none of them is valid.
 * @see https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 * @example
 * parseContentType('text/plain, Text/HTML; charset=UTF-8') // { essence: 'text/html', charset: 'UTF-8' }
 * parseContentType('html') // null
 */
export function parseContentType(header: string | null | undefined): ContentType | null {
  let last = null as ContentType | null
  for (const value of splitList(header ?? '').slice(-maxValues)) {
    // White space around the `=` of a charset would make the standard's parser ignore the parameter.
    const type = MIMEType.parse(value.replace(/(;[\t\n\r ]*charset)[\t ]*=[\t ]*/i, '$1='))
    if (!type || type.essence === '*/*') continue
    const { essence } = type
    last = { essence, charset: charsetOf(type) ?? (last?.essence === essence ? last.charset : null) }
  }
  return last
}

function splitList(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
}

/** The charset without the single quotes that some servers add. */
function charsetOf({ parameters }: MIMEType): string | null {
  const charset = parameters.get('charset')?.replace(/^'(.*)'$/, '$1') ?? ''
  return charset === '' ? null : charset
}
