/** Refuses EPUBs whose text is encrypted. @see EPUB Open Container Format 3.3, §4.2.6.3.2 */

import { lockedDocument } from '../converted/refusals.ts'
import type { Archive } from '../office/archive/archive.ts'
import { resolvePlace } from './paths.ts'

/** Throws invalid_response if a chapter can't be read without a key. Obfuscated fonts don't matter. */
export function refuseEncrypted(archive: Archive, chapters: readonly string[]): void {
  const xml = archive.readText('META-INF/encryption.xml')
  if (xml === null) return
  const wanted = new Set(chapters)
  // The element names are from XML Encryption, with any prefix.
  for (const [, uri = ''] of xml.matchAll(
    /<(?:[\w-]{1,40}:)?CipherReference\b[^>]{0,500}?\bURI\s*=\s*["']([^"']{0,2000})["']/g,
  )) {
    if (wanted.has(resolvePlace(uri, '').path))
      throw lockedDocument('its text is encrypted (DRM) and needs a key', 'DRM')
  }
}
