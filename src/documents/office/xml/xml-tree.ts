/** XML as a tree, for parts of documents that can't be read as a stream. */

import { tooComplexToRead } from '../../converted/document-meter.ts'
import { readXml, type XmlAttributes } from './read-xml.ts'

export interface XmlElement {
  /** With the usual prefix of its namespace: `w:p`. */
  readonly name: string
  readonly attributes: XmlAttributes
  readonly children: readonly XmlNode[]
}

export type XmlNode = XmlElement | string

type OpenElement = XmlElement & { readonly children: XmlNode[] }

/** An element takes about 300 bytes, so the tree fits in the heap of the reader thread. */
const maxElements = 1_500_000

/**
 * Returns a nameless element around the document. Alternatives (`mc:AlternateContent`) are replaced by their first choice. Throws
 * invalid_response if elements are nested too deeply or there are too many.
 * @example
 * childOf(parseXml('<a><b c="1"/></a>'), 'a', 'b')?.attributes.c // '1'
 */
export function parseXml(text: string): XmlElement {
  const tree = new TreeBuilder()
  readXml(text, tree)
  return tree.root
}

/**
 * Passes each child of the named elements to `onChild` as a tree, and then drops the tree. The tree of a whole document might not fit in
 * memory. Throws invalid_response if elements are nested too deeply or a child contains too many.
 */
export function eachChildOf(text: string, name: string, onChild: (child: XmlElement) => void): void {
  let isInside = false
  readTrees(text, {
    open(opened) {
      if (isInside) return true
      isInside = opened === name
      return false
    },
    close() {
      isInside = false
    },
    tree: onChild,
  })
}

interface TreeEvents {
  /** Returns true to read the element as a tree. */
  open(name: string, attributes: XmlAttributes): boolean
  /** Called for elements that aren't read as trees. */
  close(name: string): void
  tree(element: XmlElement): void
}

/** Reads a stream of events and small trees. Throws the same errors as `eachChildOf`. */
export function readTrees(text: string, events: TreeEvents): void {
  let tree: TreeBuilder | null = null
  let depth = 0
  readXml(text, {
    open(name, attributes) {
      if (depth === 0 && !events.open(name, attributes)) return
      if (depth++ === 0) tree = new TreeBuilder()
      tree?.open(name, attributes)
    },
    close(name) {
      if (depth === 0) {
        events.close(name)
        return
      }
      tree?.close()
      if (--depth > 0 || !tree) return
      for (const element of childrenOf(tree.root)) events.tree(element)
      tree = null
    },
    text: (data) => tree?.text(data),
  })
}

class TreeBuilder {
  readonly root: OpenElement = { name: '', attributes: {}, children: [] }
  readonly #open: OpenElement[] = [this.root]
  #elements = 0

  open(name: string, attributes: XmlAttributes): void {
    if (++this.#elements > maxElements) throw tooComplexToRead(`it has more than ${maxElements} elements`)
    const element: OpenElement = { name, attributes, children: [] }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed?.name !== 'mc:AlternateContent') return
    const chosen = childOf(closed, 'mc:Choice') ?? childOf(closed, 'mc:Fallback')
    this.#open.at(-1)?.children.splice(-1, 1, ...(chosen?.children ?? []))
  }

  text(data: string): void {
    const siblings = this.#open.at(-1)?.children
    if (!siblings) return
    const last = siblings.at(-1)
    if (typeof last === 'string') siblings[siblings.length - 1] = last + data
    else siblings.push(data)
  }
}

export function isXmlElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

type MaybeElement = XmlElement | null | undefined

/** Returns the child elements; if a name is given, only those with that name. */
export function childrenOf(element: MaybeElement, name?: string): XmlElement[] {
  const children = element?.children.filter(isXmlElement) ?? []
  return name === undefined ? children : children.filter((child) => child.name === name)
}

/** Returns the first child with the name. Several names form a path. */
export function childOf(element: MaybeElement, ...names: string[]): XmlElement | undefined {
  let found = element ?? undefined
  for (const name of names)
    found = found?.children.find((child) => isXmlElement(child) && child.name === name) as XmlElement
  return found
}

export function* elementsIn(element: MaybeElement, name: string): Generator<XmlElement> {
  for (const child of element?.children ?? []) {
    if (!isXmlElement(child)) continue
    if (child.name === name) yield child
    yield* elementsIn(child, name)
  }
}

/** Returns all text below the element. */
export function xmlText(node: XmlNode | null | undefined): string {
  return typeof node === 'string' ? node : (node?.children.map(xmlText).join('') ?? '')
}
