/**
 * Creates, moves and removes the tree's nodes, which are instances of domhandler's classes. Each is built in one step, without the positions
 * that only domhandler's own parser knows.
 */

import { type ChildNode, type Comment, DataNode, Element, hasChildren, type ParentNode, type Text } from 'domhandler'

export type Attributes = Record<string, string>

// Like `Object.create(null)`, but without a hash table, which is expensive for two or three attributes.
const AttributesOf = function AttributesOf() {} as unknown as new () => Attributes
AttributesOf.prototype = Object.create(null)

export function createAttributes(): Attributes {
  return new AttributesOf()
}

/** The attributes object shared by all elements without attributes. */
export const noAttributes: Attributes = Object.freeze(createAttributes())

/** Shared by elements without children: `appendChild` replaces it with a new array. */
const noChildren: Element['children'] = []

// Skips domhandler's constructors, because four of them would run for each node.
class PageElement {
  declare parent: Element['parent']
  declare prev: Element['prev']
  declare next: Element['next']
  declare children: Element['children']
  declare name: string
  declare attribs: Attributes
  declare type: Element['type']
  declare namespace: string

  constructor(name: string, attribs: Attributes, namespace: string) {
    this.parent = null
    this.prev = null
    this.next = null
    this.children = noChildren
    this.name = name
    this.attribs = attribs
    this.type = (name === 'script' || name === 'style' ? name : 'tag') as Element['type']
    this.namespace = namespace
  }
}
Object.setPrototypeOf(PageElement.prototype, Element.prototype)

export function createElement(name: string, attribs: Attributes, namespace: string): Element {
  return new PageElement(name, attribs, namespace) as Element
}

/** Texts and comments share a class, because reading a property of any node is several times as slow with more than four classes. */
class PageData {
  declare parent: Text['parent']
  declare prev: Text['prev']
  declare next: Text['next']
  declare data: string
  declare type: 'text' | 'comment'

  constructor(data: string, type: 'text' | 'comment') {
    this.parent = null
    this.prev = null
    this.next = null
    this.data = data
    this.type = type
  }
}
Object.setPrototypeOf(PageData.prototype, DataNode.prototype)

const DataOf = PageData as unknown as {
  new (data: string, type: 'text'): Text
  new (data: string, type: 'comment'): Comment
}

export function createText(data: string): Text {
  return new DataOf(data, 'text')
}

export function createComment(data: string): Comment {
  return new DataOf(data, 'comment')
}

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
  for (const parent of new Set([...nodes].map(({ parent }) => parent))) {
    const kept = parent?.children.filter((child) => !nodes.has(child))
    if (parent && kept) setChildren(parent, kept)
  }
}

export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  for (const [n, child] of children.entries()) {
    child.parent = parent
    child.prev = children[n - 1] ?? null
    child.next = children[n + 1] ?? null
  }
}

export function depthOf(node: ChildNode): number {
  let depth = 0
  for (let up: ParentNode | null = node.parent; up; up = up.parent) depth++
  return depth
}
