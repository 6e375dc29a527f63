/** Detects documents by their content: Office, OpenDocument and EPUB archives by their entry names, others by their first bytes. */

import { documentTypes, oleType } from '../../html/document-types.ts'
import { packedContent, startsAsZip, type ZipEntry, zipEntries } from '../../html/zip/directory.ts'

/** Top-level folders that contain the main part of Office Open XML archives. */
const officeFolders: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', documentTypes.docx],
  ['xl/', documentTypes.xlsx],
  ['ppt/', documentTypes.pptx],
]

/** Types that archives declare in their `mimetype` entry. */
const statedTypes: ReadonlySet<string> = new Set([
  documentTypes.odt,
  documentTypes.ods,
  documentTypes.odp,
  documentTypes.epub,
])

/** A PDF's header may be anywhere within this many bytes of the file's start. @see ISO 32000-1, implementation note 13 */
const pdfSearchBytes = 1024
/** Maximum number of entries to check. The main part is near the start. */
const maxEntries = 4000

/** Returns the type of a document in an archive or binary container, or null for anything else. Always returns null for text. */
export function binaryDocumentType(body: Uint8Array): string | null {
  if (startsAsZip(body)) return typeOfArchive(body)
  return startsWith(body, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) ? oleType : null
}

/** Recognises RTF and PDF by their first bytes. If `isShifted` is true, a PDF may start anywhere in the first 1,024 bytes. */
export function documentTypeByStart(body: Uint8Array, isShifted: boolean): string | null {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, pdfSearchBytes)).toString('latin1')
  if (/^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(start)) return documentTypes.rtf
  const pdfAt = start.indexOf('%PDF-')
  return pdfAt === 0 || (pdfAt > 0 && isShifted) ? documentTypes.pdf : null
}

function typeOfArchive(body: Uint8Array): string | null {
  let hasContentTypes = false
  let found: string | null = null
  let count = 0
  for (const entry of zipEntries(body) ?? []) {
    const name = Buffer.from(entry.nameBytes.subarray(0, 40)).toString('latin1').toLowerCase().replaceAll('\\', '/')
    if (name === 'mimetype') return statedIn(body, entry)
    if (name === '[content_types].xml') hasContentTypes = true
    found ??= officeFolders.find(([folder]) => name.startsWith(folder))?.[1] ?? null
    if ((hasContentTypes && found) || ++count >= maxEntries) break
  }
  return hasContentTypes ? found : null
}

/** Returns the type stated in the entry, which OpenDocument and EPUB store uncompressed. For a template, returns the document type. */
function statedIn(body: Uint8Array, entry: ZipEntry): string | null {
  const content = entry.method === 0 && entry.packedBytes < 200 ? packedContent(body, entry) : null
  if (!content) return null
  const stated = Buffer.from(content)
    .toString('latin1')
    .trimEnd()
    .replace(/-template$/, '')
  return statedTypes.has(stated) ? stated : null
}

function startsWith(body: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => body[at] === byte)
}
