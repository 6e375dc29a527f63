/** Converts an EPUB to HTML: the bodies of its chapters in reading order, as one document. Fetches nothing and runs no scripts. */

import type { Page } from '../../page/page.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import { brokenDocument, type DocumentMeter, lockedDocument, noText } from '../converted/document-meter.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { openBook } from './book.ts'
import { readPackage, resolvePlace } from './package.ts'
import { chapterHtml } from './write-chapter.ts'

/** Throws invalid_response for a book that is broken, locked or too complex, or has no chapters. */
export async function convertEpub({ body }: Page, meter: DocumentMeter): Promise<ConvertedDocument> {
  const archive = openArchive(body, meter)
  const stated = readPackage(archive, meter)
  refuseEncrypted(archive, stated.chapters)
  const book = openBook(archive, stated, meter)
  if (book.chapters.length === 0 && !stated.isOfImages) throw brokenDocument('none of its chapters can be read')
  let content = ''
  for (const [at, chapter] of book.chapters.entries()) {
    if (at > 0 && meter.stops(`chapter ${at} of ${book.chapters.length}`)) break
    content += chapterHtml(chapter, book)
  }
  return { properties: stated.properties, html: content, warnings: [...noText(content), ...book.hidden.warnings] }
}

/** Throws invalid_response if a chapter can't be read without a key. Obfuscated fonts don't matter. */
function refuseEncrypted(archive: Archive, chapters: readonly string[]): void {
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
