/** Finds ads that a page has by all evidence although none was read there: a sign that Google changed its layout. */

import type { Element, ParentNode } from 'domhandler'
import { isElement, walk } from '../../document/traverse.ts'
import { isGooglePageLink } from '../google-urls.ts'
import { priceIn } from '../text/price.ts'
import { containsPicture } from './dom/contains-picture.ts'
import { isInside } from './dom/headings.ts'
import { isNonContent, textLines } from './dom/text-lines.ts'
import { type AdLink, isCertainAd } from './survey/ad-links.ts'
import { findLabelledGroups } from './survey/labelled-groups.ts'
import type { ResultPageSurvey } from './survey/result-page-survey.ts'

/**
 * Certain ad links among the results and outside of the ads that were read, and ad labels above links to other sites. When no
 * ad was read, one certain ad link is enough. `readElements` are the elements that ads were read from; `url` is the page's.
 */
export function findUnreadAds(
  survey: ResultPageSurvey,
  { links, readElements, url }: { links: AdLink[]; readElements: Element[]; url: string },
): Element[] {
  const isEvidence = (link: AdLink) => isCertainAd(link) && !leadsToGoogle(link, url)
  if (readElements.length === 0) {
    const link = survey.links.find(isEvidence)
    if (link) return [link.element]
  }
  const aroundRead = ancestorsOf(readElements)
  const aroundResults = ancestorsOf(survey.organic.filter((link) => link.hasHeading).map(({ element }) => element))
  const titled = new Set(survey.titles.map(({ link }) => link))
  const unreadLinks = links.filter((link) => {
    const common = nearestAmong(link.element, aroundRead)
    if (common === null || readElements.includes(common as Element) || !isEvidence(link)) return false
    if (aroundResults.has(common)) return textLines(link.element).length > 0
    // "View all" is in a carousel with offers that were read, as is its header, and shares it with no result.
    return titled.has(link)
      ? !survey.links.some((one) => one.isTile && isInside(one.element, common))
      : isCard(link.element)
  })
  const evident = survey.links.filter((link) => !leadsToGoogle(link, url)).map(({ element }) => element)
  const aroundLinks = ancestorsOf([...survey.organic.map(({ element }) => element), ...evident])
  const aroundAds = ancestorsOf(evident)
  const unreadGroups = findLabelledGroups(survey.labels).filter(
    (group) =>
      aroundLinks.has(group) &&
      !aroundRead.has(group) &&
      !readElements.some((element) => isInside(group, element)) &&
      (aroundAds.has(group) || !holdsResults(group, survey)),
  )
  return [...unreadLinks.map(({ element }) => element), ...unreadGroups]
}

/** Whether the link leads to one of Google's own pages: to flights, an account or a help page. Apps in its store are others'. */
export function leadsToGoogle({ element, clickCounter }: AdLink, url: string): boolean {
  const { href = '' } = element.attribs
  const target = clickCounter === null ? null : (URL.parse(clickCounter, url)?.searchParams.get('adurl') ?? '')
  if (target) return isGooglePageLink(target, url)
  if (/^(?:#|javascript:|$)/.test(href)) return clickCounter === null && !('data-pcu' in element.attribs)
  return isGooglePageLink(href, url)
}

/** Whether the element has anything to show: a text, a picture or a link. Slots that no ad fills stand empty. */
export function isFilled(root: Element): boolean {
  if (textLines(root).length > 0) return true
  let hasContent = false
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isNonContent(node)) return false
    const isLink = node.name === 'a' && /^(?!#|javascript:)./.test(node.attribs.href ?? '')
    const isPicture = node.name === 'img' && /^(?!data:image\/gif)./.test(node.attribs.src ?? '')
    if (isLink || isPicture) hasContent = true
    return !hasContent
  })
  return hasContent
}

/** Whether the link shows what a tile does: a picture or a price, and a name. */
function isCard(link: Element): boolean {
  return textLines(link).length > 0 && hasPictureOrPrice(link)
}

export function hasPictureOrPrice(root: Element): boolean {
  return containsPicture(root) || textLines(root).some(({ text }) => priceIn(text) !== null)
}

// Below an empty slot the label's next links are the results: results cite their URLs, ads have not done so since 2020.
function holdsResults(group: Element, survey: ResultPageSurvey): boolean {
  const results = survey.organic.filter(({ element, hasHeading }) => hasHeading && isInside(element, group)).length
  let cites = 0
  walk(group, (node) => {
    if (isElement(node) && node.name === 'cite') cites++
  })
  return results > 0 && cites >= results
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
