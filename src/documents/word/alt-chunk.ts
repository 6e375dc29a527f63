/** Reads the text that a Word document embeds as alternative content: HTML, MHTML and plain text, as written by report generators. */

import { isUtf8 } from 'node:buffer'
import { parseDocument } from '../../html/parse/parse.ts'
import { viewDocument } from '../../html/visibility/page-view.ts'
import { decodeText, encodingNamed } from '../../page/encodings.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/text-html.ts'
import { chapterHtml } from '../epub/write-chapter.ts'
import { type MimePart, parseMime } from '../mail/mime.ts'
import { decodeXml } from '../office/xml/decode-xml.ts'

/** Returns the HTML of the embedded text; empty for binary content. */
export function altChunkHtml(content: Uint8Array, hidden: DroppedText, meter: DocumentMeter): string {
  const source = Buffer.from(content).toString('latin1')
  const isMessage = /^\s*(?:mime-version|content-type):/im.test(source.slice(0, 2000))
  const part = isMessage ? htmlPartOf(parseMime(content)) : null
  const body = part === null ? source : (part?.content().toString('latin1') ?? '')
  const text = decoded(body, (part?.contentType ?? '') + body)
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

function htmlPartOf(part: MimePart): MimePart | undefined {
  return part.type === 'text/html' ? part : part.parts.flatMap((one) => htmlPartOf(one) ?? [])[0]
}
