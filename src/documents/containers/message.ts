/** Reads e-mail, also as saved by Outlook (.msg): the headers as a table, the text, and the attachments. */

import type { FieldsData } from '@kenjiuno/msgreader'
import { brokenDocument, type DocumentMeter } from '../converted/document-meter.ts'
import { type MimePart, parseMime } from '../mail/mime.ts'
import { attachmentColumns, type Container, type EntryContent, type ReadText, rowsHtml } from './container.ts'

const shown = ['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Bcc', 'Date', 'Subject']

export async function openMessage(bytes: Uint8Array, meter: DocumentMeter, readText: ReadText): Promise<Container> {
  const message = parseMime(bytes, () => meter.broken('the end of the message'))
  const texts: MimePart[] = []
  const attachments: MimePart[] = []
  sort(message, texts, attachments)
  const headerOf = (name: string) => message.headers.get(name.toLowerCase())
  let html = headersHtml(
    shown.map((name) => [name, headerOf(name)]),
    meter,
  )
  for (const part of texts) html += await readText({ name: '', ...contentOf(part, 'text/plain') })
  const entries = attachments.map((part, at) => {
    const [name, content] = [nameOf(part, at), contentOf(part, null)]
    return { name, cells: [part.type, content.bytes.length], read: () => ({ name, ...content }) }
  })
  const properties = { title: headerOf('Subject'), author: headerOf('From'), publishedAt: headerOf('Date') }
  return { properties, html, columns: attachmentColumns, entries, isRead: true }
}

function headersHtml(values: readonly (readonly [name: string, value?: string])[], meter: DocumentMeter): string {
  const rows = values.flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]]))
  return rowsHtml(['Header', 'Value'], rows, meter)
}

function nameOf({ type, fileName, content }: MimePart, at: number): string {
  if (fileName || !/^message\/(?:rfc822|global)$/.test(type)) return fileName || `part ${at + 1}`
  return `${parseMime(content()).headers.get('subject')?.trim() || 'message'}.eml`
}

/** Reports about another message, and references to content elsewhere. They consist of lines such as `Action: failed`. */
const reports =
  /^message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report|tracking-status|external-body)$/

/** Returns a report as plain text. The place of an external body is in the parameters of its type. */
function contentOf({ type, contentType, content }: MimePart, fallback: string | null) {
  if (!reports.test(type)) return { bytes: content(), contentType: contentType ?? fallback }
  const place = type === 'message/external-body' ? `${contentType}\n` : ''
  return { bytes: Buffer.concat([Buffer.from(place), content()]), contentType: 'text/plain' }
}

function sort(part: MimePart, texts: MimePart[], attachments: MimePart[]): void {
  const { type, parts, fileName, headers } = part
  if (parts.length === 0) {
    const isAttached = Boolean(fileName) || /^\s*attachment/i.test(headers.get('content-disposition') ?? '')
    const isText = !isAttached && (bodyTypes.has(type) || reports.test(type))
    ;(isText ? texts : attachments).push(part)
  } else if (type === 'multipart/alternative') {
    const best = ['text/html', 'text/plain'].flatMap((one) => parts.findLast((form) => hasWords(form, one)) ?? [])[0]
    const isShown = (one: MimePart) => one === best || best === undefined
    // Another form of the text says the same, but an invitation doesn't.
    for (const one of parts)
      if (isShown(one) || !bodyTypes.has(one.type)) sort(one, isShown(one) ? texts : [], attachments)
  } else for (const one of parts) sort(one, texts, attachments)
}

const bodyTypes = new Set(['text/plain', 'text/html', 'text/enriched', 'text/x-amp-html', 'text/watch-html'])

/** True if the part, or the text within it, is of this type and has words. */
function hasWords({ type, parts, content }: MimePart, sought: string): boolean {
  if (parts.length > 0) return parts.some((one) => hasWords(one, sought))
  const markup = /<style[\s\S]*?<\/style>|<[^>]*>|&\w+;/gi
  return type === sought && /\w|[^\0-\x7f]/.test(content().toString('latin1').replace(markup, ''))
}

/** Throws invalid_response for a file that isn't a message. */
export async function openOutlook(bytes: Uint8Array, meter: DocumentMeter, readText: ReadText): Promise<Container> {
  const { default: library } = await import('@kenjiuno/msgreader')
  const reader = new library.default(new Uint8Array(bytes).buffer)
  const fields = attempt(() => reader.getFileData())
  if (fields.error) throw brokenDocument(fields.error)
  const people = (kind: string) => (fields.recipients ?? []).filter(({ recipType }) => (recipType ?? 'to') === kind)
  const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((kind) => people(kind).map(addressOf).join(', '))
  const { senderName: name = '', senderSmtpAddress: smtpAddress = '', senderEmail: email = '', subject } = fields
  const from = addressOf({ dataType: null, name, smtpAddress, email })
  const date = fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime
  const entries = (fields.attachments ?? []).map((file, at) => {
    const named = file.fileName || file.name || file.fileNameShort || `attachment ${at + 1}`
    const name = file.innerMsgContent && !/\.msg$/i.test(named) ? `${named}.msg` : named
    const contentType = file.attachMimeTag ?? null
    const read = () => ({ name, bytes: attempt(() => reader.getAttachment(file)).content, contentType })
    return { name, cells: [contentType ?? '', file.contentLength ?? ''], read }
  })
  const headers = Object.entries({ From: from, To: to, Cc: cc, Bcc: bcc, Date: date, Subject: subject })
  const body = bodyOf(fields)
  const html = headersHtml(headers, meter) + (body ? await readText(body) : '')
  const properties = { title: subject, author: from, publishedAt: date }
  return { properties, html, columns: attachmentColumns, entries, isRead: true }
}

/** The library throws errors of many kinds. */
function attempt<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw brokenDocument("it can't be read as an Outlook message", cause)
  }
}

function addressOf({ name = '', smtpAddress, email = '' }: FieldsData): string {
  const address = smtpAddress || (email.includes('@') ? email : '')
  return address === '' || address === name ? name : `${name} <${address}>`.trim()
}

function bodyOf({ html, bodyHtml, body }: FieldsData): EntryContent | null {
  if (html?.length) return { name: '', bytes: html, contentType: 'text/html' }
  const text = bodyHtml || body
  const type = bodyHtml ? 'text/html' : 'text/plain'
  return text ? { name: '', bytes: Buffer.from(text), contentType: `${type}; charset=utf-8` } : null
}
