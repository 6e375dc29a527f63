/** The links of an EPUB: which of them lead out of the book, and to which places in it the others lead. */

import type { Element } from 'domhandler'
import { isElement, walk } from '../../html/traverse.ts'
import { outsideAddress } from '../converted/link-targets.ts'
import type { Chapter } from './chapters.ts'
import { resolvePlace } from './paths.ts'

/** What a link is written as. */
export type BookLink =
  /** A link out of the book. */
  | { kind: 'outside'; href: string }
  /** Its words alone: it leads to a place in the book. */
  | { kind: 'words' }
  /** The mark of a note. */
  | { kind: 'mark'; number: number; id: string }
  /** The number that a note begins with, which leads back to the mark. */
  | { kind: 'number' }
  /** Nothing: a sign behind a note, which leads back to the mark. */
  | { kind: 'dropped' }

/** An element in the order of the whole book. */
interface BookElement {
  element: Element
  order: number
}

export interface InnerLink extends BookElement {
  target: BookElement
}

interface BookLinks {
  /** By file and fragment: `OEBPS/c1.xhtml#part`; the body of a chapter by `OEBPS/c1.xhtml#`. */
  places: ReadonlyMap<string, BookElement>
  links: Map<Element, BookLink>
  /** Those that lead to a place in the book. */
  inner: readonly InnerLink[]
}

/** Notes are told by `numberNotes`. */
export function readLinks(chapters: readonly Chapter[]): BookLinks {
  const places = new Map<string, BookElement>()
  const found: { element: Element; order: number; path: string }[] = []
  let order = 0
  for (const { path, body } of chapters) {
    places.set(`${path}#`, { element: body, order })
    walk(body, (node) => {
      if (!isElement(node)) return
      order++
      const { id, name, href } = node.attribs
      const key = id ?? (node.name === 'a' ? name : undefined)
      if (key !== undefined && !places.has(`${path}#${key}`)) places.set(`${path}#${key}`, { element: node, order })
      if (node.name === 'a' && href !== undefined) found.push({ element: node, order, path })
    })
  }
  const links = new Map<Element, BookLink>()
  const inner: InnerLink[] = []
  for (const { element, order: at, path } of found) {
    const href = element.attribs.href?.trim() ?? ''
    const { path: to, fragment } = resolvePlace(href, path)
    const target = places.get(`${to}#${fragment}`)
    const outside = target ? null : outsideOf(href)
    links.set(element, outside === null ? { kind: 'words' } : { kind: 'outside', href: outside })
    if (target) inner.push({ element, order: at, target })
  }
  return { places, links, inner }
}

/** A relative address leads to a file of the book that is no chapter. */
function outsideOf(href: string): string | null {
  return /^[a-z][a-z\d+.-]*:/i.test(href) ? outsideAddress(href) : null
}
