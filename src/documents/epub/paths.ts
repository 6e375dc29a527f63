/** Resolves links inside an EPUB. */

import { percentDecoded } from '../../html/absolute-url.ts'
import { entryPath, folderOf } from '../office/archive/entry-path.ts'

interface BookPlace {
  path: string
  /** Empty if the link leads to the whole file. */
  fragment: string
}

/** Resolves `../notes.xhtml#n1` in `OEBPS/text/c1.xhtml` to `OEBPS/notes.xhtml` and `n1`. */
export function resolvePlace(href: string, file: string): BookPlace {
  const hash = href.indexOf('#')
  const target = percentDecoded(hash === -1 ? href : href.slice(0, hash))
  return {
    path: target === '' ? file : entryPath(folderOf(file), target),
    fragment: hash === -1 ? '' : percentDecoded(href.slice(hash + 1)),
  }
}
