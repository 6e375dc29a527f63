/** What on the page is an ad by all evidence, though nobody could read it? */

import type { Element, ParentNode } from 'domhandler'
import { isBelow } from './dom/headings.ts'
import { linesOf } from './dom/text-lines.ts'
import { type AdLink, isCertain } from './survey/ad-links.ts'
import { labelledGroups } from './survey/labelled-groups.ts'
import type { Survey } from './survey/survey.ts'

/**
 * How many ads nobody read: links beyond doubt that stand among other things than the ads that were read, and labels of
 * ads at the head of something that leads to somebody's page. `read` are the pieces of the page that ads were read from.
 */
export function unreadEvidence(survey: Survey, links: AdLink[], read: Element[]): number {
  if (read.length === 0 && survey.links.some(isCertain)) return 1
  const around = ancestorsOf(read)
  const results = ancestorsOf(survey.organic.filter((one) => one.hasHeading).map(({ element }) => element))
  // "View all" and "Shop for running shoes" share their carousel with offers that were read, and with no result.
  const stray = links.filter((link) => {
    const common = firstAbove(link.element, around)
    return common !== null && results.has(common) && !read.includes(common as Element) && isStray(link)
  })
  const leading = ancestorsOf([...survey.organic, ...survey.links].map(({ element }) => element))
  const labelled = labelledGroups(survey.labels).filter(
    (group) => leading.has(group) && !around.has(group) && !read.some((one) => isBelow(group, one)),
  )
  return stray.length + labelled.length
}

function isStray(link: AdLink): boolean {
  return isCertain(link) && linesOf(link.element).length > 0
}

function ancestorsOf(elements: Element[]): Set<ParentNode> {
  const above = new Set<ParentNode>()
  for (const element of elements) {
    for (let node: ParentNode | null = element; node && !above.has(node); node = node.parent) above.add(node)
  }
  return above
}

function firstAbove(element: Element, among: Set<ParentNode>): ParentNode | null {
  for (let node: ParentNode | null = element; node; node = node.parent) if (among.has(node)) return node
  return null
}
