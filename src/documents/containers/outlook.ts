/** Reads messages that Outlook has saved (.msg). */

import type { FieldsData } from '@kenjiuno/msgreader'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { brokenDocument } from '../converted/refusals.ts'
import { attachmentColumns, type Container, type EntryContent, type ReadText } from './container.ts'
import { headersHtml } from './message.ts'

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
