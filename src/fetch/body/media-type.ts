/** Resolves the media type of a body: from its content if that is conclusive, else from its header, else from its first bytes. */

import { type DocumentKind, documentTypes } from '../../page/document-types.ts'
import { type ContentType, isHtml, isTextMedia } from '../../page/media-kind.ts'
import { startsAsZip } from '../../page/zip-directory.ts'
import { certainDocumentType, documentTypeByStart, messageType } from './document-type.ts'

/** Charsets that servers declare by default, even for binary files. @see https://mimesniff.spec.whatwg.org/#check-for-apache-bug-flag */
const defaultCharsets = new Set([null, 'iso-8859-1', 'utf-8'])

/** Types that reveal nothing about the content. */
const openTypes =
  /^(?:application|binary)\/(?:octet-stream|binary|(?:x-)?(?:force-)?download|save|(?:x-)?zip(?:-compressed)?)$/
/** Office types that servers also declare for tables, RTF and documents from other Office programs. */
const officeTypes =
  /^application\/(?:(?:x-)?ms-?(?:word|excel|powerpoint)|(?:x-)?excel|vnd\.ms-(?:word|excel|powerpoint)(?:\..+)?|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\..+)$/

/** Standard types for the alternative names that servers declare. */
const aliases: readonly (readonly [pattern: RegExp, mediaType: string])[] = [
  [/^(?:application\/(?:x-)?csv|text\/(?:x-csv|(?:x-)?comma-separated-values))$/, documentTypes.csv],
  [/^(?:text\/(?:x-)?(?:tsv|tab-separated-values)|application\/(?:x-)?tsv)$/, documentTypes.tsv],
  [/^(?:text\/(?:x-)?(?:rtf|richtext)|application\/(?:x-)?rtf)$/, documentTypes.rtf],
  [/^(?:application\/(?:x-pdf|acrobat)|text\/(?:x-)?pdf)$/, documentTypes.pdf],
  [/^application\/(?:x-)?zip(?:-compressed)?$/, documentTypes.zip],
  [/^application\/wacz\+zip$/, documentTypes.wacz],
]

/** Types of text by file extension, for text whose type is unspecified. */
const textTypes: Readonly<Record<string, string>> = {
  csv: documentTypes.csv,
  tsv: documentTypes.tsv,
  tab: documentTypes.tsv,
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  json: 'application/json',
  xml: 'text/xml',
}

const unreadable = 'application/octet-stream'

/**
 * Returns the essence of the document's media type. `fileName` comes from the URL or `Content-Disposition`, and its extension counts if
 * neither the header nor the content specifies the type.
 */
export function resolveMediaType(declared: ContentType | null, body: Uint8Array, fileName = ''): string {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const certain = certainDocumentType(body)
  if (certain) return certain
  const found = typeOf(declared, body, extension)
  const isMessage = messageTypes.test(found) || (/^(?:eml|mht|mhtml)$/.test(extension) && !isHtml(found))
  if (isMessage) return messageType(body)
  if (/\.warc(?:\.gz)?$/i.test(fileName) && !isHtml(found)) return documentTypes.warc
  if (extension === 'ipynb' && isTextMedia(found)) return documentTypes.ipynb
  const isText = isTextMedia(found) || isHtml(found)
  const type = isText && isGarbage(body, declared) ? unreadable : found
  // The reader of the named type says what is wrong with the document.
  const isBinary = openTypes.test(type) && hasBinaryBytes(body) && !Object.hasOwn(textTypes, extension)
  const named = isBinary ? documentTypes[extension as DocumentKind] : undefined
  return named ?? (isBinary && startsAsZip(body) ? documentTypes.zip : type)
}

/** Types that servers declare for messages and saved web pages. */
const messageTypes =
  /^(?:message\/(?:rfc822|global)|multipart\/(?:related|mixed|alternative)|application\/(?:x-)?mimearchive)$/

function typeOf(declared: ContentType | null, body: Uint8Array, extension: string): string {
  const essence = essenceOf(declared, body)
  const isText = !hasBinaryBytes(body) || bomOf(body) !== null
  const isPdf = extension === 'pdf'
  if (essence === null) return documentTypeByStart(body, isPdf || !isText) ?? sniffText(body, extension, null)
  const isOpen = openTypes.test(essence)
  const isOffice = officeTypes.test(essence)
  const found = isOpen || isOffice || essence === 'text/html' ? documentTypeByStart(body, isPdf || isOpen) : null
  if (found) return found
  if (isOffice && isText) return sniffText(body, extension, essence)
  if (isOpen && isText) return textType(extension, essence) ?? essence
  return aliases.find(([pattern]) => pattern.test(essence))?.[1] ?? essence
}

/** Returns null if the header contains no type, or octet-stream if its type is a common server default and the body is binary. */
function essenceOf(declared: ContentType | null, body: Uint8Array): string | null {
  if (!declared || unknownTypes.has(declared.essence)) return null
  const isSuspect = declared.essence === 'text/plain' && defaultCharsets.has(declared.charset?.toLowerCase() ?? null)
  return isSuspect && hasBinaryBytes(body) && !bomOf(body) ? unreadable : declared.essence
}

const unknownTypes = new Set(['unknown/unknown', 'application/unknown'])

/** Returns the type that the file name or a declared Excel type indicates for text, or null if neither does. */
function textType(extension: string, essence: string | null): string | null {
  const named = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined
  return named ?? (essence !== null && /excel|spreadsheet/.test(essence) ? documentTypes.csv : null)
}

/** Returns the type that the first bytes indicate, or else the one that the file name indicates. */
function sniffText(body: Uint8Array, extension: string, essence: string | null): string {
  const sniffed = sniff(body)
  return sniffed === 'text/plain' ? (textType(extension, essence) ?? sniffed) : sniffed
}

/** Returns the encoding that the byte order mark indicates, or null. @see https://encoding.spec.whatwg.org/#bom-sniff */
export function bomOf([a, b, c]: Uint8Array): 'utf-8' | 'utf-16be' | 'utf-16le' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** Number of bytes that the MIME Sniffing standard examines. */
const sniffedBytes = 1445

/** True if one of the first bytes can't occur in text. @see https://mimesniff.spec.whatwg.org/#binary-data-byte */
export function hasBinaryBytes(body: Uint8Array): boolean {
  const end = Math.min(body.length, sniffedBytes)
  for (let at = 0; at < end; at++) if (binaryControls[body[at] as number] === 1) return true
  return false
}

const minControls = 20
const maxControlShare = 0.05
const countedBytes = 1024 * 1024
/** Number of bytes to look at in a larger body, evenly spread. */
const sampledBytes = 64 * 1024

/**
 * True if too many bytes are control characters: in random bytes, about 10% are. NUL isn't counted, because browsers skip it, and neither is
 * backspace, with which manual pages print bold letters.
 */
function isGarbage(body: Uint8Array, declared: ContentType | null): boolean {
  if (/^utf-?(?:16|32)/i.test(declared?.charset ?? bomOf(body) ?? '')) return false
  const end = Math.min(body.length, countedBytes)
  const step = Math.ceil(end / sampledBytes)
  let [controls, nuls, counted] = [0, 0, 0]
  // An iterator and a set would take ten times as long, in the thread that all requests share.
  for (let at = 0; at < end; at += step) {
    const byte = body[at] as number
    counted++
    if (byte >= 0x20 || byte === 8) continue
    if (byte === 0) nuls++
    else controls += binaryControls[byte] as number
  }
  return controls >= minControls && controls > (counted - nuls) * maxControlShare
}

/** 1 for each control character that can't occur in text. */
const binaryControls = new Uint8Array(256).fill(1, 0, 0x20)
for (const control of [0x09, 0x0a, 0x0c, 0x0d, 0x1b]) binaryControls[control] = 0

const tags = 'html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|section|main|article'

const signatures: readonly [pattern: RegExp, mediaType: string][] = [
  [new RegExp(`^(<!doctype html|<(${tags}))[\\s>]|^<!--`, 'i'), 'text/html'],
  [/^<\?xml[^>]*>\s*(<!doctype html|<html)/i, 'application/xhtml+xml'],
  [/^<\?xml/, 'text/xml'],
  [/^<(rss|feed|urlset|sitemapindex)[\s>]/, 'text/xml'],
]

function sniff(body: Uint8Array): string {
  const bom = bomOf(body)
  if (!bom && hasBinaryBytes(body)) return unreadable
  const start = new TextDecoder(bom ?? 'latin1').decode(body.subarray(0, sniffedBytes)).trimStart()
  const signature = signatures.find(([pattern]) => pattern.test(start))
  if (signature) return signature[1]
  return looksLikeJson(start, body) ? 'application/json' : 'text/plain'
}

function looksLikeJson(start: string, body: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(body.subarray(-64)).trimEnd()
  return (/^\{\s*["}]/.test(start) && end.endsWith('}')) || (/^\[\s*[\]{["\d\-tfn]/.test(start) && end.endsWith(']'))
}

/**
 * Returns a body's file name from `Content-Disposition`, or else from the last part of the URL's path; empty if both are missing. The value
 * of `filename*` stays percent-encoded, because only its extension matters. @see RFC 6266
 */
export function statedFileName(headers: Readonly<Record<string, string>>, { pathname }: URL): string {
  const disposition = headers['content-disposition'] ?? ''
  const name = /;\s*filename\*?\s*=\s*(?:[\w-]*'[\w-]*'|")?([^";]+)/i.exec(disposition)?.[1]
  return (name ?? pathname).trim().split('/').at(-1) ?? ''
}
