/** Determines containment for many elements at once, in linear rather than quadratic time. */

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

/** The innermost of the elements that is `node` or contains it; null if none does. */
export function nearestAmong(node: AnyNode, elements: ReadonlySet<ParentNode>): ParentNode | null {
  for (let above: AnyNode | null = node; above; above = above.parent) {
    if (elements.has(above as ParentNode)) return above as ParentNode
  }
  return null
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
