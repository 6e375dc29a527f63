/** Detects documents by their content: Office, OpenDocument and EPUB archives by their entries, others by their first bytes. */

import { constants, inflateRawSync } from 'node:zlib'
import { attempt } from '../../base/attempt.ts'
import { documentTypes, oleType } from '../../page/document-types.ts'
import { packedContent, startsAsZip, type ZipEntry, zipEntries } from '../../page/zip-directory.ts'

/** Main parts of Office Open XML archives, in their usual folders. */
const officeParts: readonly (readonly [part: string, mediaType: string])[] = [
  ['word/document.xml', documentTypes.docx],
  ['xl/workbook.xml', documentTypes.xlsx],
  ['ppt/presentation.xml', documentTypes.pptx],
]

/** Types that archives declare in their `mimetype` entry or their manifest. */
const statedTypes: ReadonlySet<string> = new Set([
  documentTypes.odt,
  documentTypes.ods,
  documentTypes.odp,
  documentTypes.epub,
])

/** A PDF's header may be anywhere within this many bytes of the file's start. @see ISO 32000-1, implementation note 13 */
const headBytes = 1024
/** Maximum number of entries to check. The main part is near the start. */
const maxEntries = 4000

/**
 * Returns the type of a document that its bytes identify beyond doubt, or null for anything else. Text that quotes the start of a PDF isn't
 * a document.
 */
export function certainDocumentType(body: Uint8Array): string | null {
  const head = latin1(body.subarray(0, headBytes + sourceChars))
  // Scripts that send documents often print a byte order mark or empty lines before them.
  const bytes = body.subarray(/^(?:\xef\xbb\xbf)?[\s\0]*/.exec(head)?.[0].length)
  if (startsAsZip(bytes)) return typeOfArchive(body)
  if (ole.every((byte, at) => bytes[at] === byte)) return oleTypeOf(bytes)
  if (head.startsWith('WARC/1.')) return documentTypes.warc
  return isPdf(body, head) ? documentTypes.pdf : null
}

/** Names of streams that identify the type of an OLE container. */
const oleStreams: readonly (readonly [name: string, mediaType: string])[] = [
  ['EncryptedPackage', oleType],
  ['__properties_version1.0', documentTypes.msg],
  ['WordDocument', oleType],
  ['PowerPoint Document', oleType],
  ['Workbook', documentTypes.xls],
  ['WORKBOOK', documentTypes.xls],
  ['Book', documentTypes.xls],
  ['BOOK', documentTypes.xls],
]

/** Returns the type for the first known stream in the directory, or of a truncated file anywhere. @see MS-CFB, §2.6.1 */
function oleTypeOf({ buffer, byteOffset, length }: Uint8Array): string {
  const file = Buffer.from(buffer, byteOffset, length)
  for (const sector of directorySectors(file)) {
    for (let at = 0; at < sector.length; at += directoryEntryBytes) {
      const found = oleEntries.find(([entry]) => entry.equals(sector.subarray(at, at + entry.length)))
      if (found) return found[1]
    }
  }
  const places = oleEntries.flatMap(([entry, type]) => {
    let at = file.indexOf(entry)
    while (at !== -1 && at % directoryEntryBytes !== 0) at = file.indexOf(entry, at + 1)
    return at === -1 ? [] : [{ at, type }]
  })
  return places.reduce((a, b) => (b.at < a.at ? b : a), { at: length, type: oleType as string }).type
}

/** Documents within the document may have directories before its own. */
function* directorySectors(file: Buffer): Generator<Buffer> {
  const u32 = (at: number) => (at + 4 <= file.length ? file.readUInt32LE(at) : noSector)
  const bytes = 1 << Math.min(file[30] ?? 0, maxSectorShift)
  let sector = u32(48)
  for (let left = file.length / bytes; left > 0 && (sector + 1) * bytes < file.length; left--) {
    yield file.subarray((sector + 1) * bytes, (sector + 2) * bytes)
    const table = Math.floor((4 * sector) / bytes)
    const inTable = table < maxTables ? (u32(76 + 4 * table) + 1) * bytes : noSector
    sector = u32(inTable + ((4 * sector) % bytes))
  }
}

const oleEntries = oleStreams.map(([name, type]) => [Buffer.from(`${name}\0`, 'utf16le'), type] as const)
const noSector = 0xffffffff
const maxSectorShift = 12
/** Number of allocation tables that the header names. */
const maxTables = 109
const directoryEntryBytes = 128

/** Returns the type of a MIME message: an e-mail, or a web page that a browser has saved. Servers declare either as the other. */
export function messageType(body: Uint8Array): string {
  const [head = ''] = /^[\s\S]*?\n\r?\n/.exec(latin1(body.subarray(0, sourceBytes))) ?? []
  const isSaved = /^content-type:\s*(?:multipart\/related|text\/html)/im.test(head)
  const isSent = /^(?:(?:to|cc|received|message-id):|from:.*@)/im.test(head)
  return isSaved && !isSent ? documentTypes.mhtml : documentTypes.eml
}

const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Recognizes RTF and PDF by their first bytes. If `isShifted` is true, a PDF may start anywhere in the first 1,024 bytes. */
export function documentTypeByStart(body: Uint8Array, isShifted: boolean): string | null {
  const start = latin1(body.subarray(0, headBytes))
  if (/^(?:\xef\xbb\xbf)?[\s\0]*\{\\rtf/.test(start)) return documentTypes.rtf
  const pdfAt = start.indexOf('%PDF-')
  return pdfAt === 0 || (pdfAt > 0 && isShifted) ? documentTypes.pdf : null
}

/** Maximum length of a PDF header, its comment and the start of the first object. */
const sourceChars = 200
const pdfSource =
  /(?<![!-=?-~][ \t]*)%PDF-\d\.\d[^\n\r]{0,20}[\n\r]\s*(?:%[^\n\r]{0,9}[\x80-\xff]{2}|(?:%[^\n\r]{0,60}[\n\r]\s*){0,3}\d{1,10}\s+\d{1,5}\s+obj)/
const sourceBytes = 64 * 1024

/** The end of a PDF, without tags of a page that quotes it. */
const pdfEnd = /(?:endobj|endstream|startxref)(?:(?!<[/!a-z])[\s\S])*%%EOF[\s\0]*$/i

/** True for a PDF header on its own line, followed by an object. The file must contain binary data, or only the PDF and tags. */
function isPdf(body: Uint8Array, head: string): boolean {
  const at = pdfSource.exec(head)?.index ?? headBytes
  if (at >= headBytes) return false
  const end = latin1(body.subarray(-headBytes))
  if (/^(?:\xef\xbb\xbf)?\s*<[!a-z]/i.test(head.slice(0, at)) && !pdfEnd.test(end)) return false
  if (body.subarray(at, at + sourceBytes).some((byte) => byte < 9)) return true
  const before = head.slice(0, at).replace(/<[^<>]*>/g, '')
  return !/\w/.test(before) && /%%EOF[\s\0]*$/.test(end)
}

function typeOfArchive(body: Uint8Array): string | null {
  const entries = new Map<string, ZipEntry>()
  let folder: string | null = null
  for (const entry of zipEntries(body, maxEntries).entries) {
    const name = latin1(entry.nameBytes.subarray(0, 40)).toLowerCase().replaceAll('\\', '/')
    const isFirst = !entries.has(name)
    if (isFirst) entries.set(name, entry)
    folder ??= officeParts.find(([part]) => name.startsWith(part.slice(0, part.indexOf('/') + 1)))?.[1] ?? null
    if (name === 'mimetype' && isFirst) {
      const stated = statedType(startOfEntry(body, entry))
      if (stated) return stated
    }
    if (folder && entries.has('[content_types].xml')) return folder
    if (name.startsWith('archive/') && entries.has('datapackage.json')) return documentTypes.wacz
  }
  const textOf = (name: string) => startOfEntry(body, entries.get(name))
  if (/oebps-package\+xml|\.opf\b/i.test(textOf('meta-inf/container.xml'))) return documentTypes.epub
  const root = /<[^<>]*full-path="\/"[^<>]*>/.exec(textOf('meta-inf/manifest.xml'))?.[0] ?? ''
  const ofRoot = statedType(/media-type="([^"]*)"/.exec(root)?.[1] ?? '')
  if (ofRoot) return ofRoot
  const [, kind] = /<office:(text|spreadsheet|presentation)\b/.exec(textOf('content.xml')) ?? []
  const ofContent = statedType(`application/vnd.oasis.opendocument.${kind}`)
  return ofContent ?? officeParts.find(([part]) => entries.has(part))?.[1] ?? null
}

const maxPackedBytes = 16 * 1024
const maxUnpackedBytes = 2 * 1024 * 1024

/** Returns the start of an entry's text as Latin-1; empty if it can't be unpacked. */
function startOfEntry(body: Uint8Array, entry: ZipEntry | undefined): string {
  const packed = entry && packedContent(body, entry)?.subarray(0, maxPackedBytes)
  if (!packed || entry.isEncrypted) return ''
  const limits = { maxOutputLength: maxUnpackedBytes, finishFlush: constants.Z_SYNC_FLUSH }
  return attempt(() => latin1(entry.method === 0 ? packed : inflateRawSync(packed, limits))) ?? ''
}

function statedType(stated: string): string | null {
  const type = stated.trim().replace(/-template$/, '')
  return statedTypes.has(type) ? type : null
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
