/** Divides the links of an EPUB into those that lead out of the book and those that lead to places within it. */

import type { Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { isElement, textOf, walk } from '../../html/traverse.ts'
import { outsideAddress } from '../converted/write-html.ts'
import { resolvePlace } from './package.ts'

export type BookLink =
  | { kind: 'outside'; href: string }
  /** A link to a place in the book. Only its text is written. */
  | { kind: 'words' }
  | { kind: 'mark'; number: number; id: string }
  /** The number at the start of a note. It links back to the reference. */
  | { kind: 'number' }
  /** The backlink symbol after a note. It isn't written. */
  | { kind: 'dropped' }

/** An element and its position in the whole book. */
interface BookElement {
  element: Element
  order: number
}

interface BookPlace extends BookElement {
  /** Number of paragraphs that start before it. */
  paragraphs: number
}

export interface InnerLink extends BookElement {
  target: BookElement
}

/** Doesn't identify notes: `numberNotes` does that. */
export function readLinks(chapters: readonly { path: string; body: Element }[]) {
  /** Keyed by file and fragment: `OEBPS/c1.xhtml#part`. `OEBPS/c1.xhtml#` is the body of a chapter. */
  const places = new Map<string, BookPlace>()
  /** Headings, and paragraphs with text, in the order of the whole book. */
  const paragraphs: Element[] = []
  const found: (BookElement & { path: string })[] = []
  let order = 0
  for (const { path, body } of chapters) {
    places.set(`${path}#`, { element: body, order, paragraphs: paragraphs.length })
    walk(body, (node) => {
      if (!isElement(node)) return
      order++
      const { id, name, href } = node.attribs
      const key = id ?? (node.name === 'a' ? name : undefined)
      if (key !== undefined && !places.has(`${path}#${key}`))
        places.set(`${path}#${key}`, { element: node, order, paragraphs: paragraphs.length })
      if (isParagraph(node)) paragraphs.push(node)
      if (node.name === 'a' && href !== undefined) found.push({ element: node, order, path })
    })
  }
  const links = new Map<Element, BookLink>()
  const inner: InnerLink[] = []
  for (const { element, order: at, path } of found) {
    const href = element.attribs.href?.trim() ?? ''
    const { path: to, fragment } = resolvePlace(href, path)
    const target = places.get(`${to}#${fragment}`)
    // A relative URL leads to a file in the book that isn't a chapter.
    const outside = target || !/^[a-z][a-z\d+.-]*:/i.test(href) ? null : outsideAddress(href)
    links.set(element, outside === null ? { kind: 'words' } : { kind: 'outside', href: outside })
    if (target) inner.push({ element, order: at, target })
  }
  return { places, paragraphs, links, inner }
}

const inline = new Set(['a', 'b', 'br', 'em', 'font', 'i', 'img', 'small', 'span', 'strong', 'sub', 'sup', 'u'])

function isParagraph(element: Element): boolean {
  if (isHeadingElement(element)) return true
  if (element.name !== 'p' && element.name !== 'div') return false
  return element.children.every((child) => !isElement(child) || inline.has(child.name)) && /\S/.test(textOf(element))
}
