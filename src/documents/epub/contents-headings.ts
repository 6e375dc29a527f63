/** Finds headings that a book distinguishes only by style: paragraphs whose text matches their entry in the table of contents. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { closest, isElement, textOf } from '../../html/traverse.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import type { ContentsEntry } from './contents.ts'

/** Number of nodes to search for a heading after the place that its entry links to. */
const reach = 40
const paragraphs = new Set(['p', 'div'])

/** Returns heading levels, keyed by paragraph. `find`: returns the element at a place. */
export function findHeadings(
  entries: readonly ContentsEntry[],
  find: (place: string) => Element | undefined,
): Map<Element, number> {
  const headings = new Map<Element, number>()
  for (const { text, place, level } of entries) {
    const start = find(place)
    if (!start || closest(start, isHeadingElement) !== null) continue
    const heading = headingAt(start, text)
    if (heading && !headings.has(heading)) headings.set(heading, Math.min(level, 6))
  }
  return headings
}

/** Returns the first non-empty paragraph from the element onward if its text matches the entry. */
function headingAt(start: Element, text: string): Element | null {
  let node: AnyNode | null = paragraphAround(start)
  for (let visited = 0; node && visited < reach; visited++) {
    if (isHeadingElement(node)) return null
    const isParagraph = isElement(node) && paragraphs.has(node.name) && !holdsParagraphs(node)
    const words = isParagraph ? collapseAndTrim(textOf(node)) : ''
    if (words !== '') return words.toLowerCase() === text.toLowerCase() ? (node as Element) : null
    node = nextNode(node, !isParagraph)
  }
  return null
}

function holdsParagraphs({ children }: Element): boolean {
  return children.some((child) => isElement(child) && !inline.has(child.name))
}

const inline = new Set(['a', 'b', 'br', 'em', 'font', 'i', 'img', 'small', 'span', 'strong', 'sub', 'sup', 'u'])

/** Returns the paragraph that contains an anchor. */
function paragraphAround(start: Element): Element {
  let one = start
  while (inline.has(one.name) && one.parent && isElement(one.parent) && one.parent.name !== 'body') one = one.parent
  return one
}

/** Returns the next node in document order, within the chapter. */
function nextNode(node: AnyNode, descends: boolean): AnyNode | null {
  const child = descends && isElement(node) ? node.children[0] : undefined
  if (child) return child
  for (let one: AnyNode | null = node; one && !(isElement(one) && one.name === 'body'); one = one.parent) {
    if (one.next) return one.next
  }
  return null
}
