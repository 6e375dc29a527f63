/** Finds the parts of a page that start with an ad label. */

import type { AnyNode, Element } from 'domhandler'
import { hasElement, isElement } from '../../../html/traverse.ts'
import { leadsNowhere } from '../../ad/google-urls.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import { textLines } from '../dom/text-lines.ts'

const maxLabels = 50
const maxLevels = 12

/** For each label, the smallest element around it that contains a link, provided that the label is the element's first line. */
export function findLabelledGroups(labels: Element[]): Element[] {
  return labels.slice(0, maxLabels).flatMap((label) => groupOfLabel(label) ?? [])
}

function groupOfLabel(label: Element): Element | null {
  let above: AnyNode | null = label
  for (let level = 0; level < maxLevels && above && isElement(above); level++, above = above.parent) {
    if (isTooLarge(above)) return null
    if (!containsLink(above)) continue
    const first = textLines(above)[0]
    return first && first.link === null && isAdLabel(first.text) ? above : null
  }
  return null
}

function containsLink(root: Element): boolean {
  return hasElement(root, ({ name, attribs }) => name === 'a' && !leadsNowhere(attribs.href))
}
