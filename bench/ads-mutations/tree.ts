/** Changes a parsed tree while keeping the links between its nodes consistent. */

import { type AnyNode, type ChildNode, Element, type ParentNode, Text } from 'domhandler'
import { isElement, isText, walk } from '../../src/html/traverse.ts'

/** Sets the children of `parent`, in this order. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  children.forEach((child, at) => {
    child.parent = parent
    child.prev = children[at - 1] ?? null
    child.next = children[at + 1] ?? null
  })
  parent.children = children
}

/** Replaces `node` with the nodes. */
export function replace(node: ChildNode, by: ChildNode[]): void {
  const { parent } = node
  if (!parent) return
  setChildren(
    parent,
    parent.children.flatMap((child) => (child === node ? by : [child])),
  )
  if (!by.includes(node)) node.parent = null
}

/** Returns a copy of the subtree, with elements and text nodes only. */
export function copyOf(root: ChildNode): ChildNode | null {
  if (isText(root)) return new Text(root.data)
  if (!isElement(root)) return null
  const copy = new Element(root.name, { ...root.attribs })
  const copies = new Map<AnyNode, ParentNode>([[root, copy]])
  walk(root, (node) => {
    const parent = node.parent && copies.get(node.parent)
    if (!parent || (!isElement(node) && !isText(node))) return false
    const own = isText(node) ? new Text(node.data) : new Element(node.name, { ...node.attribs })
    if (isElement(own)) copies.set(node, own)
    own.parent = parent
    own.prev = parent.children.at(-1) ?? null
    if (own.prev) own.prev.next = own
    parent.children.push(own)
  })
  return copy
}

/** Returns the elements below `root`, and `root` if it is an element. */
export function elementsOf(root: ParentNode): Element[] {
  const elements: Element[] = isElement(root) ? [root] : []
  walk(root, (node) => {
    if (isElement(node)) elements.push(node)
  })
  return elements
}

/** Returns the ancestors of a node, innermost first. */
export function elementsAround(node: AnyNode): Element[] {
  const around: Element[] = []
  for (let above = node.parent; above && isElement(above); above = above.parent) around.push(above)
  return around
}

/** Empties all text nodes below `root`. */
export function emptyTexts(root: ParentNode): void {
  walk(root, (node) => {
    if (isText(node)) node.data = ''
  })
}
