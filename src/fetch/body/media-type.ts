/** Resolves the media type of a body: what its header declares, or what its first bytes show where the header names no type. */

import type { ContentType } from '../../document/content-type.ts'

const unknownTypes = new Set(['unknown/unknown', 'application/unknown'])

/** Charsets that servers declare by default, of binary files too. @see https://mimesniff.spec.whatwg.org/#check-for-apache-bug-flag */
const defaultCharsets = new Set([null, 'iso-8859-1', 'utf-8'])

/** Essence of the document's media type; sniffed where the header is missing, unknown or a server's default. */
export function resolveMediaType(declared: ContentType | null, body: Uint8Array): string {
  if (!declared || unknownTypes.has(declared.essence)) return sniff(body)
  const isSuspect = declared.essence === 'text/plain' && defaultCharsets.has(declared.charset?.toLowerCase() ?? null)
  return isSuspect && hasBinaryBytes(body) && !bomOf(body) ? 'application/octet-stream' : declared.essence
}

/** Encoding by byte order mark, or null. @see https://encoding.spec.whatwg.org/#bom-sniff */
export function bomOf([a, b, c]: Uint8Array): 'utf-8' | 'utf-16be' | 'utf-16le' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** As many as the standard reads. */
const sniffedBytes = 1445

/** Whether one of the first bytes occurs in no text. @see https://mimesniff.spec.whatwg.org/#binary-data-byte */
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
  const start = new TextDecoder(bom ?? 'latin1').decode(body.subarray(0, sniffedBytes)).trimStart()
  const signature = signatures.find(([pattern]) => pattern.test(start))
  if (signature) return signature[1]
  return looksLikeJson(start, body) ? 'application/json' : 'text/plain'
}

function startsAsPdf([a, b, c, d, e]: Uint8Array): boolean {
  return a === 0x25 && b === 0x50 && c === 0x44 && d === 0x46 && e === 0x2d
}

/** Starts and ends as an object or an array. */
function looksLikeJson(start: string, body: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(body.subarray(-64)).trimEnd()
  return (/^\{\s*["}]/.test(start) && end.endsWith('}')) || (/^\[\s*[\]{["\d\-tfn]/.test(start) && end.endsWith(']'))
}
