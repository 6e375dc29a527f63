/** Moves and removes nodes in a tree. */

import { type ChildNode, hasChildren, type ParentNode } from 'domhandler'

/** Replaces a node with another one. */
export function takePlace(old: ChildNode, node: ChildNode): void {
  const { parent, prev, next } = old
  if (!parent) return
  Object.assign(node, { parent, prev, next })
  if (prev) prev.next = node
  if (next) next.prev = node
  parent.children[parent.children.indexOf(old)] = node
  Object.assign(old, { parent: null, prev: null, next: null })
}

/** Removes descendants for which `isDropped` is true, and all nodes more than `levels` levels below the node. */
export function prune(node: ParentNode, levels: number, isDropped: (node: ChildNode) => boolean): void {
  const open: [ParentNode, number][] = [[node, levels]]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const [parent, left] = entry
    const kept = left > 0 ? parent.children.filter((child) => !isDropped(child)) : []
    if (kept.length < parent.children.length) setChildren(parent, kept)
    for (const child of kept) if (hasChildren(child)) open.push([child, left - 1])
  }
}

/** Removes nodes along with everything below them. A removed node keeps its `parent`. */
export function removeNodes(nodes: ReadonlySet<ChildNode>): void {
  const parents = new Set([...nodes].map(({ parent }) => parent))
  for (const parent of parents) {
    if (!parent) continue
    setChildren(
      parent,
      parent.children.filter((child) => !nodes.has(child)),
    )
  }
}

/** Sets a node's children, in the given order. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  for (const [n, child] of children.entries()) {
    child.parent = parent
    child.prev = children[n - 1] ?? null
    child.next = children[n + 1] ?? null
  }
}

/** The number of ancestors of a node. */
export function depthOf(node: ChildNode): number {
  let depth = 0
  for (let up: ParentNode | null = node.parent; up; up = up.parent) depth++
  return depth
}
