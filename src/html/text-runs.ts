/** Reads the text of a tree in runs, with block boundaries, because a word never spans two blocks. */

import type { Element, ParentNode } from 'domhandler'
import { skippedElements } from './elements.ts'
import { isElement, isText, walk } from './traverse.ts'
import { collapseAndTrim } from './white-space.ts'

/**
 * Elements inside a line of text. The characters on both sides of their tags belong to one word. A link is a separate block, because
 * contact lists often have links without a space between them.
 */
const inline = new Set(
  (
    'abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr noscript q ruby s samp script small ' +
    'span strike strong style sub sup time tt u var wbr'
  ).split(' '),
)

interface TextRunReader {
  /** `isNewBlock` is true if a block has started or ended since the previous run. */
  text(data: string, isNewBlock: boolean): void
  /** Called for each element before the nodes below it. */
  element?(element: Element): void
  /** Elements that are skipped, along with everything below them. By default, inert templates. */
  leavesOut?(element: Element): boolean
}

/**
 * Reads the text below `root` in document order, without scripts, styles or comments. `isNewBlock` separates the words of two blocks.
 * @example
 * const { root } = parseDocument('<p>B<b>old</b></p><p>Next', 'https://example.com/')
 * readTextRuns(root, { text: (data, isNewBlock) => parts.push(isNewBlock ? `|${data}` : data) })
 * parts.join('') // '|Bold|Next'
 */
export function readTextRuns(root: ParentNode, { text, element, leavesOut = isInertTemplate }: TextRunReader): void {
  let block: unknown = null
  walk(root, (node) => {
    if (isText(node)) {
      let around = node.parent
      while (around !== null && around !== root && isElement(around) && inline.has(around.name)) around = around.parent
      text(node.data, around !== block)
      block = around
      return true
    }
    if (!isElement(node)) return true
    if (!inline.has(node.name)) block = null
    if (leavesOut(node)) return false
    element?.(node)
    return !skippedElements.textRuns.has(node.name)
  })
}

/** True if an element is a template that isn't rendered. Declarative shadow roots are rendered. */
export function isInertTemplate(element: Element): boolean {
  return element.name === 'template' && element.attribs.shadowrootmode === undefined
}

/** Text below `root` on one line, with a space between blocks. Skips `noscript`, which repeats other content. */
export function textOnOneLine(root: ParentNode, leavesOut: (element: Element) => boolean = isInertTemplate): string {
  const parts: string[] = []
  readTextRuns(root, {
    leavesOut: (element) => element.name === 'noscript' || leavesOut(element),
    text: (data, isNewBlock) => parts.push(isNewBlock ? ` ${data}` : data),
  })
  return collapseAndTrim(parts.join(''))
}
