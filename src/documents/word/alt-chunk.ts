/** Reads the documents that a Word document embeds as alternative content: HTML and MHTML, as written by report generators. */

import { parseDocument } from '../../html/parse/parse.ts'
import { viewDocument } from '../../html/visibility/page-view.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import type { DroppedText } from '../converted/hidden-text.ts'
import { chapterHtml } from '../epub/write-chapter.ts'

/** Returns the HTML of the embedded document; empty for other kinds of content. */
export function altChunkHtml(source: string, hidden: DroppedText, meter: DocumentMeter): string {
  const html = /^\s*(?:mime-version|content-type):/im.test(source.slice(0, 2000)) ? htmlOfMessage(source) : source
  if (!/<\w/.test(html)) return ''
  const document = parseDocument(html, 'word:/', { noscript: true })
  const body = document.elements.named('body')[0]
  if (!body) return ''
  const none = { links: new Map(), notes: new Map(), headings: new Map() }
  const chapter = { path: '', body, view: viewDocument(document, 'book'), linked: [] }
  return chapterHtml(chapter, { ...none, chapters: [chapter], hidden, meter })
}

/** Returns the first HTML part of a MIME message. */
function htmlOfMessage(message: string): string {
  const start = /^content-type:\s*text\/html/im.exec(message)?.index
  if (start === undefined) return ''
  const from = message.lastIndexOf('\n--', start)
  const boundary = from < 0 ? '' : message.slice(from + 1, message.indexOf('\n', from + 1)).trim()
  const end = boundary === '' ? -1 : message.indexOf(`\n${boundary}`, start)
  const part = message.slice(Math.max(0, from), end < 0 ? undefined : end)
  const [, head = '', content = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? []
  if (/transfer-encoding:\s*base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
  if (!/transfer-encoding:\s*quoted-printable/i.test(head)) return content
  const bytes = content
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
