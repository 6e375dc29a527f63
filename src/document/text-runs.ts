/** The text of a tree as its runs, with the boundaries of blocks: words of different blocks are different words. */

import type { Element, ParentNode } from 'domhandler'
import { skippedElements } from './elements.ts'
import { isElement, isText, walk } from './traverse.ts'
import { collapseAndTrim } from './white-space.ts'

/** Elements inside a line of text: the characters on both sides of their tags are of one word. A link is a block of its own: in lists
 * of contacts links follow each other without a space. */
const inline = new Set(
  (
    'abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr noscript q ruby s samp script small ' +
    'span strike strong style sub sup time tt u var wbr'
  ).split(' '),
)

interface TextRunReader {
  /** `isNewBlock`: a block has begun or ended since the run before. */
  text(data: string, isNewBlock: boolean): void
  /** Called for each element before the nodes below it, which are skipped when it returns false. */
  element?(element: Element): unknown
}

/** Reads the text below `root` in document order, without scripts, styles, comments and inert templates. */
export function readTextRuns(root: ParentNode, reader: TextRunReader): void {
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
    const isEntered = reader.element?.(node)
    const isInline = inline.has(node.name)
    if (!isInline) block = null
    if (isEntered === false || skippedElements.textRuns.has(node.name) || isInertTemplate(node)) return false
    blocks.set(node, isInline ? (blocks.get(node.parent) ?? node.parent) : node)
    return true
  })
}

/** Whether an element is a template that is not rendered. A declarative shadow root is. */
export function isInertTemplate(element: Element): boolean {
  return element.name === 'template' && element.attribs.shadowrootmode === undefined
}

/** Text below `root` on one line, a space between blocks. Without `noscript`, which repeats what it accompanies. */
export function textOnOneLine(root: ParentNode): string {
  const parts: string[] = []
  readTextRuns(root, {
    element: (element) => element.name !== 'noscript',
    text: (data, isNewBlock) => parts.push(isNewBlock ? ` ${data}` : data),
  })
  return collapseAndTrim(parts.join(''))
}
