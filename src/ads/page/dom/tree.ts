/** Determines which elements of a result page contain which others, in linear rather than quadratic time. Limits what is read. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isHeadingElement } from '../../../html/elements.ts'
import { closest, elementsAround, hasElement, isElement, walk } from '../../../html/traverse.ts'

/** Lines of one ad to read. Google's pages stay far below all limits. A page that exceeds them would take seconds of CPU time. */
export const maxDetailLines = 80

// The largest ads seen have about a thousand nodes, including their dialogs.
const maxNodes = 5000

/** True if the subtree is too large for one ad or one tile. Visits no more nodes than the limit. */
export function isTooLarge(root: ParentNode): boolean {
  let left = maxNodes
  const parents: ParentNode[] = [root]
  for (const parent of parents) {
    left -= parent.children.length
    if (left < 0) return true
    for (const child of parent.children) if ('children' in child) parents.push(child)
  }
  return false
}

/** The first value other than null that `read` returns for the nodes below `root`, in document order; null if there isn't one. */
export function firstBelow<Value>(root: ParentNode, read: (node: AnyNode) => Value | null): Value | null {
  let found: Value | null = null
  walk(root, (node) => {
    found ??= read(node)
    return found === null
  })
  return found
}

/** The elements and all their ancestors. */
export function ancestorsOf(elements: Iterable<Element>): Set<ParentNode> {
  const ancestors = new Set<ParentNode>()
  for (const element of elements) {
    for (let node: ParentNode | null = element; node && !ancestors.has(node); node = node.parent) ancestors.add(node)
  }
  return ancestors
}

/** True if `node` is `root` or a descendant of it. */
export function isInside(node: AnyNode, root: ParentNode): boolean {
  for (let above: AnyNode | null = node; above; above = above.parent) if (above === root) return true
  return false
}

/** True if `node` is one of the elements or a descendant of one. */
export function isInsideAny(node: AnyNode, elements: ReadonlySet<ParentNode>): boolean {
  return closest(node, (above) => elements.has(above)) !== null
}

/** The items in each non-empty container, in order. */
export function itemsInside<Item extends { element: Element }>(
  containers: ReadonlySet<ParentNode>,
  items: Iterable<Item>,
): Map<ParentNode, Item[]> {
  const inside = new Map<ParentNode, Item[]>()
  for (const item of items) {
    for (let above: ParentNode | null = item.element; above; above = above.parent) {
      const list = inside.get(above)
      if (list) list.push(item)
      else if (containers.has(above)) inside.set(above, [item])
    }
  }
  return inside
}

/** For each element, the distinct keys of the elements inside it. */
export function keysInside(keyed: Iterable<readonly [Element, string]>): Map<ParentNode, Set<string>> {
  const keysIn = new Map<ParentNode, Set<string>>()
  for (const [element, key] of keyed) {
    for (let above: ParentNode | null = element; above; above = above.parent)
      keysIn.set(above, (keysIn.get(above) ?? new Set()).add(key))
  }
  return keysIn
}

export function containsPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => name === 'img' || name === 'g-img')
}

/** True if the element is a heading by tag or role. */
export function isHeading(element: Element): boolean {
  return isHeadingElement(element) || element.attribs.role === 'heading'
}

// In practice, links are much closer to their headings. A hostile page can nest each heading 512 levels deep.
const maxHeadingLevels = 32

/** The link that contains the heading; otherwise, the first link inside the heading; null if there is neither. */
export function linkOfHeading<Link>(heading: Element, linkOf: Map<Element, Link>): Link | null {
  for (const above of elementsAround(heading, maxHeadingLevels)) {
    const link = linkOf.get(above)
    if (link) return link
  }
  return firstBelow(heading, (node) => (isElement(node) && linkOf.get(node)) || null)
}
