/** In which block of the page does an ad stand: above the results, below, beside or between them? */

import type { AnyNode, Element } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import type { Ad } from '../../ad.ts'
import type { Survey } from '../survey/survey.ts'

type Block = Ad['block']

const blockOfId: Record<string, Block> = {
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

// data-ta-slot counts the groups of text ads from the top of the page (seen 2024–2026).
const blockOfSlot: Record<string, Block> = { '0': 'top', '3': 'bottom' }

/** The block by what Google calls the places, else by where the ad stands among the results that nobody paid for. */
export function blockOf(element: Element, order: number, survey: Survey): Block {
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (!isElement(above)) continue
    const named = blockOfSlot[above.attribs['data-ta-slot'] ?? ''] ?? blockOfId[above.attribs.id ?? '']
    if (named) return named
    if (above.attribs.role === 'complementary' || above.name === 'aside') return 'right'
  }
  const results = survey.organic.filter((one) => one.hasHeading && !isAside(one.element))
  const first = results[0]
  const last = results.at(-1)
  if (!first || !last || order < first.order) return 'top'
  if (order < last.order) return 'middle'
  return isBesideColumn(element, last.element) ? 'right' : 'bottom'
}

function isAside(element: Element): boolean {
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (isElement(above) && (above.attribs.role === 'complementary' || above.name === 'aside')) return true
  }
  return false
}

// Ads below the results share the column with them; a right-hand rail is a column of its own beside role=main's.
function isBesideColumn(ad: Element, result: Element): boolean {
  const above = new Set<AnyNode>()
  for (let node: AnyNode | null = ad; node; node = node.parent) above.add(node)
  for (let node: AnyNode | null = result; node; node = node.parent) {
    if (!isElement(node) || node.attribs.role !== 'main') continue
    return node.parent !== null && !above.has(node.parent) && !above.has(node)
  }
  return false
}
