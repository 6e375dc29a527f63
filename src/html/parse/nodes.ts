/**
 * Creates the tree's nodes, which are instances of domhandler's classes. Each is built in one step, without the positions that only
 * domhandler's own parser knows.
 */

import { Element, Text } from 'domhandler'

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

class PageText {
  declare parent: Text['parent']
  declare prev: Text['prev']
  declare next: Text['next']
  declare data: string
  declare type: Text['type']

  constructor(data: string) {
    this.parent = null
    this.prev = null
    this.next = null
    this.data = data
    this.type = 'text' as Text['type']
  }
}
Object.setPrototypeOf(PageText.prototype, Text.prototype)

export function createText(data: string): Text {
  return new PageText(data) as Text
}
