/** Finds the elements that contain one ad each, by matching titles with displayed URLs. */

import type { Element, ParentNode } from 'domhandler'
import { closest, elementsAround, isElement } from '../../../html/traverse.ts'
import { isInside, isInsideAny, isTooLarge, keysInside } from '../dom/tree.ts'
import {
  type AdLink,
  type AdTitle,
  appOrCall,
  type DisplayedUrl,
  isAdGroup,
  isAppCard,
  isDeclaredAd,
} from '../survey/ad-links.ts'
import type { ResultPageSurvey } from '../survey/result-page-survey.ts'

export interface AdUnit {
  root: Element
  title: AdTitle
  /** Each occurrence of the displayed URL in the ad. Empty for kinds of ads that don't have one. */
  displayedUrls: DisplayedUrl[]
}

interface TitleMatch {
  displayedUrl: DisplayedUrl
  title: AdTitle
  /** The innermost element that contains both the URL and the title. */
  common: Element
  /** Depth of `common` in the tree. */
  depth: number
  /** True if the URL and the title are in the same link. */
  isInLink: boolean
}

// A bare domain without markup ("shop.example") belongs to a title at most this many levels up.
const maxBareDomainLevels = 8
const maxListLevels = 6
const landmarkRoles = new Set(['main', 'region', 'complementary', 'navigation', 'contentinfo', 'search', 'banner'])
const landmarkTags = new Set(['body', 'html', 'main', 'aside', 'nav', 'header', 'footer', 'form'])

/**
 * Returns the units, and the displayed URLs of ads whose titles were not found. `isTile` recognizes links that are whole tiles. A tile with
 * a title but no displayed URL isn't a unit.
 */
export function findAdUnits(survey: ResultPageSurvey, isTile: (link: AdLink) => boolean) {
  const titles = survey.titles.filter((title) => !title.link.isTile)
  const contentsOf = countContents(survey, titles)
  const { matches, untitledUrls } = matchTitles(survey, contentsOf)
  const matched = new Map<AdTitle, { common: Element; displayedUrls: DisplayedUrl[] }>()
  for (const [title, candidates] of matches) {
    const best = candidates.reduce((one, other) => (isBetter(other, one) ? other : one))
    const isSameUrl = ({ displayedUrl }: TitleMatch) => displayedUrl.text === best.displayedUrl.text
    const unrelated = candidates.filter((match) => !isSameUrl(match) && match.depth < best.depth)
    untitledUrls.push(...unrelated.map(({ displayedUrl }) => displayedUrl))
    const displayedUrls = candidates.filter(isSameUrl).map(({ displayedUrl }) => displayedUrl)
    matched.set(title, { common: best.common, displayedUrls })
  }
  const units: AdUnit[] = []
  const declaredAround = new Map(titles.map((title) => [title, closest(title.heading, isDeclaredAd)]))
  /** The text of displayed URLs in ad links whose titles were not found, keyed by the elements around them. */
  const aroundUntitled = keysInside(
    untitledUrls
      .filter(({ element, rank, isMarked }) => (rank > 1 || isMarked) && adLinkAround(element, survey) !== null)
      .map(({ element, text }) => [element, text]),
  )
  for (const [title, { common, displayedUrls }] of matched) {
    const declared = declaredAround.get(title) ?? null
    const root = growRoot(common, contentsOf, {
      declared,
      isOfOtherAd: (other) =>
        matched.has(other) ||
        // An ad's title comes before the titles of its sitelinks.
        other.order < title.order ||
        // Call and app ads next to this ad show no URL.
        (isCall(other) && !isCall(title) && !isIn(other, declared)) ||
        (declaredAround.get(other) != null && !isIn(title, declaredAround.get(other))),
      isAroundOther: (above) => [...(aroundUntitled.get(above) ?? [])].some((text) => text !== displayedUrls[0]?.text),
    })
    units.push({ root, title, displayedUrls })
  }
  const roots = new Set(units.map(({ root }) => root))
  for (const title of titles) {
    if (
      matched.has(title) ||
      isTile(title.link) ||
      (title !== titles[0] && isInList(title.heading)) ||
      isBelowUntitled(title, aroundUntitled) ||
      isInsideAny(title.heading, roots)
    )
      continue
    const root = growRoot(title.link.element, contentsOf, {
      declared: declaredAround.get(title) ?? null,
      isOfOtherAd: (other) => other !== title,
      isAroundOther: (above) => aroundUntitled.has(above),
    })
    units.push({ root, title, displayedUrls: [] })
    roots.add(root)
  }
  units.sort((a, b) => a.title.order - b.title.order)
  return { units, untitledUrls: untitledUrls.filter(isOfMissedAd({ survey, units, roots })) }
}

interface SubtreeContents {
  titles: AdTitle[]
  /** Ad links, except links of carousel tiles. */
  links: AdLink[]
  organic: number
  offers: number
  appCards: number
}

/** Counts the contents of each element that has any. A title counts if both its heading and its link are inside. */
export function countContents(
  survey: Pick<ResultPageSurvey, 'links' | 'organic'>,
  titles: AdTitle[],
): Map<ParentNode, SubtreeContents> {
  const contentsOf = new Map<ParentNode, SubtreeContents>()
  const addToAncestors = (element: Element, add: (contents: SubtreeContents) => void) => {
    for (let above: ParentNode | null = element; above; above = above.parent) {
      const contents = contentsOf.get(above) ?? { titles: [], links: [], organic: 0, offers: 0, appCards: 0 }
      contentsOf.set(above, contents)
      add(contents)
    }
  }
  for (const title of titles) {
    // The heading contains its link, the link contains the heading, or they are siblings. The inner element is what counts.
    const inner = isInside(title.heading, title.link.element) ? title.heading : title.link.element
    addToAncestors(inner, (contents) => contents.titles.push(title))
  }
  for (const link of survey.links) {
    if (link.isTile) addToAncestors(link.element, (contents) => contents.offers++)
    else addToAncestors(link.element, (contents) => contents.links.push(link))
    if (isAppCard(link)) addToAncestors(link.element, (contents) => contents.appCards++)
  }
  for (const { element } of survey.organic) addToAncestors(element, (contents) => contents.organic++)
  return contentsOf
}

function matchTitles(survey: ResultPageSurvey, contentsOf: Map<ParentNode, SubtreeContents>) {
  const matches = new Map<AdTitle, TitleMatch[]>()
  const untitledUrls: DisplayedUrl[] = []
  for (const displayedUrl of survey.displayedUrls) {
    const match = matchTitle(displayedUrl, contentsOf)
    if (match === null) continue
    if (match === 'untitled' || isTooLarge(match.common) || isOfSitelink(match, survey)) untitledUrls.push(displayedUrl)
    else matches.set(match.title, [...(matches.get(match.title) ?? []), match])
  }
  return { matches, untitledUrls }
}

/**
 * The title in the innermost element that contains both the URL and a title. Null if the URL doesn't belong to an ad, because a result or an
 * offer is nearer.
 */
function matchTitle(
  displayedUrl: DisplayedUrl,
  contentsOf: Map<ParentNode, SubtreeContents>,
): TitleMatch | 'untitled' | null {
  const isBareDomain = displayedUrl.rank === 1 && !displayedUrl.isMarked
  for (const [level, above] of elementsAround(displayedUrl.element).entries()) {
    const contents = contentsOf.get(above)
    if (!contents && isAdGroup(above)) return displayedUrl.rank > 1 ? 'untitled' : null
    if (!contents) continue
    const [first] = contents.titles
    if (first) {
      if (isBareDomain && level > maxBareDomainLevels) return null
      const title = contents.titles.findLast(({ order }) => order < displayedUrl.order) ?? first
      const depth = elementsAround(above).length
      return { displayedUrl, title, common: above, depth, isInLink: isInside(above, title.link.element) }
    }
    if (contents.offers > 0 || contents.organic > 0) return null
    if (contents.links.length > 0) return isBareDomain ? null : 'untitled'
  }
  return null
}

function isBetter(one: TitleMatch, other: TitleMatch): boolean {
  const difference = one.depth - other.depth + 4 * (certainty(one.displayedUrl) - certainty(other.displayedUrl))
  // Inside a link, the advertiser's name comes before the displayed URL, and may look like a domain too.
  const isLaterInLink = one.depth === other.depth && one.isInLink && other.isInLink
  return difference > 0 || (difference === 0 && isLaterInLink)
}

// "Booking.com" is the advertiser's name if the displayed URL "https://www.booking.com" is next to it.
function certainty(displayedUrl: DisplayedUrl): number {
  return displayedUrl.isMarked ? 4 : displayedUrl.rank
}

interface GrowthLimits {
  /** The declared ad that contains the title. Apps in it belong to the same ad. */
  declared: Element | null
  isOfOtherAd(title: AdTitle): boolean
  isAroundOther(element: Element): boolean
}

/** True if the title's link comes after the link with the URL and has a different target, so the ad's own title was not found. */
function isOfSitelink({ displayedUrl, title }: TitleMatch, survey: ResultPageSurvey): boolean {
  const link = adLinkAround(displayedUrl.element, survey)
  if (!link || link === title.link || title.order < displayedUrl.order) return false
  return link.clickCounter !== null && title.link.clickCounter !== null && link.target !== title.link.target
}

/** True if the heading is in a declared ad whose own title was not found, so the heading is a sitelink's. */
function isBelowUntitled({ heading }: AdTitle, aroundUntitled: Map<ParentNode, unknown>): boolean {
  const group = closest(heading, isAdGroup)
  return group !== null && isDeclaredAd(group) && aroundUntitled.has(group)
}

const isCall = ({ link }: AdTitle) => appOrCall(link) === 'call'

function isIn({ heading }: AdTitle, declared: Element | null | undefined): boolean {
  return declared != null && isInside(heading, declared)
}

function adLinkAround(element: Element, { linkOf }: ResultPageSurvey): AdLink | null {
  return linkOf.get(closest(element, (around) => linkOf.has(around)) ?? element) ?? null
}

/** The outermost ancestor that isn't a landmark and contains no part of another ad, result or carousel. */
function growRoot(
  start: Element,
  contentsOf: Map<ParentNode, SubtreeContents>,
  { declared, isOfOtherAd, isAroundOther }: GrowthLimits,
): Element {
  let root = start
  const ownTitles = new Set(contentsOf.get(start)?.titles)
  for (let above = start.parent; above; above = above.parent) {
    const contents = contentsOf.get(above)
    if (!isElement(above) || isLandmark(above) || !contents || isTooLarge(above)) break
    if (above.name === 'ol' || isAroundOther(above)) break
    const isMore = (name: 'organic' | 'offers' | 'appCards') => contents[name] > (contentsOf.get(root)?.[name] ?? 0)
    if (isMore('organic') || isMore('offers')) break
    if (isMore('appCards') && (declared === null || !isInside(above, declared))) break
    if (contents.titles.some((title) => !ownTitles.has(title) && isOfOtherAd(title))) break
    root = above
  }
  return root
}

function isLandmark({ name, attribs }: Element): boolean {
  if (landmarkTags.has(name) || (attribs.role !== undefined && landmarkRoles.has(attribs.role))) return true
  return /^(?:tads|tadsb|bottomads|tvcap|taw|res|main|center_col|rhs)$/.test(attribs.id ?? '')
}

/**
 * Returns a test for the URLs of missed ads. They are outside all units, or marked and in a separate link. Other URLs in a unit usually
 * belong to its text.
 */
function isOfMissedAd({ survey, units, roots }: { survey: ResultPageSurvey; units: AdUnit[]; roots: Set<Element> }) {
  const titleLinks = new Set(units.map(({ title }) => title.link))
  const furtherLinks = new Set(survey.links.filter((link) => !titleLinks.has(link)).map(({ element }) => element))
  return ({ element, isMarked }: DisplayedUrl) =>
    !isInsideAny(element, roots) || (isMarked && isInsideAny(element, furtherLinks))
}

/** Sitelinks are in an unordered list. Ads are in an ordered list or not in a list. */
function isInList(heading: Element): boolean {
  const isList = ({ name, attribs }: Element) => name === 'ul' || /^list(?:item)?$/.test(attribs.role ?? '')
  return elementsAround(heading, maxListLevels).some(isList)
}
