/** Lists and reads the pages in web archives: WARC files, and the WARC files in a WACZ. @see ISO 28500, WACZ 1.1.1 */

import { constants, gunzipSync } from 'node:zlib'
import { noShare } from '../../base/share.ts'
import { decodeContent } from '../../fetch/body/read-body.ts'
import { documentTypes, isConvertible } from '../../page/document-types.ts'
import { isHtml, isProse } from '../../page/media-kind.ts'
import type { Page } from '../../page/page.ts'
import { brokenDocument, type DocumentMeter, tooLargeToRead } from '../converted/document-meter.ts'
import { type Archive, archiveLimits, openArchive } from '../office/archive/archive.ts'
import type { Container, Entry, EntryContent } from './container.ts'

/** An HTTP response, or a resource or extracted text that was stored without a response. */
interface WebRecord {
  url: string
  date: string
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
}

interface Found {
  records: WebRecord[]
  /** Responses by digest and by URL. */
  responses: Map<string, WebRecord>
  /** Responses whose content was stored before. */
  revisits: { url: string; date: string; digest: string }[]
  /** Number of further records to read, in all files. */
  left: number
}

/** `entry` finds the newest record of a URL, because it is the first. */
export function openWebArchive({ body, mediaType }: Page, meter: DocumentMeter): Container {
  const found: Found = { records: [], responses: new Map(), revisits: [], left: archiveLimits.entries }
  const files = mediaType === documentTypes.wacz ? filesOf(openArchive(body, meter)) : [body]
  for (const file of files) readRecords(file, found, meter)
  for (const { url, date, digest } of found.revisits) {
    const same = found.responses.get(digest)
    if (same) found.records.push({ ...same, url, date })
    else meter.unread(url, 'its content is in another archive')
  }
  const newestFirst = found.records.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)).map(entryOf)
  const entries = newestFirst.filter(({ isPage }) => isPage)
  const unlisted = newestFirst.filter(({ isPage }) => !isPage)
  return { properties: {}, html: '', columns: ['URL', 'Date', 'Status', 'Type'], entries, unlisted, isRead: false }
}

function filesOf({ names, read }: Archive): Uint8Array[] {
  const isFile = (name: string) => /^archive\/.*\.warc(?:\.gz)?$/i.test(name)
  return names.filter(isFile).map((name) => read(name) ?? new Uint8Array())
}

function entryOf(record: WebRecord): Entry & { isPage: boolean } {
  const { url, date, status, headers } = record
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPage = status < 300 && (isHtml(type) || isConvertible(type) || isProse(type))
  return { name: url, cells: [date, status, type], read: () => contentOf(record), isPage }
}

function readRecords(file: Uint8Array, found: Found, meter: DocumentMeter): void {
  const { records, responses, revisits } = found
  const bytes = file[0] === 0x1f && file[1] === 0x8b ? gunzip(file, meter) : Buffer.from(file)
  for (let at = 0; at < bytes.length; ) {
    if (found.left-- <= 0) {
      meter.unread(`the records after the first ${archiveLimits.entries}`, 'too many entries')
      break
    }
    const { first, headers, bodyAt } = headOf(bytes, at)
    const end = bodyAt + Number(headers.get('content-length') ?? Number.NaN)
    if (!(end >= bodyAt && end <= bytes.length)) meter.broken('the end of the file')
    // A negative length would lead back to the same record forever.
    if (!first.startsWith('WARC/') || !(end >= bodyAt)) break
    const url = headers.get('warc-target-uri')?.replace(/^<|>$/g, '') ?? ''
    const kind = /^https?:/i.test(url) ? headers.get('warc-type') : undefined
    const [block, date] = [bytes.subarray(bodyAt, end), headers.get('warc-date') ?? '']
    const digest = headers.get('warc-payload-digest') ?? url
    if (kind === 'resource' || kind === 'conversion') records.push({ url, date, status: 200, headers, body: block })
    if (kind === 'response') {
      const http = headOf(block, 0)
      const status = Number(/^HTTP\/[\d.]+ (\d{3})/.exec(http.first)?.[1] ?? 0)
      const record = { url, date, status, headers: http.headers, body: block.subarray(http.bodyAt) }
      records.push(record)
      responses.set(digest, record).set(url, record)
    }
    if (kind === 'revisit') revisits.push({ url, date, digest })
    at = end
    // Two line breaks follow each record.
    while (bytes[at] === 13 || bytes[at] === 10) at++
  }
}

const maxHeadBytes = 64 * 1024

function headOf(bytes: Buffer, at: number): { first: string; headers: Map<string, string>; bodyAt: number } {
  const head = bytes.subarray(at, at + maxHeadBytes)
  const crlf = head.indexOf('\r\n\r\n')
  // Some servers send line feeds alone.
  const lf = head.subarray(0, crlf === -1 ? head.length : crlf).indexOf('\n\n')
  const [end, breaks] = lf !== -1 ? [lf, 2] : crlf !== -1 ? [crlf, 4] : [bytes.length - at, 0]
  const [first = '', ...lines] = head.toString('utf8', 0, end).split(/\r?\n/)
  const fields = lines.map((line) => /^([^:]*):\s*(.*?)\s*$/.exec(line) ?? [])
  return {
    first,
    headers: new Map(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value])),
    bodyAt: at + end + breaks,
  }
}

/** Decompresses a file in which each record is compressed separately. Returns the intact start of a truncated file. */
function gunzip(file: Uint8Array, { unpacking }: DocumentMeter): Buffer {
  const maxBytes = Math.min(unpacking.bytes, Math.max(archiveLimits.freeBytes, file.length * archiveLimits.ratio))
  try {
    const limits = { maxOutputLength: Math.max(1, maxBytes), finishFlush: constants.Z_SYNC_FLUSH }
    const bytes = gunzipSync(file, limits)
    unpacking.bytes -= bytes.length
    return bytes
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? tooLargeToRead(`it unpacks to more than ${maxBytes} bytes`)
      : brokenDocument("it can't be unpacked", cause)
  }
}

async function contentOf({ url, status, headers, body }: WebRecord): Promise<EntryContent> {
  const isChunked = /chunked/i.test(headers.get('transfer-encoding') ?? '')
  const sent = new Uint8Array(isChunked ? withoutChunks(body) : body)
  const options = { maxBytes: archiveLimits.entryBytes, share: noShare, isCut: true }
  const bytes = await decodeContent(sent, headers.get('content-encoding') ?? null, options)
  return { name: URL.parse(url)?.pathname ?? '', bytes, contentType: headers.get('content-type') ?? null, url, status }
}

/** Some programs store the body without its chunks, but keep the header. */
function withoutChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const [line = '', digits] = /^\s*([\da-f]{1,8})[^\r\n]*\r\n/i.exec(body.toString('latin1', at, at + 100)) ?? []
    if (digits === undefined) return chunks.length === 0 ? body : Buffer.concat(chunks)
    const start = at + line.length
    at = start + Number.parseInt(digits, 16)
    if (at === start) break
    chunks.push(body.subarray(start, at))
  }
  return Buffer.concat(chunks)
}
