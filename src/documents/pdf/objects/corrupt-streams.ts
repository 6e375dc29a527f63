/** Finds compressed streams whose data is corrupt. pdf.js reads the intact part of such streams and doesn't report an error. */

import { constants, inflateSync } from 'node:zlib'
import { maxStreamBytes, type ObjectFile } from './object-file.ts'
import { isArray, nameOf, type PdfDictionary, PdfReference } from './pdf-syntax.ts'

/** Images, fonts, metadata and attachments don't contain the text of pages. */
const irrelevant = /^(?:Image|Type1C|CIDFontType0C|OpenType|XRef|Metadata|EmbeddedFile)$/

export function isCorruptText(file: ObjectFile, reference: PdfReference): boolean {
  try {
    return mayHoldText(file.dictionary(reference)) && isCorrupt(file.packed(reference), file)
  } catch {
    // The object's values are nested too deeply.
    return false
  }
}

function mayHoldText(dictionary: PdfDictionary | null): boolean {
  if (!dictionary?.has('Filter') || dictionary.has('Length1')) return false
  return !['Type', 'Subtype'].some((name) => irrelevant.test(nameOf(dictionary.get(name))))
}

/** True if the data can't be unpacked, or if its checksum is wrong. Truncated data isn't corrupt. Checks up to `uncheckedBytes`. */
function isCorrupt(packed: Buffer | null, file: ObjectFile): boolean {
  if (!packed || file.uncheckedBytes <= 0) return false
  try {
    // Headers may state a smaller window than the data needs. pdf.js ignores them.
    packed.set([0x78, 0x9c])
    const limits = { maxOutputLength: maxStreamBytes, finishFlush: constants.Z_SYNC_FLUSH }
    file.uncheckedBytes -= inflateSync(packed, limits).length
    return false
  } catch (error) {
    file.uncheckedBytes -= packed.length
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') file.uncheckedBytes -= maxStreamBytes
    return (error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR'
  }
}

export function contentsOf(file: ObjectFile, page: PdfReference | null | undefined): number[] {
  const contents = file.dictionary(page)?.get('Contents')
  const list = file.resolve(contents)
  const all = isArray(list) ? list : [contents ?? null]
  return all.flatMap((one) => (one instanceof PdfReference ? one.number : []))
}
