/** Parses MIME messages into a tree of parts: e-mail, saved web pages, and messages in Word documents. @see RFC 2045–2047, 2231 */

import { isUtf8 } from 'node:buffer'
import { decodeWords } from 'postal-mime'
import { decodeText, encodingNamed } from '../../page/encodings.ts'

export interface MimePart {
  /** Decoded values by lower-case name; the first of repeated headers. */
  headers: ReadonlyMap<string, string>
  /** Media type in lower case: `text/plain`. */
  type: string
  /** `Content-Type` with its parameters; null if it isn't stated. */
  contentType: string | null
  /** Null if the part has no name. */
  fileName: string | null
  parts: readonly MimePart[]
  /** Returns the content without its transfer encoding. */
  content(): Buffer
}

/** Deeper and further parts are text of the part that contains them. */
const maxDepth = 20
const maxParts = 2000

export function parseMime(bytes: Uint8Array, onCut: () => void = () => {}): MimePart {
  let partsLeft = maxParts
  function parse(source: Buffer, fallback: string, depth: number): MimePart {
    const { headers, body } = readHeaders(source)
    const contentType = headers.get('content-type') ?? null
    const stated = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? fallback
    const boundary = stated.startsWith('multipart/') ? parameterIn(contentType, 'boundary') : null
    const sources = boundary !== null && depth < maxDepth ? splitParts(body, boundary, partsLeft, onCut) : []
    partsLeft -= sources.length
    const ofPart = stated === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    return {
      ...{ headers, contentType },
      // A multipart without parts has only its text.
      type: sources.length === 0 && stated.startsWith('multipart/') ? 'text/plain' : stated,
      fileName: parameterIn(headers.get('content-disposition'), 'filename') ?? parameterIn(contentType, 'name'),
      parts: sources.map((part) => parse(part, ofPart, depth + 1)),
      content: () => decodeTransfer(body, headers.get('content-transfer-encoding') ?? ''),
    }
  }
  return parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'text/plain', 0)
}

const maxHeaderBytes = 256 * 1024
/** The lines of a header, after the line that begins each message of a mailbox. */
const headerLines = /^(?:From [^\n]*\n)?((?:[!-9;-~]+[ \t]*:[^\n]*(?:\n|$)(?:[ \t][^\n]*(?:\n|$))*)*)(?:\r?\n)?/

/** The body begins after the first blank line, or at a line that can't be part of a header. */
function readHeaders(source: Buffer): { headers: Map<string, string>; body: Buffer } {
  const [all = '', fields = ''] = headerLines.exec(source.toString('latin1', 0, maxHeaderBytes)) ?? []
  const headers = new Map<string, string>()
  for (const [, name = '', value = ''] of fields.matchAll(/^([!-9;-~]+)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)/gm))
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), decodeHeader(value))
  return { headers, body: source.subarray(all.length) }
}

function decodeHeader(latin1: string): string {
  const bytes = Buffer.from(latin1.replace(/\r?\n/g, '').trim(), 'latin1')
  const text = isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1')
  // The library joins words that split a character, but not if each is padded base64.
  const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex').replace(/../g, '=$&')
  return decodeWords(text.replace(/(=\?[^?\s]+\?)b\?([^?]*)(?=\?=)/gi, (_, start, data) => `${start}Q?${hexOf(data)}`))
}

const maxNameChars = 1000

/** Returns a parameter of a structured header, with its continuations decoded; null if it is missing. */
function parameterIn(header: string | null | undefined, name: string): string | null {
  const pattern = new RegExp(
    `;\\s*${name}(?:\\*(\\d{1,3}))?(\\*)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`,
    'gi',
  )
  const found = [...(header ?? '').matchAll(pattern)].sort(([, a = '0'], [, b = '0']) => Number(a) - Number(b))
  // A plain value may be repeated in an extended form.
  const extended = found.some(([, number, star]) => star && number === undefined)
    ? found.filter(([, , star]) => star)
    : found
  const value = extended.map(([, , , quoted, plain = '']) => quoted?.replace(/\\(.)/g, '$1') ?? plain).join('')
  if (!extended.some(([, , star]) => star)) return found.length === 0 ? null : value.slice(0, maxNameChars)
  const [, charset = '', text = value] = /^([^']*)'[^']*'([\s\S]*)$/.exec(value) ?? []
  return decodeText(unquote(text, '%'), encodingNamed(charset) ?? 'utf-8').slice(0, maxNameChars)
}

function splitParts(body: Buffer, boundary: string, maxParts: number, onCut: () => void): Buffer[] {
  const parts: Buffer[] = []
  const mark = `--${boundary}`
  let start = -1
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    // One boundary may be the beginning of another.
    const after = body.toString('latin1', at + mark.length, at + mark.length + 200)
    const [line, closing] = /^(--)?[ \t]*(?:\r?\n|$)/.exec(after) ?? []
    if ((at > 0 && body[at - 1] !== 10) || line === undefined) continue
    if (start !== -1) parts.push(body.subarray(start, Math.max(start, at - (body[at - 2] === 13 ? 2 : 1))))
    if (closing || parts.length >= maxParts) return parts
    start = at + mark.length + line.length
  }
  if (start === -1) return parts
  onCut()
  return [...parts, body.subarray(start)]
}

function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (/^\s*base64/i.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64')
  const text = () => body.toString('latin1').replace(/[ \t]+(?=\r?$)/gm, '')
  return /^\s*quoted-printable/i.test(encoding) ? unquote(text().replace(/=\r?\n/g, ''), '=') : body
}

function unquote(text: string, sign: '=' | '%'): Buffer {
  const quoted = new RegExp(`${sign}([\\da-f]{2})`, 'gi')
  return Buffer.from(
    text.replace(quoted, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
