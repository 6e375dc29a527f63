/** Where links inside an EPUB lead. */

import { entryPath, folderOf } from '../office/archive/entry-path.ts'

export interface BookPlace {
  /** Of a file in the archive. */
  path: string
  /** Empty for the whole file. */
  fragment: string
}

/** `../notes.xhtml#n1` in `OEBPS/text/c1.xhtml` → `OEBPS/notes.xhtml` and `n1`. */
export function resolvePlace(href: string, file: string): BookPlace {
  const hash = href.indexOf('#')
  const target = decoded(hash === -1 ? href : href.slice(0, hash))
  return {
    path: target === '' ? file : entryPath(folderOf(file), target),
    fragment: hash === -1 ? '' : decoded(href.slice(hash + 1)),
  }
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
