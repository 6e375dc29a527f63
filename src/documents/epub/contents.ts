/** Reads the table of contents of an EPUB, in EPUB 3 or EPUB 2 format. @see EPUB 3.3, §7; OPF 2.0.1, §2.4.1 */

import { collapseAndTrim } from '../../html/white-space.ts'
import type { Archive } from '../office/archive/archive.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { resolvePlace } from './paths.ts'

export interface ContentsEntry {
  /** Without line breaks. */
  text: string
  /** `OEBPS/c1.xhtml#part`. If the link has no fragment, the path and `#`. */
  place: string
  /** Starting at 1. */
  level: number
}

const maxEntries = 5000

/** Reads the navigation document or, if it is missing, the NCX. */
export function readContents(
  archive: Archive,
  { nav, ncx }: { nav: string | null; ncx: string | null },
): ContentsEntry[] {
  const entries: ContentsEntry[] = []
  const add = (path: string, entry: { text: string; href: string; level: number }) => {
    const { path: to, fragment } = resolvePlace(entry.href, path)
    const text = collapseAndTrim(entry.text)
    if (text !== '' && entries.length < maxEntries)
      entries.push({ text, place: `${to}#${fragment}`, level: entry.level })
  }
  const navXml = nav === null ? null : archive.readText(nav)
  if (nav !== null && navXml !== null) {
    for (const list of elementsIn(parseXml(navXml), 'html:nav')) {
      if (/(?:^|\s)toc(?:\s|$)/.test(list.attributes['epub:type'] ?? '')) readNav(list, 0, (entry) => add(nav, entry))
    }
  }
  const ncxXml = ncx === null || entries.length > 0 ? null : archive.readText(ncx)
  if (ncx !== null && ncxXml !== null) {
    const map = childOf(parseXml(ncxXml), 'ncx:ncx', 'ncx:navMap')
    if (map) readNcx(map, 1, (entry) => add(ncx, entry))
  }
  return entries
}

type Add = (entry: { text: string; href: string; level: number }) => void

function readNav(element: XmlElement, level: number, add: Add): void {
  for (const child of childrenOf(element)) {
    if (child.name === 'html:ol') readNav(child, level + 1, add)
    else if (child.name === 'html:a') add({ text: xmlText(child), href: child.attributes.href ?? '', level })
    else readNav(child, level, add)
  }
}

function readNcx(element: XmlElement, level: number, add: Add): void {
  for (const point of childrenOf(element, 'ncx:navPoint')) {
    const label = childOf(point, 'ncx:navLabel', 'ncx:text')
    const href = childOf(point, 'ncx:content')?.attributes.src ?? ''
    if (label) add({ text: xmlText(label), href, level })
    readNcx(point, level + 1, add)
  }
}
