/** Which of the links that nothing marks as paid for lead to an advertiser, and which to a result? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import { landingPage } from '../../google-urls.ts'
import { isBelow, isHeading, linkOfHeading } from '../dom/headings.ts'
import { hasAdMark, hasOffer, isAdGroup, opaqueOf, saysAd } from './ad-links.ts'

export interface Found {
  element: Element
  order: number
}

export interface FoundLink extends Found {
  /** It stands inside a group of ads. */
  inAdGroup: boolean
}

export interface Around {
  headings: Found[]
  cites: Element[]
  /** Pieces of the page with a label of ads at their head. */
  labelled: Element[]
  /** Links that are marked as paid for. */
  marked: Element[]
  /** Address of the page. */
  url: string
}

const maxCiteDepth = 8

/**
 * Where results lead out directly, an opaque link is an ad unless its address is cited as a result's is; where most links
 * are opaque, only a mark tells. Links further into Google are neither.
 */
export function judgeUnmarked(links: FoundLink[], around: Around): { ads: Found[]; results: Found[] } {
  const { headings, labelled, url } = around
  const isCited = citedIn(around)
  const isGuest = guestIn(around.marked, isCited)
  const opaque = links.filter(({ element }) => opaqueOf(element) !== null)
  const leading = links.filter(({ element }) => {
    // Google's own pages are results as well (Play, help pages): these are cited like all.
    return landingPage(element.attribs.href ?? '', url) !== null || (isGooglesPage(element, url) && isCited(element))
  })
  const direct = leading.filter(({ element, inAdGroup }) => !inAdGroup || isGuest(element))
  const isMarked = ({ element, inAdGroup }: FoundLink) => inAdGroup || hasAdMark(element)
  const headed = (some: Found[]) => {
    const among = new Map(some.map(({ element }) => [element, element]))
    return headings.filter(({ element }) => linkOfHeading(element, among) !== null).length
  }
  const lite = direct.filter(({ element }) => element.attribs.href?.startsWith('/url?')).length
  const results = headed(direct.filter(({ element }) => !isGooglesPage(element, url)))
  const unmarked = headed(opaque.filter((one) => !isMarked(one)))
  const hasDirectResults = lite > 2 || (results > 0 && results >= unmarked)
  const isOpaqueAd = (one: FoundLink) =>
    hasOffer(one.element)
      ? hasDirectResults || labelled.some((group) => isBelow(one.element, group))
      : isMarked(one) || (hasDirectResults && !isCited(one.element))
  const among = new Set(direct)
  return {
    ads: [...leading.filter((one) => !among.has(one)), ...opaque.filter(isOpaqueAd)],
    results: [...direct, ...opaque.filter((one) => !isOpaqueAd(one))],
  }
}

// Not a further search, nor a redirect but that of lite results.
function isGooglesPage({ attribs: { href = '' } }: Element, url: string): boolean {
  const named =
    /^\/url\?(?:.*&)?(?:q|url)=https?:/.test(href) ||
    /^https?:\/\/[^/]+\/(?!(?:search|images?|imgres|maps|url|goto|aclk|advanced_search|preferences)\b)/.test(href)
  return named && landingPage(href, url) === null
}

// A result between marked ads: nothing marks it, and its address is cited.
function guestIn(marked: Element[], isCited: (link: Element) => boolean): (link: Element) => boolean {
  const paid = new Set(marked.flatMap(adGroupsOf))
  return (link) => {
    const [group] = adGroupsOf(link)
    return group !== undefined && paid.has(group) && !saysAd(group) && isCited(link) && !hasAdMark(link)
  }
}

function adGroupsOf(element: Element): Element[] {
  const groups: Element[] = []
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (isElement(above) && isAdGroup(above)) groups.push(above)
  }
  return groups
}

// Results cite their address in the link itself or right beside it; ads have not done so since 2020.
function citedIn({ headings, cites }: Around): (link: Element) => boolean {
  const titled = closeAbove(headings.map(({ element }) => element))
  const citing = closeAbove(cites)
  return (link) => {
    const inHeading = link.parent !== null && isElement(link.parent) && isHeading(link.parent)
    const around = inHeading ? link.parent?.parent : link.parent
    return (inHeading || titled.has(link)) && around != null && citing.has(around)
  }
}

function closeAbove(elements: Element[]): Set<ParentNode> {
  const above = new Set<ParentNode>()
  for (const element of elements) {
    let node: ParentNode | null = element
    for (let level = 0; level < maxCiteDepth && node; level++, node = node.parent) above.add(node)
  }
  return above
}
