/** Walks and queries parsed trees of any depth, without recursion. */

import { type AnyNode, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { skippedElements } from './elements.ts'
import { collapseAndTrim } from './white-space.ts'

export { isTag as isElement, isText } from 'domhandler'

export type ElementTest = (element: Element) => boolean

export function nextElement({ next }: AnyNode): Element | null {
  while (next && !isTag(next)) next = next.next
  return next
}

export function previousElement({ prev }: AnyNode): Element | null {
  while (prev && !isTag(prev)) prev = prev.prev
  return prev
}

/** The element that contains a node. For the content of a template, which is a separate document, this is the template. */
export function elementAround({ parent }: AnyNode): Element | null {
  const around = parent && !isTag(parent) ? parent.parent : parent
  return around && isTag(around) ? around : null
}

/**
 * Visits the nodes below `root` in document order, at any depth. When `visit` returns false, the nodes below that node are skipped;
 * otherwise `leave` is called after them.
 * @example
 * const { root } = parseDocument('<p>Hello', 'https://example.com/')
 * walk(root, (node) => isElement(node) && names.push(node.name))
 * names // ['html', 'head', 'body', 'p']
 */
export function walk(root: ParentNode, visit: (node: AnyNode) => unknown, leave?: (node: AnyNode) => void): void {
  let node: AnyNode | null = root.children[0] ?? null
  while (node) {
    const isEntered = visit(node) !== false
    // Most nodes are text nodes.
    const child: AnyNode | undefined =
      isEntered && !isText(node) ? (node as Partial<ParentNode>).children?.[0] : undefined
    if (child) {
      node = child
      continue
    }
    if (isEntered) leave?.(node)
    while (node && !node.next) {
      node = node.parent as AnyNode | null
      if (node === root) return
      if (node) leave?.(node)
    }
    node = node?.next ?? null
  }
}

/** The text node that comes first in a node, if no empty element precedes it; otherwise an empty string. */
export function firstText(root: AnyNode | ParentNode): string {
  let node: AnyNode | undefined = root as AnyNode
  while (node && !isText(node)) node = (node as Partial<ParentNode>).children?.[0]
  return node?.data ?? ''
}

/** The node itself if it passes the test, else its nearest ancestor that does, or null. */
export function closest(node: AnyNode, test: ElementTest): Element | null {
  for (let up: AnyNode | null = node; up; up = up.parent) if (isTag(up) && test(up)) return up
  return null
}

/** The node itself if it is an element, and the elements around it, from the inside out. `maxCount` limits their number. */
export function elementsAround(node: AnyNode | null, maxCount = Number.POSITIVE_INFINITY): Element[] {
  const around: Element[] = []
  for (let above = node; above && isTag(above) && around.length < maxCount; above = above.parent) around.push(above)
  return around
}

/** Creates a test that is true for the elements that pass another test and for everything in them. Tests each element once. */
export function withinAny(test: ElementTest): (node: ParentNode) => boolean {
  const known = new Map<ParentNode, boolean>()
  return (node) => {
    const path: ParentNode[] = []
    let isWithin = false
    for (let up: ParentNode | null = node; up; up = up.parent) {
      const before = known.get(up)
      isWithin = before ?? (isTag(up) && test(up))
      if (before !== undefined) break
      path.push(up)
      if (isWithin) break
    }
    for (const one of path) known.set(one, isWithin)
    return isWithin
  }
}

/** The elements that aren't inside any of the others. */
export function outermost(elements: readonly Element[]): Element[] {
  const set = new Set(elements)
  const isWithin = withinAny((element) => set.has(element))
  return elements.filter(({ parent }) => parent === null || !isWithin(parent))
}

/** True if one of the first `maxNodes` nodes below `root` is an element that passes the test. */
export function hasElement(root: ParentNode, test: ElementTest, maxNodes = Number.POSITIVE_INFINITY): boolean {
  let visited = 0
  let found = false
  walk(root, (node) => {
    if (found || ++visited > maxNodes) return false
    found = isTag(node) && test(node)
    return !found
  })
  return found
}

/** Text of a node and all below it, without scripts or styles, with white space collapsed. Text of adjacent blocks can run together. */
export function textOf(root: AnyNode): string {
  if (isText(root)) return collapseAndTrim(root.data)
  if (!('children' in root)) return ''
  const parts: string[] = []
  walk(root, (node) => {
    if (isText(node)) parts.push(node.data)
    else if (isTag(node)) {
      if (skippedElements.text.has(node.name)) return false
      if (node.name === 'br') parts.push(' ')
    }
    return true
  })
  return collapseAndTrim(parts.join(''))
}

/** The text nodes that are children of an element, joined unchanged. @see DOM standard, child text content */
export function childTextContent({ children }: ParentNode): string {
  return children.map((child) => (isText(child) ? child.data : '')).join('')
}
