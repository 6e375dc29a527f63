/** Writes a tree as HTML, at any depth. @see HTML standard, serialising HTML fragments */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../../document/traverse.ts'
import type { PageView } from '../../visibility/page-view.ts'

export interface SerialisingRules {
  /** Whether a node is written, with all that is below it. */
  keeps(node: AnyNode): boolean
  attributes(element: Element): [string, string][]
  /** The element's name in the HTML. */
  tagName(element: Element): string
}

/** HTML of an element or a whole document: as it was parsed, or without what a view leaves out. The root itself is always written. */
export function outerHtml(root: ParentNode, view?: PageView): string {
  return serialise(root, {
    keeps: (node) => node === root || !view?.leavesOut(node),
    attributes: (element) => view?.attributes(element) ?? Object.entries(element.attribs),
    tagName: ({ name }) => name,
  })
}

const voidElements = new Set([
  ...['area', 'base', 'basefont', 'bgsound', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'keygen', 'link'],
  ...['meta', 'param', 'source', 'track', 'wbr'],
])
const rawTextElements = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

/** HTML of `root` and of what is below it. */
export function serialise(root: ParentNode, { keeps, attributes, tagName }: SerialisingRules): string {
  const parts: string[] = []
  const enter = (node: AnyNode): boolean => {
    if (!keeps(node)) return false
    if (isText(node)) parts.push(isRawText(node.parent) ? node.data : escapeText(node.data))
    else if (isElement(node)) {
      const written = attributes(node).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
      parts.push(`<${tagName(node)}${written.join('')}>`)
    } else if (node.type === 'comment') parts.push(`<!--${node.data}-->`)
    else if (node.type === 'directive') parts.push(`<${node.data}>`)
    return !isElement(node) || !voidElements.has(node.name)
  }
  const leave = (node: AnyNode) => {
    if (isElement(node)) parts.push(`</${tagName(node)}>`)
  }
  const top = root as AnyNode
  if (enter(top)) {
    walk(root, enter, leave)
    leave(top)
  }
  return parts.join('')
}

function isRawText(parent: ParentNode | null): boolean {
  return parent !== null && isElement(parent) && rawTextElements.has(parent.name)
}

function escapeText(text: string): string {
  return /[&<>\u00a0]/.test(text) ? text.replace(/[&<>\u00a0]/g, (char) => entities[char] ?? char) : text
}

function escapeAttribute(text: string): string {
  return /[&"<>\u00a0]/.test(text) ? text.replace(/[&"<>\u00a0]/g, (char) => entities[char] ?? char) : text
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
