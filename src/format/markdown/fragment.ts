/** Finds where the element named by a URL's fragment begins in the page's markdown. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { skippedElements } from '../../html/elements.ts'
import { hasElement, isElement, isText, textOf, walk } from '../../html/traverse.ts'

/** The nodes before which a conversion writes `fragmentMark`. */
export interface MarkedNodes {
  /** The element's own nodes and the elements around it, because some are converted as a whole. */
  nodes: Set<AnyNode>
  /** The number of marks that may still be written. One mark isn't enough, because it may be in a title that a rule replaces. */
  left: number
}

/** A second conversion writes this before the element. The first difference between the conversions shows where the element is. */
export const fragmentMark = 'gleanerfragmentbeginshere'

const media = new Set(['img', 'svg', 'picture', 'iframe', 'video', 'audio', 'object', 'embed', 'hr'])
const sign = /[\p{L}\p{N}]/u
/** Opening delimiters of emphasis and links, directly before text. */
const openers = /(?:^|[\s(|])([*_~[!]+)$/
/** Block markers that precede the first text on a line. */
const blockMarks =
  /^(?:[ \t|>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|#{1,6}(?=[ \t])|\[[ xX]\](?=[ \t])|\[\^[^\]\s]+\]:)*$/
const maxMarks = 10
const maxOpenerChars = 20

/** Returns the first element with this `id`, or else the first `a` with this `name`; null for an unknown name. */
export function namedElement({ elements }: Document, name: string): Element | null {
  const withId = elements.having('id').find(({ attribs }) => attribs.id === name)
  return withId ?? elements.named('a').find(({ attribs }) => attribs.name === name) ?? null
}

/** Returns the nodes of an element. If it only marks a place and has no text, returns the nodes of the content after it. */
export function nodesToMark(element: Element): MarkedNodes {
  const marked = holdsContent(element) ? element : contentAfter(element)
  const nodes = new Set<AnyNode>()
  if (isElement(marked)) walk(marked, (node) => nodes.add(node))
  for (let up: AnyNode | null = marked; up; up = up.parent) nodes.add(up)
  return { nodes, left: maxMarks }
}

/** True for text or media. A link to itself, such as `¶` next to a heading, doesn't count. */
function holdsContent(node: AnyNode): boolean {
  if (isText(node)) return node.data.trim() !== ''
  if (!isElement(node) || skippedElements.text.has(node.name)) return false
  const text = textOf(node)
  if (node.name === 'a' ? sign.test(text) : text !== '') return true
  return media.has(node.name) || hasElement(node, ({ name }) => media.has(name))
}

function contentAfter(element: Element): AnyNode {
  for (let up: AnyNode | null = element; up; up = up.parent)
    for (let { next } = up; next; next = next.next) if (holdsContent(next)) return next
  return element
}

/** Returns the position of the mark as an offset in the markdown without marks; null if `marked` has no mark. */
export function placeOfMark(markdown: string, marked: string): number | null {
  const end = marked.indexOf(fragmentMark)
  if (end < 0) return null
  let at = 0
  while (at < end && markdown[at] === marked[at]) at++
  while (/\s/.test(markdown.charAt(at))) at++
  at -= openers.exec(markdown.slice(Math.max(0, at - maxOpenerChars), at))?.[1]?.length ?? 0
  const lineStart = markdown.lastIndexOf('\n', at - 1) + 1
  return blockMarks.test(markdown.slice(lineStart, at)) ? lineStart : at
}
