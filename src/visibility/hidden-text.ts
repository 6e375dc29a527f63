/** Measures the text that a page hides. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../document/document.ts'
import { isElement, isText, walk } from '../document/traverse.ts'

/** How the elements of one document are judged. */
export interface HiddenText {
  isHidden(element: Element): boolean
  /** Elements whose text is no text of the page, whatever their style: scripts, templates and the like. */
  isSkipped(element: Element): boolean
}

const fewestChars = 100
const leastVisible = 0.1

/** True when visible text is less than a tenth of the hidden: some sites hide their pages until a script has run. */
export function hidesNearlyAll({ root }: Document, { isHidden, isSkipped }: HiddenText): boolean {
  let hidden = 0
  walk(root, (node) => {
    if (!isElement(node)) return true
    if (isSkipped(node)) return false
    if (!isHidden(node)) return true
    hidden += textLength(node, isSkipped)
    return false
  })
  if (hidden <= fewestChars) return false
  const enough = leastVisible * hidden
  return textLength(root, (element) => isSkipped(element) || isHidden(element), enough) < enough
}

/** Length of the text below, without what is skipped; counted until it reaches `limit`. */
function textLength(
  root: ParentNode,
  isSkipped: (element: Element) => boolean,
  limit = Number.POSITIVE_INFINITY,
): number {
  let length = 0
  walk(root, (node) => {
    if (length >= limit) return false
    if (isText(node)) length += node.data.trim().length
    return !isElement(node) || !isSkipped(node)
  })
  return length
}
