/** XML as a tree, for parts of documents that are not read as they come. */

import { readXml, type XmlAttributes } from './read-xml.ts'

export interface XmlElement {
  /** With the usual prefix of its namespace: `w:p`. */
  readonly name: string
  readonly attributes: XmlAttributes
  readonly children: readonly XmlNode[]
}

export type XmlNode = XmlElement | string

interface OpenElement extends XmlElement {
  readonly children: XmlNode[]
}

/** Some 300 bytes each: a tree is within the heap of a reader. */
const maxElements = 1_500_000

/**
 * An element without a name around the document. Of alternatives (`mc:AlternateContent`) the first choice stands in their place.
 * Throws invalid_response for a document that is too deep or too long.
 */
export function parseXml(text: string, depth = 400): XmlElement {
  const root: OpenElement = { name: '', attributes: {}, children: [] }
  const open: OpenElement[] = [root]
  readXml(
    text,
    {
      open(name, attributes) {
        const element: OpenElement = { name, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      close() {
        const closed = open.pop()
        if (closed?.name !== 'mc:AlternateContent') return
        const chosen = childOf(closed, 'mc:Choice') ?? childOf(closed, 'mc:Fallback')
        open.at(-1)?.children.splice(-1, 1, ...(chosen?.children ?? []))
      },
      text(data) {
        const siblings = open.at(-1)?.children
        if (!siblings) return
        const last = siblings.at(-1)
        if (typeof last === 'string') siblings[siblings.length - 1] = last + data
        else siblings.push(data)
      },
    },
    { depth, elements: maxElements },
  )
  return root
}

export function isXmlElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

/** The elements among its children; those of one name where it is given. */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter(isXmlElement).filter((child) => name === undefined || child.name === name)
}

/** The first child of the name; several names lead down from it. */
export function childOf(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element
  for (const name of names)
    found = found?.children.find((child) => isXmlElement(child) && child.name === name) as XmlElement
  return found
}

/** All elements below it of the name, in document order. */
export function* elementsIn(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (!isXmlElement(child)) continue
    if (child.name === name) yield child
    yield* elementsIn(child, name)
  }
}

/** All text below it. */
export function xmlText(node: XmlNode): string {
  return typeof node === 'string' ? node : node.children.map(xmlText).join('')
}
