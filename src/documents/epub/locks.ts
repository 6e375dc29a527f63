/** EPUBs whose text is encrypted. @see EPUB Open Container Format 3.3, §4.2.6.3.2 */

import { lockedDocument } from '../converted/refusals.ts'
import type { Archive } from '../office/archive/archive.ts'
import { resolvePlace } from './paths.ts'

/** Throws invalid_response where a chapter can't be read without a key. Fonts may be obfuscated. */
export function refuseEncrypted(archive: Archive, chapters: readonly string[]): void {
  const xml = archive.readText('META-INF/encryption.xml')
  if (xml === null) return
  const wanted = new Set(chapters)
  // Its names are those of XML Encryption, with any prefix.
  for (const [, uri = ''] of xml.matchAll(
    /<(?:[\w-]{1,40}:)?CipherReference\b[^>]{0,500}?\bURI\s*=\s*["']([^"']{0,2000})["']/g,
  )) {
    if (wanted.has(resolvePlace(uri, '').path)) throw lockedDocument('its text is encrypted (DRM) and needs a key')
  }
}
