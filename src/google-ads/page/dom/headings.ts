/** How do headings, links and what is around them stand to each other? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isHeadingElement } from '../../../document/elements.ts'
import { isElement, walk } from '../../../document/traverse.ts'

// Far more than links have around their headings; a hostile page has 512 levels around each.
const maxHeadingDepth = 32

/** A heading by its tag or by its role. */
export function isHeading(element: Element): boolean {
  return isHeadingElement(element) || element.attribs.role === 'heading'
}

/** Is `node` below `root`, or the same? */
export function isBelow(node: AnyNode, root: ParentNode): boolean {
  for (let above: AnyNode | null = node; above; above = above.parent) if (above === root) return true
  return false
}

/** The link around a heading, else the first one inside it. */
export function linkOfHeading<Link>(heading: Element, linkOf: Map<Element, Link>): Link | null {
  let above: AnyNode | null = heading
  for (let level = 0; level < maxHeadingDepth && above && isElement(above); level++, above = above.parent) {
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
