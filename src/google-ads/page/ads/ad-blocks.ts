/** Determines in which block of the page an ad stands: above, below, beside or between the results. */

import type { AnyNode, Element } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import type { AdBlock } from '../../ad.ts'
import type { ResultPageSurvey } from '../survey/result-page-survey.ts'

const blockOfId: Record<string, AdBlock> = {
  tads: 'top',
  tvcap: 'top',
  atvcap: 'top',
  taw: 'top',
  tadsb: 'bottom',
  bottomads: 'bottom',
  botstuff: 'bottom',
  mbEnd: 'right',
  rhs: 'right',
  rhs_block: 'right',
  rhscol: 'right',
}

// data-ta-slot numbers the groups of text ads from the top of the page (seen 2024–2026).
const blockOfSlot: Record<string, AdBlock> = { '0': 'top', '3': 'bottom' }

/** The block that an id or a slot number names, else the one that the order among the organic results gives. */
export function findAdBlock(element: Element, order: number, survey: Pick<ResultPageSurvey, 'organic'>): AdBlock {
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (!isElement(above)) continue
    const named = blockOfSlot[above.attribs['data-ta-slot'] ?? ''] ?? blockOfId[above.attribs.id ?? '']
    if (named) return named
    if (isComplementary(above)) return 'right'
  }
  const results = survey.organic.filter((result) => result.hasHeading && !isInComplementary(result.element))
  const first = results[0]
  const last = results.at(-1)
  if (!first || !last || order < first.order) return 'top'
  if (order < last.order) return 'middle'
  return isOutsideMainColumn(element, last.element) ? 'right' : 'bottom'
}

function isComplementary({ name, attribs }: Element): boolean {
  return attribs.role === 'complementary' || name === 'aside'
}

function isInComplementary(element: Element): boolean {
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (isElement(above) && isComplementary(above)) return true
  }
  return false
}

// Ads below the results are inside their column; a right-hand column is another one, outside the parent of role=main.
function isOutsideMainColumn(ad: Element, result: Element): boolean {
  const ancestorsOfAd = new Set<AnyNode>()
  for (let node: AnyNode | null = ad; node; node = node.parent) ancestorsOfAd.add(node)
  for (let node: AnyNode | null = result; node; node = node.parent) {
    if (!isElement(node) || node.attribs.role !== 'main') continue
    return node.parent !== null && !ancestorsOfAd.has(node.parent) && !ancestorsOfAd.has(node)
  }
  return false
}
