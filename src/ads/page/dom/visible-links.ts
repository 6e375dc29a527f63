/** Finds the visible links of an ad, and the signs that they begin with. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../../../html/traverse.ts'
import { isHiddenInMarkup, isNonContent } from './text-lines.ts'

/** The links below `root` that are visible, in document order. */
export function visibleLinks(root: ParentNode): Element[] {
  const links: Element[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    if (node.name === 'a') links.push(node)
  })
  return links
}

/** Whether an empty element stands before the link's text: a sign that style sheets draw. */
export function beginsWithSign(link: Element): boolean {
  let isSign = false
  let isDone = false
  walk(link, (node) => {
    if (isDone) return false
    if (isText(node) && node.data.trim() !== '') isDone = true
    else if (
      isElement(node) &&
      (node.name === 'svg' || node.children.every((child) => isText(child) && child.data.trim() === ''))
    ) {
      isSign = node.name !== 'img' && node.name !== 'br'
      isDone = true
    }
    return !isDone
  })
  return isSign
}
