/** Opens OpenDocument files. @see OpenDocument 1.3, part 2 */

import type { DocumentMeter } from '../../converted/document-meter.ts'
import { lockedDocument } from '../../converted/refusals.ts'
import { type Archive, openArchive } from '../archive/archive.ts'

/** `xml`: the content of the document. Throws invalid_response if the document is broken, too large or password-protected. */
export function openOdf(bytes: Uint8Array, meter: DocumentMeter): { archive: Archive; xml: string } {
  const archive = openArchive(bytes, meter)
  const isLocked = /<(?:[\w-]+:)?encryption-data\b/.test(archive.readText('META-INF/manifest.xml') ?? '')
  if (isLocked || archive.names.includes('encrypted-package')) throw lockedDocument()
  return { archive, xml: archive.requiredText('content.xml') }
}
