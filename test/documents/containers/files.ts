/** Builds messages, web archives and other files that contain files. */

import { gzipSync } from 'node:zlib'
import { burn } from '@kenjiuno/msgreader/lib/Burner.js'

/** Joins lines as messages do. */
export const lines = (...text: readonly string[]): string => text.join('\r\n')

interface SentPart {
  head: readonly string[]
  body: string
}

/** A message with parts. `type` follows `multipart/`. */
export function messageOf(head: readonly string[], type: string, parts: readonly SentPart[], boundary = 'cut'): string {
  const bodies = parts.flatMap(({ head, body }) => [`--${boundary}`, ...head, '', body])
  return lines(...head, `Content-Type: multipart/${type}; boundary="${boundary}"`, '', ...bodies, `--${boundary}--`, '')
}

/** A WARC record of an HTTP response. */
export function recordOf(url: string, date: string, http: string): Buffer {
  const fields = ['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`, `WARC-Date: ${date}`]
  const length = `Content-Length: ${Buffer.byteLength(http)}`
  return Buffer.from(lines(...fields, 'Content-Type: application/http;msgtype=response', length, '', http, '', ''))
}

export const compressed = (records: readonly Buffer[]) => Buffer.concat(records.map((record) => gzipSync(record)))

/** An Outlook message with these properties, by tag: `0037001F` is the subject. */
export function outlookOf(properties: Readonly<Record<string, string>>): Buffer {
  const streams = Object.entries(properties).map(([tag, text]) => {
    const bytes = new Uint8Array(Buffer.from(text, tag.endsWith('0102') ? 'utf8' : 'utf16le'))
    return { name: `__substg1.0_${tag}`, type: 2, length: bytes.length, binaryProvider: () => bytes }
  })
  const stated = new Uint8Array(32)
  const all = [...streams, { name: '__properties_version1.0', type: 2, length: 32, binaryProvider: () => stated }]
  return Buffer.from(burn([{ name: 'Root Entry', type: 5, length: 0, children: all.map((_, at) => at + 1) }, ...all]))
}
