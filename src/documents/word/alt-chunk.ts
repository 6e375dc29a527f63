/** Reads the text that a Word document embeds as alternative content: HTML, MHTML and plain text, as written by report generators. */

import { isUtf8 } from 'node:buffer'
import { parseDocument } from '../../html/parse/parse.ts'
import { viewDocument } from '../../html/visibility/page-view.ts'
import { decodeText, encodingNamed } from '../../page/encodings.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { chapterHtml } from '../epub/write-chapter.ts'
import { decodeXml } from '../office/xml/decode-xml.ts'

/** Returns the HTML of the embedded text; empty for binary content. */
export function altChunkHtml(content: Uint8Array, hidden: DroppedText, meter: DocumentMeter): string {
  const source = Buffer.from(content).toString('latin1')
  const isMessage = /^\s*(?:mime-version|content-type):/im.test(source.slice(0, 2000))
  const { head, body } = isMessage ? htmlPartOf(source) : { head: '', body: source }
  const text = decoded(body, head + body)
  if (text.includes('\0') || text.startsWith('{\\rtf')) return ''
  if (!/<\w/.test(text)) return text.replace(/[^\r\n]+/g, (line) => `<p>${textHtml(line.trim(), meter)}</p>`)
  return htmlOf(text, hidden, meter)
}

function htmlOf(html: string, hidden: DroppedText, meter: DocumentMeter): string {
  const document = parseDocument(html, 'word:/', { noscript: true })
  const body = document.elements.named('body')[0]
  if (!body) return ''
  const none = { links: new Map(), notes: new Map(), headings: new Map() }
  const chapter = { path: '', body, view: viewDocument(document, 'book'), linked: [] }
  return chapterHtml(chapter, { ...none, chapters: [chapter], hidden, meter })
}

/** Decodes text that has one character for each byte: as UTF-8 if it is valid, or else as `declaration` says. */
function decoded(text: string, declaration: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(text)) return decodeXml(bytes)
  const encoding = encodingNamed(/charset\s*=[\s"']*([\w-]+)/i.exec(declaration)?.[1] ?? '')
  return decodeText(bytes, encoding ?? 'windows-1252')
}

/** Returns the first HTML part of a MIME message; empty if it has no such part. */
function htmlPartOf(message: string): { head: string; body: string } {
  const start = /^content-type:\s*text\/html/im.exec(message)?.index
  if (start === undefined) return { head: '', body: '' }
  const from = message.lastIndexOf('\n--', start)
  const boundary = from < 0 ? '' : message.slice(from + 1, message.indexOf('\n', from + 1)).trim()
  const end = boundary === '' ? -1 : message.indexOf(`\n${boundary}`, start)
  const part = message.slice(Math.max(0, from), end < 0 ? undefined : end)
  const [, head = '', content = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? []
  return { head, body: unwrapped(head, content) }
}

/** Undoes the transfer encoding. */
function unwrapped(head: string, content: string): string {
  if (/transfer-encoding:\s*base64/i.test(head)) return Buffer.from(content, 'base64').toString('latin1')
  if (!/transfer-encoding:\s*quoted-printable/i.test(head)) return content
  return content.replace(/=\r?\n|=([\da-f]{2})/gi, (_, hex) => (hex ? String.fromCharCode(parseInt(hex, 16)) : ''))
}
