/** What does a label of ads stand at the head of? */

import type { AnyNode, Element } from 'domhandler'
import { isElement, walk } from '../../../document/traverse.ts'
import { isAdLabel } from '../../shapes.ts'
import { isLarge } from '../dom/size-limits.ts'
import { linesOf } from '../dom/text-lines.ts'

const maxLabels = 50
const maxLevels = 12

/** For each label the least piece of the page around it with a link in it, where the label is its first line. */
export function labelledGroups(labels: Element[]): Element[] {
  return labels.slice(0, maxLabels).flatMap((label) => labelledBy(label) ?? [])
}

function labelledBy(label: Element): Element | null {
  let above: AnyNode | null = label
  for (let level = 0; level < maxLevels && above && isElement(above); level++, above = above.parent) {
    if (isLarge(above)) return null
    if (!holdsLink(above)) continue
    const first = linesOf(above)[0]
    return first && first.link === null && isAdLabel(first.text) ? above : null
  }
  return null
}

function holdsLink(root: Element): boolean {
  let found = false
  walk(root, (node) => {
    if (isElement(node) && node.name === 'a' && /^(?!#|javascript:)/.test(node.attribs.href ?? '#')) found = true
    return !found
  })
  return found
}
