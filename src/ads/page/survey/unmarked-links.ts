/** Sorts the links without a paid mark into ads and organic results. */

import type { Element, ParentNode } from 'domhandler'
import { isElement } from '../../../html/traverse.ts'
import { landingPage } from '../../ad/google-urls.ts'
import { isInsideAny } from '../dom/ancestors.ts'
import { isHeading, linkOfHeading } from '../dom/headings.ts'
import { hasAdMark, hasOfferAttributes, opaqueHref } from './ad-links.ts'

export interface OrderedElement {
  element: Element
  /** Position in document order. */
  order: number
}

export interface UnmarkedLink extends OrderedElement {
  /** True if the link is inside a group of ads. */
  inAdGroup: boolean
}

/** The input for classifying unmarked links. */
interface LinkContext {
  headings: OrderedElement[]
  cites: Element[]
  /** Elements that start with an ad label. */
  labelledGroups: Element[]
  /** The result page's URL. */
  url: string
}

interface SeparatedLinks {
  ads: OrderedElement[]
  results: OrderedElement[]
}

/** A result's `cite` is at most this far from its link. */
const maxCiteLevels = 8

/**
 * If results have direct links, an opaque link is an ad unless its URL is cited like a result's. If most links are opaque, a link is an ad
 * only if it is marked. Links to other Google pages are neither.
 */
export function separateUnmarkedLinks(links: UnmarkedLink[], context: LinkContext): SeparatedLinks {
  const { headings, labelledGroups, url } = context
  const groups = new Set(labelledGroups)
  const isCited = findCitedLinks(context)
  const opaque = links.filter(({ element }) => opaqueHref(element) !== null)
  const outgoing = links.filter(({ element }) => landingPage(element.attribs.href ?? '', url) !== null)
  const direct = outgoing.filter(({ inAdGroup }) => !inAdGroup)
  const isMarked = ({ element, inAdGroup }: UnmarkedLink) => inAdGroup || hasAdMark(element)
  const countHeadings = (some: OrderedElement[]) => {
    const among = new Map(some.map(({ element }) => [element, element]))
    return headings.filter(({ element }) => linkOfHeading(element, among) !== null).length
  }
  const liteResults = direct.filter(({ element }) => element.attribs.href?.startsWith('/url?')).length
  const directHeadings = countHeadings(direct)
  const opaqueHeadings = countHeadings(opaque.filter((link) => !isMarked(link)))
  const hasDirectResults = liteResults > 2 || (directHeadings > 0 && directHeadings >= opaqueHeadings)
  const isOpaqueAd = (link: UnmarkedLink) =>
    hasOfferAttributes(link.element)
      ? hasDirectResults || isInsideAny(link.element, groups)
      : isMarked(link) || (hasDirectResults && !isCited(link.element))
  return {
    ads: [...outgoing.filter(({ inAdGroup }) => inAdGroup), ...opaque.filter(isOpaqueAd)],
    results: [...direct, ...opaque.filter((link) => !isOpaqueAd(link))],
  }
}

/** Results cite their URL in the link or next to it. Ads have not used `cite` since 2020. */
function findCitedLinks({ headings, cites }: LinkContext): (link: Element) => boolean {
  const aroundHeadings = nearAncestors(headings.map(({ element }) => element))
  const aroundCites = nearAncestors(cites)
  return (link) => {
    const inHeading = link.parent !== null && isElement(link.parent) && isHeading(link.parent)
    const around = inHeading ? link.parent?.parent : link.parent
    return (inHeading || aroundHeadings.has(link)) && around != null && aroundCites.has(around)
  }
}

function nearAncestors(elements: Element[]): Set<ParentNode> {
  const ancestors = new Set<ParentNode>()
  for (const element of elements) {
    let node: ParentNode | null = element
    for (let level = 0; level < maxCiteLevels && node; level++, node = node.parent) ancestors.add(node)
  }
  return ancestors
}
