/** What kind of document is this? The header's word, and a look at the first bytes where it says nothing. */

export interface ContentType {
  /** `text/html`, lower case. */
  essence: string
  /** Its `charset` parameter as written, or null. */
  charset: string | null
}

/**
 * The last media type of a `Content-Type` header that can be read, or null.
 * @see https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
export function parseContentType(header: string | null): ContentType | null {
  let last = null as ContentType | null
  for (const part of splitList(header ?? '')) {
    const essence = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;|$)/
      .exec(part)?.[1]
      ?.toLowerCase()
    if (essence === undefined) continue
    const charset = charsetOf(part) ?? (last?.essence === essence ? last.charset : null)
    last = { essence, charset }
  }
  return last
}

const unknown = new Set(['unknown/unknown', 'application/unknown', '*/*'])

/** Charsets that a server puts on everything, binary files too. @see https://mimesniff.spec.whatwg.org/#check-for-apache-bug-flag */
const byDefault = new Set([null, 'iso-8859-1', 'utf-8'])

/** Essence of the document's media type; sniffed where the header is missing, unknown or a server's default. */
export function resolveMediaType(declared: ContentType | null, body: Uint8Array): string {
  if (!declared || unknown.has(declared.essence)) return sniff(body)
  const isSuspect = declared.essence === 'text/plain' && byDefault.has(declared.charset?.toLowerCase() ?? null)
  return isSuspect && hasBinaryBytes(body) && !bomOf(body) ? 'application/octet-stream' : declared.essence
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

/** Encoding by byte order mark, or null. @see https://encoding.spec.whatwg.org/#bom-sniff */
export function bomOf([a, b, c]: Uint8Array): 'utf-8' | 'utf-16be' | 'utf-16le' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** As much as the standard looks at. */
const sniffedBytes = 1445

/** Whether the first bytes hold one that no text has. @see https://mimesniff.spec.whatwg.org/#binary-data-byte */
export function hasBinaryBytes(body: Uint8Array): boolean {
  return body.subarray(0, sniffedBytes).some((byte) => byte < 0x20 && !textControls.has(byte))
}

const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])

const tags = 'html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|section|main|article'

const signatures: readonly [pattern: RegExp, mediaType: string][] = [
  [new RegExp(`^(<!doctype html|<(${tags}))[\\s>]|^<!--`, 'i'), 'text/html'],
  [/^<\?xml[^>]*>\s*(<!doctype html|<html)/i, 'application/xhtml+xml'],
  [/^<\?xml/, 'text/xml'],
  [/^<(rss|feed|urlset|sitemapindex)[\s>]/, 'text/xml'],
  [/^%PDF-/, 'application/pdf'],
]

function sniff(body: Uint8Array): string {
  const bom = bomOf(body)
  if (!bom && hasBinaryBytes(body) && !startsAsPdf(body)) return 'application/octet-stream'
  const head = new TextDecoder(bom ?? 'latin1').decode(body.subarray(0, sniffedBytes)).trimStart()
  const found = signatures.find(([pattern]) => pattern.test(head))
  if (found) return found[1]
  return readsAsJson(head, body) ? 'application/json' : 'text/plain'
}

function startsAsPdf([a, b, c, d, e]: Uint8Array): boolean {
  return a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46 && e === 0x2d
}

/** Opens and closes as an object or a list. */
function readsAsJson(head: string, body: Uint8Array): boolean {
  const tail = new TextDecoder('latin1').decode(body.subarray(-64)).trimEnd()
  return (/^\{\s*["}]/.test(head) && tail.endsWith('}')) || (/^\[\s*[\]{["\d\-tfn]/.test(head) && tail.endsWith(']'))
}

/** Splits at commas outside of quotes. */
function splitList(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
}

function charsetOf(part: string): string | null {
  const match = /;[\t\n\r ]*charset[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"?|([^\t\n\r ;]*))/i.exec(part)
  const value = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2] ?? ''
  return value === '' ? null : value.replace(/^'(.*)'$/, '$1')
}
