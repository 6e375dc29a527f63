/** Finds headings, the link of a heading, and whether a node is inside another. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isHeadingElement } from '../../../html/elements.ts'
import { isElement, walk } from '../../../html/traverse.ts'

// Links are much closer to their headings; a hostile page can have 512 levels around each heading.
const maxLevels = 32

/** Whether the element is a heading by tag or by role. */
export function isHeading(element: Element): boolean {
  return isHeadingElement(element) || element.attribs.role === 'heading'
}

/** Whether `node` is `root` or a descendant of it. */
export function isInside(node: AnyNode, root: ParentNode): boolean {
  for (let above: AnyNode | null = node; above; above = above.parent) if (above === root) return true
  return false
}

/** The link that contains the heading, else the first one inside it; null when there is neither. */
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
