/** Creates nodes for parse5's tree builder, up to a limit. They are the same nodes that cheerio uses (domhandler). */

import {
  type AnyNode,
  type ChildNode,
  type Comment,
  type Element,
  isText,
  type ParentNode,
  type Text,
  type Document as Tree,
} from 'domhandler'
import type { html, Token } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { ServiceError } from '../../base/errors.ts'
import { muchText } from '../document.ts'
import { skippedElements, surroundings } from '../elements.ts'
import { isInertTemplate } from '../text-runs.ts'
import { closest, hasElement, textOf } from '../traverse.ts'
import { collapseAndTrim } from '../white-space.ts'
import { type Attributes, createAttributes, createComment, createElement, createText, noAttributes } from './nodes.ts'

/** Unclosed formatting elements can multiply a page's nodes. A page may have as many nodes as characters, within these bounds. */
const minNodeLimit = 500_000
const maxNodeLimit = 5_000_000
const ampFrame = 'amp-iframe'
/** A placeholder in a frame of AMP has less text. */
const minTextOfPage = 300

// The methods are on a prototype, so that parse5's many calls find them as quickly for the thousandth document as for the first.
const Inherited = function Inherited() {} as unknown as new () => typeof adapter
Inherited.prototype = adapter

/**
 * parse5's own adapter for these nodes, with a limit, because unclosed formatting elements can multiply a page's nodes. Unlike parse5's, it
 * doesn't create two unused objects for each element: the attributes' namespaces and prefixes.
 */
export class BoundedAdapter extends Inherited {
  /** True if the page has a `base` element. */
  hasBase = false
  frames: Element[] = []
  /** In order of creation, which is document order unless `isInOrder` is false. */
  readonly elements: Element[] = []
  /** False once a node has been inserted anywhere other than after all nodes created before it. */
  isInOrder = true
  /** Like `Document.hasMuchText`, for the part parsed so far. */
  hasMuchText = false
  /** Called once, when `hasMuchText` becomes true. */
  onMuchText: (() => void) | null = null
  /** Number of visible characters, with white space collapsed. Never exceeds the amount of text in the finished tree. */
  #textLength = 0
  readonly #maxNodes: number
  #nodes = 0

  /** `sourceLength`: the page's length in characters. `maxNodes`: a limit lower than the default. */
  constructor(sourceLength: number, maxNodes: number = maxNodeLimit) {
    super()
    this.#maxNodes = Math.min(maxNodes, maxNodeLimit, Math.max(minNodeLimit, sourceLength))
  }

  override createElement(name: string, namespace: html.NS, attrs: Token.Attribute[]): Element {
    const attribs = attrs.length > 0 ? createAttributes() : noAttributes
    for (const attr of attrs) attribs[attr.name] = attr.value
    return this.createElementWith(name, namespace, attribs)
  }

  /** Creates an element that keeps the given attributes object. */
  createElementWith(name: string, namespace: html.NS, attribs: Attributes): Element {
    this.#count()
    if (name === 'base') this.hasBase = true
    const element = createElement(name, attribs, namespace)
    if (name === 'iframe' || name === 'frame' || name === ampFrame) this.frames.push(element)
    this.elements.push(element)
    return element
  }

  override createCommentNode(data: string): Comment {
    this.#count()
    return createComment(data)
  }

  override createTextNode(data: string): Text {
    return createText(data)
  }

  override appendChild(parent: ParentNode, child: ChildNode): void {
    const { children } = parent
    const { length } = children
    child.parent = parent
    if (length === 0) {
      // Most elements have one child, so the array has room for only one.
      parent.children = [child]
      return
    }
    const prev = children[length - 1] as ChildNode
    prev.next = child
    child.prev = prev
    // Most of the others have two or three, and `push` would reserve room for seventeen.
    if (length === 1) parent.children = [prev, child]
    else if (length === 2) parent.children = [children[0] as ChildNode, prev, child]
    else children.push(child)
  }

  // parse5's adapter would call its own `appendChild`.
  override setTemplateContent(template: Element, content: Tree): void {
    this.appendChild(template, content)
  }

  override insertText(parent: ParentNode, text: string): void {
    const last = parent.children[parent.children.length - 1]
    if (last !== undefined && isText(last)) last.data += text
    else this.appendChild(parent, this.createTextNode(text))
    if (!this.hasMuchText) this.#measure(parent, text)
  }

  /** Measures the visible text during parsing, so that a lot of text is detected without a separate pass. */
  #measure(parent: ParentNode, text: string): void {
    if (!/\S/.test(text) || !isSeen(parent)) return
    this.#textLength += collapseAndTrim(text).length
    this.hasMuchText = this.#textLength > muchText
    if (this.hasMuchText) this.onMuchText?.()
  }

  // parse5's adapter searches from the first child. A moved node is usually near the last one.
  override insertBefore(parent: ParentNode, child: ChildNode, reference: ChildNode): void {
    const { prev } = reference
    parent.children.splice(parent.children.lastIndexOf(reference), 0, child)
    child.parent = parent
    child.prev = prev
    child.next = reference
    reference.prev = child
    if (prev) prev.next = child
  }

  override insertTextBefore(parent: ParentNode, text: string, reference: ChildNode): void {
    const { prev } = reference
    if (prev && isText(prev)) prev.data += text
    else this.insertBefore(parent, this.createTextNode(text), reference)
  }

  override detachNode(node: ChildNode): void {
    const { parent, prev, next } = node
    if (!parent) return
    this.isInOrder = false
    if (next) parent.children.splice(parent.children.lastIndexOf(node), 1)
    else parent.children.pop()
    if (prev) prev.next = next
    if (next) next.prev = prev
    node.parent = null
    node.prev = null
    node.next = null
  }

  override adoptAttributes(element: Element, attrs: Token.Attribute[]): void {
    const attribs = Object.assign(createAttributes(), element.attribs)
    for (const { name, value } of attrs) attribs[name] ??= value
    element.attribs = attribs
  }

  /**
   * Turns AMP's frames into `iframe` elements, except those in which AMP's script has put an `iframe`, and those that hold the rest of the
   * page because they aren't closed. For when the tree is complete.
   */
  nameFrames(): void {
    const isFrame = (element: Element) => element.name === 'iframe'
    this.frames = this.frames.filter(
      (frame) => frame.name !== ampFrame || (!hasElement(frame, isFrame) && textOf(frame).length < minTextOfPage),
    )
    for (const frame of this.frames) if (frame.name === ampFrame) frame.name = 'iframe'
  }

  #count(): void {
    if (++this.#nodes <= this.#maxNodes) return
    throw new ServiceError('invalid_response', `The page is too complex to read: more than ${this.#maxNodes} nodes`)
  }
}

/** Text in the surroundings isn't counted, because a shell may have long menus. */
function isSeen(parent: ParentNode): boolean {
  return !closest(
    parent as AnyNode,
    (up) => surroundings.has(up.name) || skippedElements.recognition.has(up.name) || isInertTemplate(up),
  )
}
