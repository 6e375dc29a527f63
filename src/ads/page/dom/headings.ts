/** Finds headings and their links, and checks containment. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isHeadingElement } from '../../../html/elements.ts'
import { isElement, walk } from '../../../html/traverse.ts'

// In practice, links are much closer to their headings. A hostile page can nest each heading 512 levels deep.
const maxLevels = 32

/** True if the element is a heading by tag or role. */
export function isHeading(element: Element): boolean {
  return isHeadingElement(element) || element.attribs.role === 'heading'
}

/** True if `node` is `root` or a descendant of it. */
export function isInside(node: AnyNode, root: ParentNode): boolean {
  for (let above: AnyNode | null = node; above; above = above.parent) if (above === root) return true
  return false
}

/** The link that contains the heading; otherwise, the first link inside the heading; null if there is neither. */
export function linkOfHeading<Link>(heading: Element, linkOf: Map<Element, Link>): Link | null {
  let above: AnyNode | null = heading
  for (let level = 0; level < maxLevels && above && isElement(above); level++, above = above.parent) {
    const link = linkOf.get(above)
    if (link) return link
  }
  let inside: Link | null = null
  walk(heading, (node) => {
    if (inside) return false
    if (isElement(node)) inside = linkOf.get(node) ?? null
    return inside === null
  })
  return inside
}
