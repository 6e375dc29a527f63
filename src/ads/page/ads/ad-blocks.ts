/** Determines an ad's block on the page: above, below, next to or between the results. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { closest, isElement } from '../../../html/traverse.ts'
import type { AdBlock } from '../../ad/ad.ts'
import { ancestorsOf } from '../dom/ancestors.ts'
import { isInside } from '../dom/headings.ts'
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

// A result page has about ten results. A group within a result has at most six (seen 2018–2026).
const minResultsOfPage = 7

/**
 * Finds the block of each ad on a page: from an id or a slot number, otherwise from its position among the organic results. `order` is the
 * position of the ad in document order, on the same scale as those of the results.
 */
export function adBlockFinder({ organic }: Pick<ResultPageSurvey, 'organic'>): (ad: Element, order: number) => AdBlock {
  const results = organic.filter((result) => result.hasHeading && closest(result.element, isComplementary) === null)
  const first = results[0]
  const last = results.at(-1)
  return (ad, order) => {
    const named = namedBlock(ad)
    if (named !== null) return named
    if (!first || !last || order < first.order) return 'top'
    if (order < last.order) return closesResultPage(ad, order, results) ? 'bottom' : 'middle'
    return isOutsideMainColumn(ad, last.element) ? 'right' : 'bottom'
  }
}

function namedBlock(ad: Element): AdBlock | null {
  for (let above: AnyNode | null = ad; above; above = above.parent) {
    if (!isElement(above)) continue
    const named = blockOfSlot[above.attribs['data-ta-slot'] ?? ''] ?? blockOfId[above.attribs.id ?? '']
    if (named) return named
    if (isComplementary(above)) return 'right'
  }
  return null
}

function isComplementary({ name, attribs }: Element): boolean {
  return attribs.role === 'complementary' || name === 'aside'
}

// On phones, the next result page is appended below the last ads of the previous page. Such ads follow an element that contains all the
// results of a page.
function closesResultPage(ad: Element, order: number, results: ResultPageSurvey['organic']): boolean {
  const at = results.findLastIndex((result) => result.order < order)
  const last = results[at]
  const branch = last ? branchBeside(last.element, ad) : null
  // The results are in document order, so those inside one element are consecutive.
  const firstOfPage = results[at - minResultsOfPage + 1]
  return branch !== null && firstOfPage !== undefined && isInside(firstOfPage.element, branch)
}

/** The first element's highest ancestor that doesn't contain the second element. */
function branchBeside(element: Element, other: Element): Element | null {
  const around = ancestorsOf([other])
  let branch: Element | null = null
  for (let node: ParentNode | null = element; node && !around.has(node); node = node.parent) {
    if (isElement(node)) branch = node
  }
  return branch
}

// Ads below the results are in the same column. A right-hand column is separate: it is another cell of the table row (seen in 2015), or
// outside the parent of role=main.
function isOutsideMainColumn(ad: Element, result: Element): boolean {
  if (isCell(branchBeside(result, ad)) && isCell(branchBeside(ad, result))) return true
  const aroundAd = ancestorsOf([ad])
  for (let node: ParentNode | null = result; node; node = node.parent) {
    if (!isElement(node) || node.attribs.role !== 'main') continue
    return node.parent !== null && !aroundAd.has(node.parent) && !aroundAd.has(node)
  }
  return false
}

function isCell(element: Element | null): boolean {
  return element?.name === 'td'
}
