/** Counts ads that a page has by all evidence although none was read there: a sign that Google changed its layout. */

import type { Element, ParentNode } from 'domhandler'
import { isInside } from './dom/headings.ts'
import { textLines } from './dom/text-lines.ts'
import { type AdLink, isCertainAd } from './survey/ad-links.ts'
import { findLabelledGroups } from './survey/labelled-groups.ts'
import type { ResultPageSurvey } from './survey/result-page-survey.ts'

/**
 * Certain ad links among the results and outside of the ads that were read, and ad labels above links to other sites. When no
 * ad was read, one certain ad link is enough. `readElements` are the elements that ads were read from.
 */
export function countUnreadAds(survey: ResultPageSurvey, links: AdLink[], readElements: Element[]): number {
  if (readElements.length === 0 && survey.links.some(isCertainAd)) return 1
  const aroundRead = ancestorsOf(readElements)
  const aroundResults = ancestorsOf(survey.organic.filter((link) => link.hasHeading).map(({ element }) => element))
  // "View all" is in a carousel with offers that were read, and shares it with no result.
  const unreadLinks = links.filter((link) => {
    const common = nearestAmong(link.element, aroundRead)
    if (common === null || !aroundResults.has(common) || readElements.includes(common as Element)) return false
    return isCertainAd(link) && textLines(link.element).length > 0
  })
  const aroundLinks = ancestorsOf([...survey.organic, ...survey.links].map(({ element }) => element))
  const unreadGroups = findLabelledGroups(survey.labels).filter(
    (group) =>
      aroundLinks.has(group) && !aroundRead.has(group) && !readElements.some((element) => isInside(group, element)),
  )
  return unreadLinks.length + unreadGroups.length
}

/** The elements and all their ancestors. */
function ancestorsOf(elements: Element[]): Set<ParentNode> {
  const ancestors = new Set<ParentNode>()
  for (const element of elements) {
    for (let node: ParentNode | null = element; node && !ancestors.has(node); node = node.parent) ancestors.add(node)
  }
  return ancestors
}

function nearestAmong(element: Element, among: Set<ParentNode>): ParentNode | null {
  for (let node: ParentNode | null = element; node; node = node.parent) if (among.has(node)) return node
  return null
}
