/** The text of a tree, piece by piece, with the places where a block begins or ends: what a visitor would not read as one word. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from './traverse.ts'

/** Elements that flow in a line of text: what stands on both sides of their tags is one word. Links are words of their own: in lists of
 * contacts they stand side by side without a space. */
const inline = new Set(
  (
    'abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr noscript q ruby s samp script small ' +
    'span strike strong style sub sup time tt u var wbr'
  ).split(' '),
)

// Their text is not for reading.
const unread = new Set(['script', 'style', 'iframe', 'noembed', 'noframes'])

interface Reader {
  /** `isNewBlock`: a block began or ended since the piece before. */
  text(data: string, isNewBlock: boolean): void
  /** Called for each element before what is below it; false leaves that out. */
  element?(element: Element): unknown
}

/** Reads the text below `root` in document order; scripts, styles, comments and inert templates are left out. */
export function readText(root: ParentNode, reader: Reader): void {
  const blocks = new Map<unknown, unknown>([[root, root]])
  let block: unknown = null
  walk(root, (node) => {
    if (isText(node)) {
      const around = blocks.get(node.parent) ?? node.parent
      reader.text(node.data, around !== block)
      block = around
      return true
    }
    if (!isElement(node)) return true
    const goesDown = reader.element?.(node)
    const isInline = inline.has(node.name)
    if (!isInline) block = null
    if (goesDown === false || unread.has(node.name) || isInert(node)) return false
    blocks.set(node, isInline ? (blocks.get(node.parent) ?? node.parent) : node)
    return true
  })
}

/** Whether an element is a template that shows nothing: all but declarative shadow roots. */
export function isInert(element: Element): boolean {
  return element.name === 'template' && element.attribs.shadowrootmode === undefined
}

/** Text below `root` in one line, words of different blocks kept apart; `noscript` is left out, as it stands beside what it repeats. */
export function lineOf(root: ParentNode): string {
  const parts: string[] = []
  readText(root, {
    element: (element) => element.name !== 'noscript',
    text: (data, isNewBlock) => parts.push(isNewBlock ? ` ${data}` : data),
  })
  return foldSpace(parts.join(''))
}

export function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
