/** Reads entries of a ZIP archive in memory, within limits on names, entries and unpacked bytes. Writes nothing to disk. */

import { inflateRawSync } from 'node:zlib'
import { packedContent, type ZipEntry, zipEntries } from '../../../html/zip/directory.ts'
import { brokenDocument, lockedDocument, tooLargeToRead } from '../../converted/refusals.ts'
import { decodeXml } from '../xml/decode-xml.ts'

/** Entries by path, such as `word/document.xml`. Reading an entry twice unpacks and counts it twice. */
export interface Archive {
  /** Paths of the files in directory order, excluding duplicates and paths that lead out of the archive. */
  readonly names: readonly string[]
  /**
   * Returns null for a missing entry. Like Office, ignores the case of names (`/Word/Document.xml`).
   * Throws invalid_response for an entry that is broken or locked, or exceeds the limits.
   */
  read(name: string): Uint8Array | null
  /** Like `read`, but decodes the entry following the rules for XML. */
  readText(name: string): string | null
}

export interface ArchiveLimits {
  entries: number
  /** Maximum unpacked bytes of one entry. */
  entryBytes: number
  /** Maximum unpacked bytes of all entries that are read. */
  bytes: number
  /** Maximum ratio of unpacked to packed bytes for an entry of more than `freeBytes`. */
  ratio: number
  freeBytes: number
}

const mebibyte = 1024 * 1024

/** A 16 MiB workbook holds about 200 MiB of XML, more than Gleaner reads. Real-world files shrink to no less than 1/100 of their size. */
export const archiveLimits: ArchiveLimits = {
  entries: 20_000,
  entryBytes: 96 * mebibyte,
  bytes: 192 * mebibyte,
  ratio: 400,
  freeBytes: 8 * mebibyte,
}

/**
 * Opens a ZIP archive whose entries are unpacked as they are read. Throws invalid_response if it is broken, too large or locked.
 * @example
 * openArchive(docx).readText('word/document.xml')?.startsWith('<?xml') // true
 * openArchive(new Uint8Array(100)) // throws invalid_response
 */
export function openArchive(bytes: Uint8Array, limits = archiveLimits): Archive {
  const entries = entriesOf(bytes, limits)
  const inLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]))
  const left = { bytes: limits.bytes }
  const read = (name: string): Uint8Array | null => {
    const path = name.replace(/^\/+/, '')
    const entry = entries.get(path) ?? inLowerCase.get(path.toLowerCase())
    return entry ? unpack(bytes, entry, limits, left) : null
  }
  return {
    names: [...entries.keys()],
    read,
    readText(name) {
      const content = read(name)
      return content && decodeXml(content)
    },
  }
}

/** Returns the text of a mandatory entry. Throws invalid_response if it is missing. */
export function requiredText(archive: Archive, name: string): string {
  const text = archive.readText(name)
  if (text === null) throw brokenDocument(`it has no part ${name}`)
  return text
}

function entriesOf(bytes: Uint8Array, limits: ArchiveLimits): Map<string, ZipEntry> {
  const found = zipEntries(bytes)
  if (!found) throw brokenDocument('its archive has no directory; it may be truncated')
  const entries = new Map<string, ZipEntry>()
  let count = 0
  for (const entry of found) {
    if (++count > limits.entries) throw tooLargeToRead(`its archive has more than ${limits.entries} entries`)
    const name = pathOf(entry)
    if (name !== null && !entries.has(name)) entries.set(name, entry)
  }
  return entries
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

function unpack(bytes: Uint8Array, entry: ZipEntry, limits: ArchiveLimits, left: { bytes: number }): Uint8Array {
  if (entry.isEncrypted) throw lockedDocument()
  const packed = packedContent(bytes, entry)
  if (!packed) throw brokenDocument('an entry in its archive is cut off')
  const ofRatio = Math.max(limits.freeBytes, packed.length * limits.ratio)
  const maxBytes = Math.min(limits.entryBytes, left.bytes, ofRatio)
  const content = entry.method === 0 ? packed : inflate(packed, entry.method, maxBytes)
  if (content.length > maxBytes) throw tooLargeToRead(`an entry in its archive holds more than ${maxBytes} bytes`)
  left.bytes -= content.length
  return content
}

/** This limit applies regardless of the sizes that the archive declares. */
function inflate(packed: Uint8Array, method: number, maxBytes: number): Uint8Array {
  if (method !== 8)
    throw brokenDocument(`an entry in its archive uses compression method ${method}, which is not supported`)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLargeToRead(`an entry in its archive unpacks to more than ${maxBytes} bytes`)
    throw brokenDocument(`an entry in its archive can't be unpacked (${code})`, cause)
  }
}
