/** Serializes the document, with its shadow trees and frames where visitors see them. */

import type { ListedFrame } from './page-api.ts'

export interface HiddenContent {
  elements: Set<Element>
  /** Hidden text nodes in elements that are otherwise visible. */
  texts: Set<Text>
  /** Number of characters of hidden text that are kept because nearly the whole page is hidden and its scripts should have shown it. */
  keptChars: number
}

interface Marks {
  /** Name of the attribute and text of the comments that mark content. */
  name: string
  frames: Map<Element | null, string>
}

/**
 * If the document has shadow trees or frames, serializes a copy. In the copy, a shadow host contains its shadow tree with filled slots, and
 * a frame becomes a `div` with the content of its body. Levels below the 512th are not copied. Hidden elements get an attribute with the
 * mark's name, and hidden text nodes are enclosed in comments containing the name. Listed frames get the same attribute, with their number
 * as its value.
 */
export function flattenDocument(
  root: Element,
  hidden: Pick<HiddenContent, 'elements' | 'texts'>,
  { name: mark, frames }: Marks,
): string {
  const maxDepth = 512
  for (const element of hidden.elements) frames.delete(element)
  if (isPlain(root)) {
    for (const element of hidden.elements) element.setAttribute(mark, '')
    for (const [element, number] of frames) element?.setAttribute(mark, number)
    for (const text of hidden.texts) {
      text.before(document.createComment(mark))
      text.after(document.createComment(`/${mark}`))
    }
    return root.outerHTML
  }
  // A document without a window doesn't run, load or upgrade the copied content.
  const inert = document.implementation.createHTMLDocument('')
  return (copy(root, false, 0) as Element).outerHTML

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

/** True if the document is serialized unchanged, because it has no shadow trees and no frames. */
export function isPlain(root: Element): boolean {
  for (const element of root.getElementsByTagName('*')) if (element.shadowRoot || frameBodyOf(element)) return false
  return true
}

/** Returns the body of a visible frame. Returns null for other elements, and for cross-origin, empty and tiny frames. */
export function frameBodyOf(element: Element): HTMLElement | null {
  if (!/^(?:iframe|frame|object)$/.test(element.localName)) return null
  let body: HTMLElement | null = null
  try {
    body = (element as HTMLIFrameElement).contentDocument?.body ?? null
  } catch {}
  if (!body?.hasChildNodes()) return null
  const { width, height } = element.getBoundingClientRect()
  return width > 10 && height > 10 ? body : null
}

/** Creates the list of frames whose documents can't be reached from here by scripts. A frame's element keeps its number. */
export function createFrameList() {
  /** Chromium allows a page 1,000 frames at a time. */
  const maxFrames = 2000
  const minPixels = 10
  const elements: Element[] = []
  const numbers = new WeakMap<Element, number>()
  return { list, elementOf: (number: number): Element | null => elements[number] ?? null }

  /** Lists all frames in the document, its shadow trees and its reachable frames, in document order. */
  function list(): ListedFrame[] {
    const listed: ListedFrame[] = []
    visit(document)
    return listed

    function visit(root: Document | ShadowRoot): void {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot)
        if (!/^(?:iframe|frame|object)$/.test(element.localName)) continue
        const { contentDocument, contentWindow } = element as Partial<HTMLIFrameElement>
        const url = urlOf(element)
        const hasArrived = !contentDocument || !isPlaceholder(contentDocument, url)
        if (contentDocument && hasArrived) visit(contentDocument)
        else if (contentWindow && listed.length < maxFrames) {
          listed.push({ number: enter(element), url, hasArrived, isShown: isShown(element) })
        }
      }
    }
  }

  function urlOf(element: Element): string {
    const { src, data } = element as Partial<HTMLIFrameElement & HTMLObjectElement>
    return String(src || data || 'about:blank').slice(0, 4096)
  }

  /** True for the empty document that a frame contains until its own arrives. In a free page, that never happens. */
  function isPlaceholder(shown: Document, url: string): boolean {
    return shown.URL === 'about:blank' && !shown.body?.hasChildNodes() && /^https?:/.test(url)
  }

  function enter(element: Element): number {
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, elements.length)
    return elements.push(element) - 1
  }

  /** True if the frame, and every frame around it, is visible to visitors. */
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (width <= minPixels || height <= minPixels) return false
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    const { frameElement } = element.ownerDocument.defaultView ?? {}
    return element.ownerDocument === document || !frameElement || isShown(frameElement)
  }
}
