/** Finds ads that are clearly on the page but weren't read, which suggests that Google has changed its layout. */

import type { Element, ParentNode } from 'domhandler'
import { closest, elementsAround, isElement, walk } from '../../html/traverse.ts'
import { isGooglePageLink, leadsNowhere } from '../ad/google-urls.ts'
import { priceIn } from '../text/amounts.ts'
import { isNonContent, textLines } from './dom/text-lines.ts'
import { ancestorsOf, containsPicture, isInsideAny } from './dom/tree.ts'
import { type AdLink, findLabelledGroups, isAdGroup, isCertainAd, isOutgoingLink } from './survey/ad-links.ts'
import type { ResultPageSurvey } from './survey/result-page-survey.ts'

/** An empty link may cover the card that it belongs to, or be next to the card's text. */
const maxLevelsAround = 4

/**
 * Finds ad links among the results and outside the ads that were read, and ad labels above links to other sites. If no ad was read, one
 * clear ad link is enough, unless the link and its surroundings are all empty. `readElements` are the elements from which ads were read.
 * `url` is the result page's URL.
 */
export function findUnreadAds(
  survey: ResultPageSurvey,
  { links, readElements, url }: { links: AdLink[]; readElements: ReadonlySet<Element>; url: string },
): Element[] {
  const isEvidence = (link: AdLink) => isCertainAd(link) && !leadsToGoogle(link, url)
  const aroundResults = ancestorsOf(survey.organic.filter((link) => link.hasHeading).map(({ element }) => element))
  if (readElements.size === 0) {
    const link = survey.links.find((one) => isEvidence(one) && isShown(one.element, aroundResults))
    if (link) return [link.element]
  }
  const aroundRead = ancestorsOf(readElements)
  const aroundTiles = ancestorsOf(survey.links.filter(({ isTile }) => isTile).map(({ element }) => element))
  const titled = new Set(survey.titles.map(({ link }) => link))
  const unreadLinks = links.filter((link) => {
    const common = closest(link.element, (above) => aroundRead.has(above))
    if (common === null || readElements.has(common) || !isEvidence(link)) return false
    if (aroundResults.has(common)) return textLines(link.element).length > 0
    // "View all" and the header share a carousel with offers that were read. A carousel doesn't contain any results.
    return titled.has(link)
      ? !aroundTiles.has(common)
      : textLines(link.element).length > 0 && hasPictureOrPrice(link.element)
  })
  const evident = survey.links.filter((link) => !leadsToGoogle(link, url)).map(({ element }) => element)
  const aroundLinks = ancestorsOf([...survey.organic.map(({ element }) => element), ...evident])
  const aroundAds = ancestorsOf(evident)
  const unreadGroups = findLabelledGroups(survey.labels).filter(
    (group) =>
      aroundLinks.has(group) &&
      !aroundRead.has(group) &&
      !isInsideAny(group, readElements) &&
      (aroundAds.has(group) || !holdsResults(group, survey)),
  )
  return [...unreadLinks.map(({ element }) => element), ...unreadGroups]
}

/** True if the link leads nowhere, or to one of Google's own pages, such as flights or a help page. False for an app in Google's store. */
export function leadsToGoogle({ element, clickCounter }: AdLink, url: string): boolean {
  const { href = '' } = element.attribs
  const target = clickCounter === null ? null : (URL.parse(clickCounter, url)?.searchParams.get('adurl') ?? '')
  if (target) return isGooglePageLink(target, url)
  if (leadsNowhere(href)) return clickCounter === null && !element.attribs['data-pcu']?.trim()
  return isGooglePageLink(href, url)
}

/** True if the element has visible content: text, an image or a link. Unfilled ad slots are empty. */
export function isFilled(root: Element): boolean {
  return showsSomething(root) || hasContent(root, isOutgoingLink)
}

/** True if the link, or an ancestor that contains no results, shows text or an image. */
function isShown(link: Element, aroundResults: Set<ParentNode>): boolean {
  if (showsSomething(link)) return true
  for (const above of elementsAround(link.parent, maxLevelsAround)) {
    if (aroundResults.has(above) || above.name === 'body') return false
    if (showsSomething(above)) return true
    if (isAdGroup(above)) return false
  }
  return false
}

function showsSomething(root: Element): boolean {
  return textLines(root).length > 0 || hasContent(root, isPicture)
}

function hasContent(root: Element, test: (element: Element) => boolean): boolean {
  let isFound = false
  walk(root, (node) => {
    if (isFound || !isElement(node) || isNonContent(node)) return false
    isFound = test(node)
  })
  return isFound
}

// An empty GIF is a placeholder for an image that a script hasn't loaded yet.
function isPicture({ name, attribs }: Element): boolean {
  return name === 'img' && /^(?!data:image\/gif)./.test(attribs['data-src'] ?? attribs.src ?? '')
}

export function hasPictureOrPrice(root: Element): boolean {
  return containsPicture(root) || textLines(root).some(({ text }) => priceIn(text) !== null)
}

// If a label's slot is empty, the next links below it are results. Results cite their URLs. Ads haven't done so since 2020.
function holdsResults(group: Element, survey: ResultPageSurvey): boolean {
  const resultElements = new Set(survey.organic.filter(({ hasHeading }) => hasHeading).map(({ element }) => element))
  let [results, cites] = [0, 0]
  walk(group, (node) => {
    if (!isElement(node)) return
    if (node.name === 'cite') cites++
    if (resultElements.has(node)) results++
  })
  return results > 0 && cites >= results
}
