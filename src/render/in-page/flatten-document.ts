/** Serializes the document, with its shadow trees where visitors see them, and lists its frames. */

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
 * If the document has shadow trees, serializes a copy. In the copy, a shadow host contains its shadow tree with filled slots. Levels below
 * the 512th are not copied. Hidden elements get an attribute with the mark's name, and hidden text nodes are enclosed in comments containing
 * the name. Listed frames get the same attribute, with their number as its value.
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
  return (copy(root, 0) as Element).outerHTML

  function copy(node: Node, depth: number): Node {
    const copied = inert.importNode(node, false)
    if (!isElement(node) || !isElement(copied)) return hidden.texts.has(node as Text) ? marked(copied) : copied
    const number = frames.get(node)
    if (number !== undefined) copied.setAttribute(mark, number)
    if (hidden.elements.has(node)) copied.setAttribute(mark, '')
    if (node.localName === 'template') copied.innerHTML = node.innerHTML
    else append(copied, node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes, depth)
    return copied
  }

  function append(parent: Element, nodes: Iterable<Node>, depth: number): void {
    if (depth >= maxDepth) return
    for (const node of nodes) {
      if (isElement(node) && node.localName === 'slot' && node.getRootNode() instanceof ShadowRoot) {
        const assigned = (node as HTMLSlotElement).assignedNodes({ flatten: true })
        const filled = assigned.length > 0 ? assigned : [...node.childNodes]
        if (hidden.elements.has(node)) hideAll(filled)
        append(parent, filled, depth + 1)
      } else parent.append(copy(node, depth + 1))
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

  function isElement(node: Node): node is Element {
    return node.nodeType === Node.ELEMENT_NODE
  }
}

/** True if the document is serialized unchanged, because it has no shadow trees. */
export function isPlain(root: Element): boolean {
  for (const element of root.getElementsByTagName('*')) if (element.shadowRoot) return false
  return true
}

/** Creates the list of the document's frames. A frame's element keeps its number. */
export function createFrameList() {
  /** Chromium allows a page 1,000 frames at a time. */
  const maxFrames = 2000
  const minPixels = 10
  const elements: Element[] = []
  const numbers = new WeakMap<Element, number>()
  return { list, elementOf: (number: number): Element | null => elements[number] ?? null }

  /** Lists all frames in the document and its shadow trees, in document order, except those that scripts haven't filled. */
  function list(): ListedFrame[] {
    const listed: ListedFrame[] = []
    visit(document)
    return listed

    function visit(root: Document | ShadowRoot): void {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot)
        if (!/^(?:iframe|frame|object)$/.test(element.localName)) continue
        const { contentDocument, contentWindow } = element as Partial<HTMLIFrameElement>
        if (!contentWindow || listed.length === maxFrames) continue
        const url = urlOf(element)
        const isEmpty = contentDocument != null && !contentDocument.body?.hasChildNodes()
        // Until a frame's document arrives, the frame contains another one, which is empty. On a free page, it never arrives.
        const hasArrived = !(isEmpty && contentDocument.URL === 'about:blank' && /^https?:/.test(url))
        if (isEmpty && hasArrived) continue
        const isReachable = contentDocument != null && hasArrived
        listed.push({ number: enter(element), url, hasArrived, isReachable, isShown: isShown(element) })
      }
    }
  }

  function urlOf(element: Element): string {
    const { src, data } = element as Partial<HTMLIFrameElement & HTMLObjectElement>
    return String(src || data || 'about:blank').slice(0, 4096)
  }

  function enter(element: Element): number {
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, elements.length)
    return elements.push(element) - 1
  }

  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (width <= minPixels || height <= minPixels) return false
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
}
