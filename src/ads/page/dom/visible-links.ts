/** Finds an ad's visible links, and checks whether an icon precedes their text. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, isText, walk } from '../../../html/traverse.ts'
import { isHiddenInMarkup, isNonContent } from './text-lines.ts'

/** The visible links below `root`, in document order. */
export function visibleLinks(root: ParentNode): Element[] {
  const links: Element[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    if (node.name === 'a') links.push(node)
  })
  return links
}

/** True if an empty element precedes the link's text, such as an icon drawn by a style sheet. */
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
