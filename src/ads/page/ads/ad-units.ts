/** Finds the elements that contain one ad each, by matching titles with displayed URLs. */

import type { Element, ParentNode } from 'domhandler'
import { isElement } from '../../../html/traverse.ts'
import { isInsideAny } from '../dom/ancestors.ts'
import { isInside } from '../dom/headings.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import { type AdLink, isAdGroup, isDeclaredAd } from '../survey/ad-links.ts'
import { appOrCall } from '../survey/app-and-call-links.ts'
import type { DisplayedUrl } from '../survey/displayed-urls.ts'
import type { AdTitle, ResultPageSurvey } from '../survey/result-page-survey.ts'
import { countContents, type SubtreeContents } from './subtree-contents.ts'

export interface AdUnit {
  root: Element
  title: AdTitle
  /** Each occurrence of the displayed URL in the ad. Empty for kinds of ads that don't have one. */
  displayedUrls: DisplayedUrl[]
}

interface AdUnits {
  units: AdUnit[]
  /** Displayed URLs of ads whose titles were not found. */
  untitledUrls: DisplayedUrl[]
}

interface TitleMatch {
  displayedUrl: DisplayedUrl
  title: AdTitle
  /** The innermost element that contains both the URL and the title. */
  common: ParentNode
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

/** `isTile` recognizes links that are whole tiles. A tile with a title but no displayed URL isn't a unit. */
export function findAdUnits(survey: ResultPageSurvey, isTile: (link: AdLink) => boolean): AdUnits {
  const titles = survey.titles.filter((title) => !title.link.isTile)
  const contentsOf = countContents(survey, titles)
  const { matches, untitledUrls } = matchTitles(survey, contentsOf)
  const matched = new Map<AdTitle, { common: ParentNode; displayedUrls: DisplayedUrl[] }>()
  for (const [title, candidates] of matches) {
    const best = candidates.reduce((one, other) => (isBetter(other, one) ? other : one))
    const isSameUrl = ({ displayedUrl }: TitleMatch) => displayedUrl.text === best.displayedUrl.text
    const unrelated = candidates.filter((match) => !isSameUrl(match) && match.depth < best.depth)
    untitledUrls.push(...unrelated.map(({ displayedUrl }) => displayedUrl))
    const displayedUrls = candidates.filter(isSameUrl).map(({ displayedUrl }) => displayedUrl)
    matched.set(title, { common: best.common, displayedUrls })
  }
  const units: AdUnit[] = []
  const declaredAround = new Map(titles.map((title) => [title, declaredAdAround(title)]))
  const aroundUntitled = ancestorsOfOthers(untitledUrls, survey)
  for (const [title, { common, displayedUrls }] of matched) {
    const shown = displayedUrls[0]?.text ?? ''
    // An ad's title comes before the titles of its sitelinks.
    const declared = declaredAround.get(title) ?? null
    const root = growRoot(common, contentsOf, {
      declared,
      isOfOtherAd: (other) =>
        matched.has(other) ||
        other.order < title.order ||
        isCallBeside(other, title, declared) ||
        isDeclaredApart(declaredAround.get(other) ?? null, title),
      isAroundOther: (above) => holdsOther(aroundUntitled.get(above), shown),
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

/** True if `texts` contains text other than `shown`. */
function holdsOther(texts: ReadonlySet<string> | undefined, shown: string): boolean {
  return texts !== undefined && (texts.size > 1 || !texts.has(shown))
}

function matchTitles(survey: ResultPageSurvey, contentsOf: Map<ParentNode, SubtreeContents>) {
  const matches = new Map<AdTitle, TitleMatch[]>()
  const untitledUrls: DisplayedUrl[] = []
  for (const displayedUrl of survey.displayedUrls) {
    const match = matchTitle(displayedUrl, contentsOf)
    if (match === 'not-an-ad') continue
    if (match === 'untitled' || isTooLarge(match.common) || isOfSitelink(match, survey)) {
      untitledUrls.push(displayedUrl)
      continue
    }
    matches.set(match.title, [...(matches.get(match.title) ?? []), match])
  }
  return { matches, untitledUrls }
}

/** The title in the innermost element that contains both the URL and a title, unless a result or an offer is nearer. */
function matchTitle(
  displayedUrl: DisplayedUrl,
  contentsOf: Map<ParentNode, SubtreeContents>,
): 'not-an-ad' | 'untitled' | TitleMatch {
  const isBareDomain = displayedUrl.rank === 1 && !displayedUrl.isMarked
  let level = 0
  for (let above: ParentNode | null = displayedUrl.element; above; above = above.parent, level++) {
    const contents = contentsOf.get(above)
    const isGroup = isElement(above) && isAdGroup(above)
    if (!contents && isGroup) return displayedUrl.rank > 1 ? 'untitled' : 'not-an-ad'
    if (!contents) continue
    if (contents.offers > 0 && contents.titles.length === 0) return 'not-an-ad'
    if (contents.titles.length > 0) {
      if (isBareDomain && level > maxBareDomainLevels) return 'not-an-ad'
      const before = contents.titles.filter((title) => title.order < displayedUrl.order).at(-1)
      const title = before ?? contents.titles[0]
      if (!title) return 'not-an-ad'
      const isInLink = isInside(above, title.link.element)
      return { displayedUrl, title, common: above, depth: depthOf(above), isInLink }
    }
    if (contents.organic > 0) return 'not-an-ad'
    if (contents.links.length > 0) return isBareDomain ? 'not-an-ad' : 'untitled'
  }
  return 'not-an-ad'
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

/** The text of displayed URLs in ad links whose titles were not found, keyed by the elements around them. */
function ancestorsOfOthers(untitledUrls: DisplayedUrl[], survey: ResultPageSurvey): Map<ParentNode, Set<string>> {
  const texts = new Map<ParentNode, Set<string>>()
  for (const { element, text, rank, isMarked } of untitledUrls) {
    if ((rank < 2 && !isMarked) || adLinkAround(element, survey) === null) continue
    for (let above: ParentNode | null = element; above; above = above.parent) {
      texts.set(above, (texts.get(above) ?? new Set()).add(text))
    }
  }
  return texts
}

/** True if the title's link comes after the link with the URL and has a different target, so the ad's own title was not found. */
function isOfSitelink({ displayedUrl, title }: TitleMatch, survey: ResultPageSurvey): boolean {
  const link = adLinkAround(displayedUrl.element, survey)
  if (!link || link === title.link || title.order < displayedUrl.order) return false
  return link.clickCounter !== null && title.link.clickCounter !== null && link.target !== title.link.target
}

/** True if the heading is in a declared ad whose own title was not found, so the heading is a sitelink's. */
function isBelowUntitled({ heading }: AdTitle, aroundUntitled: Map<ParentNode, unknown>): boolean {
  let group: ParentNode | null = heading
  while (group && isElement(group) && !isAdGroup(group)) group = group.parent
  return group !== null && isElement(group) && isDeclaredAd(group) && aroundUntitled.has(group)
}

/** True if the heading belongs to a call ad next to the title's ad. Call ads show no URL. */
function isCallBeside({ heading, link }: AdTitle, title: AdTitle, declared: Element | null): boolean {
  if (appOrCall(link) !== 'call' || appOrCall(title.link) === 'call') return false
  return declared === null || !isInside(heading, declared)
}

/** True if the declared ad isn't the title's ad but a call or app ad next to it. Such ads show no URL. */
function isDeclaredApart(declared: Element | null, title: AdTitle): boolean {
  return declared !== null && !isInside(title.heading, declared)
}

function declaredAdAround({ heading }: AdTitle): Element | null {
  for (let above: ParentNode | null = heading; above && isElement(above); above = above.parent) {
    if (isDeclaredAd(above)) return above
  }
  return null
}

function adLinkAround(element: Element, { linkOf }: ResultPageSurvey): AdLink | null {
  for (let above: ParentNode | null = element; above && isElement(above); above = above.parent) {
    const link = linkOf.get(above)
    if (link) return link
  }
  return null
}

/** The outermost ancestor that isn't a landmark and contains no part of another ad, result or carousel. */
function growRoot(
  start: ParentNode,
  contentsOf: Map<ParentNode, SubtreeContents>,
  { declared, isOfOtherAd, isAroundOther }: GrowthLimits,
): Element {
  let root = start
  const ownTitles = new Set(contentsOf.get(start)?.titles)
  for (let above = start.parent; above; above = above.parent) {
    const contents = contentsOf.get(above)
    if (!isElement(above) || isLandmark(above) || !contents || isTooLarge(above)) break
    if (above.name === 'ol' || isAroundOther(above)) break
    const own = contentsOf.get(root)
    if (contents.organic > (own?.organic ?? 0)) break
    if (contents.offers > (own?.offers ?? 0)) break
    if (contents.appCards > (own?.appCards ?? 0) && (declared === null || !isInside(above, declared))) break
    if (contents.titles.some((title) => !ownTitles.has(title) && isOfOtherAd(title))) break
    root = above
  }
  return root as Element
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
  let above: ParentNode | null = heading
  for (let level = 0; level < maxListLevels && above && isElement(above); level++, above = above.parent) {
    if (above.name === 'ul' || /^list(?:item)?$/.test(above.attribs.role ?? '')) return true
  }
  return false
}

function depthOf(node: ParentNode): number {
  let depth = 0
  for (let above: ParentNode | null = node; above; above = above.parent) depth++
  return depth
}
