/** Ways through a parsed tree that hold at any depth: no recursion. */

import { type AnyNode, Element, type ParentNode, Text } from 'domhandler'

export function isElement(node: AnyNode): node is Element {
  return node instanceof Element
}

export function isText(node: AnyNode): node is Text {
  return node instanceof Text
}

/** The element that follows beside this one, text between them or not. */
export function nextElement({ next }: AnyNode): Element | null {
  while (next && !isElement(next)) next = next.next
  return next
}

/** The element that stands before this one, text between them or not. */
export function previousElement({ prev }: AnyNode): Element | null {
  while (prev && !isElement(prev)) prev = prev.prev
  return prev
}

/**
 * Visits the nodes below `root` in document order. `visit` returns false to leave out what is below a node;
 * otherwise `leave` is called once all of that has been visited.
 */
export function walk(root: ParentNode, visit: (node: AnyNode) => unknown, leave?: (node: AnyNode) => void): void {
  let node: AnyNode | null = root.children[0] ?? null
  while (node) {
    const isEntered = visit(node) !== false
    const child: AnyNode | undefined = isEntered ? (node as Partial<ParentNode>).children?.[0] : undefined
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

// Text in these is never read by a visitor.
const unread = new Set(['script', 'style', 'template', 'noscript', 'head'])

/** Text below `root` as a visitor reads it: no scripts and styles, white space folded. */
export function textOf(root: AnyNode): string {
  if (isText(root)) return root.data.replace(/\s+/g, ' ').trim()
  if (!('children' in root)) return ''
  const parts: string[] = []
  walk(root, (node) => {
    if (isText(node)) parts.push(node.data)
    else if (isElement(node)) {
      if (unread.has(node.name)) return false
      if (node.name === 'br') parts.push(' ')
    }
    return true
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}
