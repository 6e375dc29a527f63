/** Reads entries of a ZIP archive in memory, within limits on names, entries and unpacked bytes. Writes nothing to disk. */

import { posix } from 'node:path'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { packedContent, type ZipEntry, zipEntries } from '../../../page/zip-directory.ts'
import { brokenDocument, type DocumentMeter, lockedDocument, tooLargeToRead } from '../../converted/document-meter.ts'
import { decodeXml } from '../xml/read-xml.ts'

/** Entries by path, such as `word/document.xml`. Reading an entry twice unpacks and counts it twice. */
export type Archive = ReturnType<typeof openArchive>

const mebibyte = 1024 * 1024

/** A 16 MiB workbook holds about 200 MiB of XML, more than Gleaner reads. Real-world files shrink to no less than 1/100 of their size. */
export const archiveLimits = {
  entries: 20_000,
  /** Maximum unpacked bytes of one entry. */
  entryBytes: 96 * mebibyte,
  /** Maximum unpacked bytes of all entries that are read. */
  bytes: 192 * mebibyte,
  /** Maximum ratio of unpacked to packed bytes for an entry of more than `freeBytes`. */
  ratio: 400,
  freeBytes: 8 * mebibyte,
}

export type ArchiveLimits = typeof archiveLimits

/**
 * Opens a ZIP archive whose entries are unpacked as they are read. Reads the entries of a truncated archive, and reports it to the meter.
 * Throws invalid_response if it has no entries or too many. Its functions throw invalid_response for an entry that is locked or exceeds the
 * limits.
 * @example
 * openArchive(docx, meter).readText('word/document.xml')?.startsWith('<?xml') // true
 * openArchive(new Uint8Array(100), meter) // throws invalid_response
 */
export function openArchive(bytes: Uint8Array, meter: DocumentMeter, limits = archiveLimits) {
  const entries = entriesOf(bytes, meter, limits)
  const inLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]))
  // Archives within an archive share one limit.
  const left = limits === archiveLimits ? meter.unpacking : { bytes: limits.bytes }

  function unpackFrom(name: string): Unpacked {
    const path = name.replace(/^\/+/, '')
    const entry = entries.get(path) ?? inLowerCase.get(path.toLowerCase())
    const unpacked = entry ? unpack(bytes, entry, limits, left) : { content: null, fault: null }
    if (unpacked.fault !== null) meter.broken(name)
    return unpacked
  }

  function textOf(name: string, content: Uint8Array): string {
    const text = decodeXml(content)
    if (endsEarly(text)) meter.broken(name)
    return text
  }

  /**
   * Returns null for a missing entry. Like Office, ignores the case of names (`/Word/Document.xml`). For a broken entry, which the meter
   * reports, returns the intact start or null.
   */
  function read(name: string): Uint8Array | null {
    return unpackFrom(name).content
  }

  /** Like `read`, but decodes the entry following the rules for XML. */
  function readText(name: string): string | null {
    const content = read(name)
    return content && textOf(name, content)
  }

  /** Like `readText`, for a part that the document refers to: the meter reports it under `label` if it is missing. */
  function statedText(name: string, label = name): string | null {
    const text = readText(name)
    if (!text) meter.broken(label)
    return text
  }

  /** Like `readText`, for the main part. Throws invalid_response if it is missing, or if nothing in it is intact. */
  function requiredText(name: string): string {
    const { content, fault } = unpackFrom(name)
    if (!content) throw brokenDocument(fault ?? `it has no part ${name}`)
    return textOf(name, content)
  }

  /** `names`: paths of the files in directory order, excluding duplicates and paths that lead out of the archive. */
  return { names: [...entries.keys()], read, readText, statedText, requiredText }
}

function entriesOf(bytes: Uint8Array, meter: DocumentMeter, limits: ArchiveLimits): Map<string, ZipEntry> {
  const found = zipEntries(bytes, limits.entries)
  if (found.entries.length > limits.entries) throw tooLargeToRead(`its archive has more than ${limits.entries} entries`)
  if (!found.isWhole && found.entries.length === 0)
    throw brokenDocument('its archive has no entries; it may be truncated')
  if (!found.isWhole) meter.broken('the end of the file')
  const entries = new Map<string, ZipEntry>()
  for (const entry of found.entries) {
    const name = pathOf(entry)
    if (name !== null && !entries.has(name)) entries.set(name, entry)
  }
  return entries
}

/** True for XML whose root element isn't closed. HTML may leave out end tags. */
function endsEarly(text: string): boolean {
  const prolog = /^\s*(?:(?:<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>]*>)\s*)*/i
  const start = text.slice(0, 10_000)
  const [before = ''] = prolog.exec(start) ?? []
  const [tag, root = ''] = /^<([a-z_][\w:-]*)(?=[\s/>])[^>]*/i.exec(start.slice(before.length)) ?? []
  // A part that is cut off in its declaration has no root element.
  if (!tag) return text.length === start.length && /^\s*</.test(text)
  if (!(root.includes(':') || /<\?xml\b/.test(before) || /\sxmlns\b/.test(tag))) return false
  return !new RegExp(`(?:</${root}|<${root}\\b[^<>]*/)\\s*>$`, 'i').test(withoutTail(text).slice(-10_000))
}

/** Leaves out the comments, processing instructions and white space at the end. */
function withoutTail(text: string): string {
  for (let end = text.length; ; ) {
    while (/[\s\0]/.test(text[end - 1] ?? '')) end--
    const opening = text.endsWith('-->', end) ? '<!--' : text.endsWith('?>', end) ? '<?' : null
    if (opening === null) return text.slice(0, end)
    end = Math.max(0, text.lastIndexOf(opening, end - 1))
  }
}

const maxNameBytes = 1024

/** Returns null for a folder, and for a path that leads out of the archive. Some programs write backslashes, as in Windows paths. */
function pathOf({ nameBytes }: ZipEntry): string | null {
  if (nameBytes.length > maxNameBytes) return null
  const name = utf8.decode(nameBytes).replaceAll('\\', '/')
  if (name === '' || name.endsWith('/') || name.startsWith('/') || /^[a-z]:|\0/i.test(name)) return null
  return name.split('/').includes('..') ? null : name
}

const utf8 = new TextDecoder()

/** The content of an entry, or its intact start; null if nothing is intact. `fault` says what is wrong, and is null for a sound entry. */
interface Unpacked {
  content: Uint8Array | null
  fault: string | null
}

/** `left` counts the bytes. Throws invalid_response for an entry that is locked or exceeds the limits. */
export function unpack(bytes: Uint8Array, entry: ZipEntry, limits: ArchiveLimits, left: { bytes: number }): Unpacked {
  if (entry.isEncrypted) throw lockedDocument()
  const { method, checksum } = entry
  const packed = packedContent(bytes, entry)
  if (!packed) return { content: null, fault: 'an entry in its archive is cut off' }
  if (method !== 0 && method !== 8)
    return { content: null, fault: `an entry in its archive uses compression method ${method}, which is not supported` }
  const ofRatio = Math.max(limits.freeBytes, packed.length * limits.ratio)
  const maxBytes = Math.min(limits.entryBytes, left.bytes, ofRatio)
  const content = method === 0 ? packed : (inflate(packed, maxBytes) ?? inflateStart(packed, maxBytes))
  if (content.length > maxBytes) throw tooLargeToRead(`an entry in its archive holds more than ${maxBytes} bytes`)
  left.bytes -= content.length
  // Some writers leave the checksum out.
  const isDamaged = packed.length < entry.packedBytes || (checksum !== 0 && crc32(content) !== checksum)
  if (!isDamaged) return { content, fault: null }
  return { content: content.length > 0 ? content : null, fault: "an entry in its archive can't be unpacked" }
}

/** Returns null for corrupt data, and the start of truncated data. The limit applies regardless of the sizes that the archive declares. */
function inflate(packed: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes), finishFlush: constants.Z_SYNC_FLUSH })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return null
    throw tooLargeToRead(`an entry in its archive unpacks to more than ${maxBytes} bytes`)
  }
}

/** Maximum number of bytes to unpack in search of the place where data is corrupt. */
const maxSearchedBytes = 64 * mebibyte

function inflateStart(packed: Uint8Array, maxBytes: number): Uint8Array {
  let content: Uint8Array = new Uint8Array(0)
  let searched = 0
  for (let [intact, corrupt] = [0, packed.length]; corrupt - intact > 1 && searched < maxSearchedBytes; ) {
    const middle = (intact + corrupt) >> 1
    const found = inflate(packed.subarray(0, middle), maxBytes)
    searched += found?.length ?? middle
    if (found) [content, intact] = [found, middle]
    else corrupt = middle
  }
  return content
}

// Names of entries are shorter, and resolving a path of many steps takes quadratic time.
const maxTargetChars = 4096

/** Resolves `../media/1.png` in `ppt/slides/` to `ppt/media/1.png`. `/ppt/a.xml` is relative to the root, which paths can't leave. */
export function entryPath(folder: string, target: string): string {
  return posix.join('/', target.startsWith('/') ? '' : folder, target.slice(0, maxTargetChars)).replace(/^\/|\/$/g, '')
}

/** Returns `ppt/slides/` for `ppt/slides/slide1.xml`; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
