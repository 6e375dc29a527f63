/** Recognises documents by their content: archives of Office and OpenDocument, EPUB, PDF, RTF and the old binary form. Cheap: reads names only. */

import { packedContent, startsAsZip, type ZipEntry, zipEntries } from '../../document/zip/directory.ts'

const office = 'application/vnd.openxmlformats-officedocument.'

/** Main folders of Office Open XML, in which the main part stands. */
const officeFolders: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', `${office}wordprocessingml.document`],
  ['xl/', `${office}spreadsheetml.sheet`],
  ['ppt/', `${office}presentationml.presentation`],
]

/** Types that an entry `mimetype` states at the start; templates are read as the documents that they make. */
const statedType =
  /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))(?=(?:-template)?\s*$)/

/** Word, Excel and PowerPoint up to 2003, and Office documents behind a password. */
export const oleMediaType = 'application/x-ole-storage'

/** How far into a file a PDF may begin. @see ISO 32000-1, implementation note 13 */
const pdfSearchBytes = 1024
/** Entries that are looked at: the main part is among the first. */
const maxEntries = 4000

/** Of bytes that no text begins with; null for all others, and for other archives. */
export function binaryDocumentType(body: Uint8Array): string | null {
  if (startsAsZip(body)) return typeOfArchive(body)
  return startsWith(body, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) ? oleMediaType : null
}

/** Of a body whose declared type leaves open what it is; `isAnywhere`: a PDF may begin behind other bytes. */
export function documentTypeByStart(body: Uint8Array, isAnywhere: boolean): string | null {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, pdfSearchBytes)).toString('latin1')
  if (/^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(start)) return 'application/rtf'
  const pdfAt = start.indexOf('%PDF-')
  return pdfAt === 0 || (pdfAt > 0 && isAnywhere) ? 'application/pdf' : null
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

/** The entry is stored, not packed, by both standards. */
function statedIn(body: Uint8Array, entry: ZipEntry): string | null {
  const content = entry.method === 0 && entry.packedBytes < 200 ? packedContent(body, entry) : null
  return content && (statedType.exec(Buffer.from(content).toString('latin1'))?.[0] ?? null)
}

function startsWith(body: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => body[at] === byte)
}
