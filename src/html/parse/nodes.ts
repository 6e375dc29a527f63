/**
 * Creates the tree's nodes, which are instances of domhandler's classes. Each is built in one step, without the positions that only
 * domhandler's own parser knows.
 */

import { type Comment, DataNode, Element, type Text } from 'domhandler'

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

/**
 * Texts and comments. They share a class because with more than four classes of nodes, reading any property of a node would be several
 * times as slow.
 */
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
