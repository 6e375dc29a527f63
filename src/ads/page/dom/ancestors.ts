/** Determines which elements contain which others, in linear rather than quadratic time. */

import type { AnyNode, Element, ParentNode } from 'domhandler'

/** The elements and all their ancestors. */
export function ancestorsOf(elements: Iterable<Element>): Set<ParentNode> {
  const ancestors = new Set<ParentNode>()
  for (const element of elements) {
    for (let node: ParentNode | null = element; node && !ancestors.has(node); node = node.parent) ancestors.add(node)
  }
  return ancestors
}

/** True if `node` is one of the elements or a descendant of one. */
export function isInsideAny(node: AnyNode, elements: ReadonlySet<ParentNode>): boolean {
  return nearestAmong(node, elements) !== null
}

/** The innermost of the elements that is or contains `node`; null if there isn't one. */
export function nearestAmong(node: AnyNode, elements: ReadonlySet<ParentNode>): ParentNode | null {
  for (let above: AnyNode | null = node; above; above = above.parent) {
    if (elements.has(above as ParentNode)) return above as ParentNode
  }
  return null
}

/** The items in each non-empty container, in order. */
export function itemsInside<Item extends { element: Element }>(
  containers: ReadonlySet<ParentNode>,
  items: Iterable<Item>,
): Map<ParentNode, Item[]> {
  const inside = new Map<ParentNode, Item[]>()
  if (containers.size === 0) return inside
  for (const item of items) {
    for (let above: ParentNode | null = item.element; above; above = above.parent) {
      if (!containers.has(above)) continue
      const list = inside.get(above)
      if (list) list.push(item)
      else inside.set(above, [item])
    }
  }
  return inside
}

/** For each element, the distinct keys of the elements inside it. */
export function keysInside(keyed: Iterable<readonly [Element, string]>): Map<ParentNode, Set<string>> {
  const keysIn = new Map<ParentNode, Set<string>>()
  for (const [element, key] of keyed) {
    for (let above: ParentNode | null = element; above; above = above.parent) {
      const keys = keysIn.get(above)
      if (keys) keys.add(key)
      else keysIn.set(above, new Set([key]))
    }
  }
  return keysIn
}
