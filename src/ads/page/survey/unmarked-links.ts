/** Sorts links that aren't marked as paid into ads and organic results. */

import type { AnyNode, Element } from 'domhandler'
import { closest, elementsAround, isElement } from '../../../html/traverse.ts'
import { landingPage } from '../../ad/google-urls.ts'
import { ancestorsOf, isHeading, isInsideAny, linkOfHeading } from '../dom/tree.ts'
import { hasAdMark, hasOfferAttributes, isAdGroup, isDeclaredAd, opaqueHref } from './ad-links.ts'

export interface OrderedElement {
  element: Element
  order: number
}

export interface UnmarkedLink extends OrderedElement {
  inAdGroup: boolean
}

interface LinkContext {
  headings: OrderedElement[]
  cites: Element[]
  labelledGroups: Element[]
  paidLinks: Element[]
  url: string
}

/** The maximum distance between a result's `cite` and its link. */
const maxCiteLevels = 8

/**
 * Separates unmarked links into ads and results. If results have direct links, an opaque link is an ad unless a `cite` shows its URL, as
 * for a result. If most links are opaque, a link is an ad only if it is marked. Links to other Google pages, such as searches, are neither
 * ads nor results.
 */
export function separateUnmarkedLinks(links: UnmarkedLink[], context: LinkContext) {
  const { headings, labelledGroups, url } = context
  const groups = new Set(labelledGroups)
  const isCited = findCitedLinks(context)
  const isResultAmongAds = resultsAmongAds(context.paidLinks, isCited)
  const opaque = links.filter(({ element }) => opaqueHref(element) !== null)
  // Google's pages, such as Play or its help pages, are results too if they are cited.
  const outgoing = links.filter(
    ({ element }) =>
      landingPage(element.attribs.href ?? '', url) !== null || (isGooglePage(element, url) && isCited(element)),
  )
  const direct = outgoing.filter(({ element, inAdGroup }) => !inAdGroup || isResultAmongAds(element))
  const isMarked = ({ element, inAdGroup }: UnmarkedLink) => inAdGroup || hasAdMark(element)
  const countHeadings = (some: OrderedElement[]) => {
    const among = new Map(some.map(({ element }) => [element, element]))
    return headings.filter(({ element }) => linkOfHeading(element, among) !== null).length
  }
  const liteResults = direct.filter(({ element }) => element.attribs.href?.startsWith('/url?')).length
  const directHeadings = countHeadings(direct.filter(({ element }) => !isGooglePage(element, url)))
  const opaqueHeadings = countHeadings(opaque.filter((link) => !isMarked(link)))
  const hasDirectResults = liteResults > 2 || (directHeadings > 0 && directHeadings >= opaqueHeadings)
  const isOpaqueAd = (link: UnmarkedLink) =>
    hasOfferAttributes(link.element)
      ? hasDirectResults || isInsideAny(link.element, groups)
      : isMarked(link) || (hasDirectResults && !isCited(link.element))
  const directLinks = new Set(direct)
  return {
    ads: [...outgoing.filter((link) => !directLinks.has(link)), ...opaque.filter(isOpaqueAd)],
    results: [...direct, ...opaque.filter((link) => !isOpaqueAd(link))],
  }
}

// Excludes links to other searches, and all redirects except the redirects of lite result pages.
function isGooglePage({ attribs: { href = '' } }: Element, url: string): boolean {
  const isPage =
    /^\/url\?(?:.*&)?(?:q|url)=https?:/.test(href) ||
    /^https?:\/\/[^/]+\/(?!(?:search|images?|imgres|maps|url|goto|aclk|advanced_search|preferences)\b)/.test(href)
  return isPage && landingPage(href, url) === null
}

function resultsAmongAds(paidLinks: Element[], isCited: (link: Element) => boolean): (link: Element) => boolean {
  const aroundPaid = ancestorsOf(paidLinks)
  return (link) => {
    const group = closest(link, isAdGroup)
    return group !== null && aroundPaid.has(group) && !isDeclaredAd(group) && isCited(link) && !hasAdMark(link)
  }
}

/** Results cite their URL in the link or next to it. Ads have not used `cite` since 2020. */
function findCitedLinks({ headings, cites }: LinkContext): (link: Element) => boolean {
  const near = (elements: Element[]) =>
    new Set<AnyNode>(elements.flatMap((element) => elementsAround(element, maxCiteLevels)))
  const aroundHeadings = near(headings.map(({ element }) => element))
  const aroundCites = near(cites)
  return (link) => {
    const inHeading = link.parent !== null && isElement(link.parent) && isHeading(link.parent)
    const around = inHeading ? link.parent?.parent : link.parent
    return (inHeading || aroundHeadings.has(link)) && around != null && aroundCites.has(around)
  }
}
