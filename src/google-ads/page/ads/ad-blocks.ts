/** Determines in which block of the page an ad stands: above, below, beside or between the results. */

import type { AnyNode, Element } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import type { AdBlock } from '../../ad.ts'
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

// A result page holds about ten; a group of them inside one has six at most (seen 2018–2026).
const minResultsOfPage = 7

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
  if (order < last.order) return closesResultPage(element, order, results) ? 'bottom' : 'middle'
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

// A phone adds the next result page below the ads that closed the last one: they follow an element with all results of a page.
function closesResultPage(ad: Element, order: number, results: ResultPageSurvey['organic']): boolean {
  const before = results.filter((result) => result.order < order)
  const last = before.at(-1)
  const branch = last ? branchBeside(last.element, ad) : null
  return branch !== null && before.filter(({ element }) => isInside(element, branch)).length >= minResultsOfPage
}

/** The highest element around the first one that is not around the second one too. */
function branchBeside(element: Element, other: Element): Element | null {
  const around = ancestorsOf(other)
  let branch: Element | null = null
  for (let node: AnyNode | null = element; node && !around.has(node); node = node.parent) {
    if (isElement(node)) branch = node
  }
  return branch
}

function ancestorsOf(element: Element): Set<AnyNode> {
  const ancestors = new Set<AnyNode>()
  for (let node: AnyNode | null = element; node; node = node.parent) ancestors.add(node)
  return ancestors
}

// Ads below the results are inside their column; a right-hand column is another one: another cell of the row (seen in 2015), or
// outside the parent of role=main.
function isOutsideMainColumn(ad: Element, result: Element): boolean {
  if (isCell(branchBeside(result, ad)) && isCell(branchBeside(ad, result))) return true
  const ancestorsOfAd = ancestorsOf(ad)
  for (let node: AnyNode | null = result; node; node = node.parent) {
    if (!isElement(node) || node.attribs.role !== 'main') continue
    return node.parent !== null && !ancestorsOfAd.has(node.parent) && !ancestorsOfAd.has(node)
  }
  return false
}

function isCell(element: Element | null): boolean {
  return element?.name === 'td'
}
