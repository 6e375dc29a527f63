/** Serializes the document, with its shadow trees and frames where visitors see them. */

import type { HiddenContent } from './find-hidden-text.ts'
import type { FrameBodyOf } from './frame-body.ts'

interface Marks {
  /** Name of the attribute and text of the comments that mark content. */
  name: string
  frames: Map<Element, string>
}

/**
 * If the document has shadow trees or frames, serializes a copy. In the copy, a shadow host contains its shadow tree with filled slots, and
 * a frame becomes a `div` with the content of its body. Levels below the 512th are not copied. Hidden elements get an attribute with the
 * mark's name, and hidden text nodes are enclosed in comments containing the name. Listed frames get the same attribute, with their number
 * as its value.
 */
export function flattenDocument(
  root: Element,
  frameBodyOf: FrameBodyOf,
  hidden: Pick<HiddenContent, 'elements' | 'texts'>,
  { name: mark, frames }: Marks,
): string {
  const maxDepth = 512
  for (const element of hidden.elements) frames.delete(element)
  if (isPlain()) {
    for (const element of hidden.elements) element.setAttribute(mark, '')
    for (const [element, number] of frames) element.setAttribute(mark, number)
    for (const text of hidden.texts) {
      text.before(document.createComment(mark))
      text.after(document.createComment(`/${mark}`))
    }
    return root.outerHTML
  }
  // A document without a window doesn't run, load or upgrade the copied content.
  const inert = document.implementation.createHTMLDocument('')
  return (copy(root, false, 0) as Element).outerHTML

  function isPlain(): boolean {
    for (const element of root.getElementsByTagName('*')) {
      if (element.shadowRoot || frameBodyOf(element)) return false
    }
    return true
  }

  function copy(node: Node, isInFrame: boolean, depth: number): Node {
    const copied = copyAlone(node)
    if (!isElement(node) || !isElement(copied)) return hidden.texts.has(node as Text) ? marked(copied) : copied
    const number = frames.get(node)
    if (number !== undefined) copied.setAttribute(mark, number)
    if (hidden.elements.has(node)) copied.setAttribute(mark, '')
    const body = frameBodyOf(node)
    if (body) {
      const block = inert.createElement('div')
      if (hidden.elements.has(node) || hidden.elements.has(body)) block.setAttribute(mark, '')
      append(block, body.childNodes, true, depth)
      return block
    }
    if (isInFrame) makeAbsolute(node, copied)
    if (node.localName === 'template') copied.innerHTML = node.innerHTML
    else append(copied, node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes, isInFrame, depth)
    return copied
  }

  /** Copies a node without its children. Replaces a `frameset` and its frames, because a parser would drop their content. */
  function copyAlone(node: Node): Node {
    if (!isElement(node) || !/^frame(?:set)?$/.test(node.localName)) return inert.importNode(node, false)
    const isOuter = node.parentElement?.localName !== 'frameset'
    const copied = inert.createElement(node.localName === 'frame' ? 'iframe' : isOuter ? 'body' : 'div')
    for (const { name, value } of node.attributes) copied.setAttribute(name, value)
    return copied
  }

  function append(parent: Element, nodes: Iterable<Node>, isInFrame: boolean, depth: number): void {
    if (depth >= maxDepth) return
    for (const node of nodes) {
      if (isElement(node) && node.localName === 'slot' && node.getRootNode() instanceof ShadowRoot) {
        const assigned = (node as HTMLSlotElement).assignedNodes({ flatten: true })
        const filled = assigned.length > 0 ? assigned : [...node.childNodes]
        if (hidden.elements.has(node)) hideAll(filled)
        append(parent, filled, isInFrame, depth + 1)
      } else parent.append(copy(node, isInFrame, depth + 1))
    }
  }

  /** The slot itself isn't copied. */
  function hideAll(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (isElement(node)) hidden.elements.add(node)
      else if (node.nodeType === Node.TEXT_NODE) hidden.texts.add(node as Text)
    }
  }

  function marked(text: Node): Node {
    const fragment = inert.createDocumentFragment()
    fragment.append(inert.createComment(mark), text, inert.createComment(`/${mark}`))
    return fragment
  }

  /** URLs in a frame are relative to the frame's own base URL. */
  function makeAbsolute(from: Element, to: Element): void {
    for (const name of ['href', 'src', 'action'] as const) {
      const url = (from as Partial<Record<typeof name, unknown>>)[name]
      if (from.hasAttribute(name) && typeof url === 'string') to.setAttribute(name, url)
    }
  }

  /** `instanceof` doesn't work: a frame has its own Element class. */
  function isElement(node: Node): node is Element {
    return node.nodeType === Node.ELEMENT_NODE
  }
}
