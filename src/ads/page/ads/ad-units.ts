/** Finds the elements that each contain one ad, by matching titles with displayed URLs. */

import type { Element, ParentNode } from 'domhandler'
import { closest, isElement } from '../../../html/traverse.ts'
import { ancestorsOf, isInsideAny } from '../dom/ancestors.ts'
import { isInside } from '../dom/headings.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import { type AdLink, appOrCall, isAdGroup, isDeclaredAd } from '../survey/ad-links.ts'
import type { DisplayedUrl } from '../survey/displayed-urls.ts'
import type { AdTitle, ResultPageSurvey } from '../survey/result-page-survey.ts'
import { countContents, type SubtreeContents } from './subtree-contents.ts'

/** One ad with a title. */
export interface AdUnit {
  root: Element
  title: AdTitle
  /** The displayed URL, once per occurrence in the ad; empty for kinds of ads that don't have one. */
  displayedUrls: DisplayedUrl[]
}

interface AdUnits {
  /** In document order. */
  units: AdUnit[]
  /** Displayed URLs of ads whose titles were not found. */
  untitledUrls: DisplayedUrl[]
}

/** A displayed URL and the title of the ad that it belongs to. */
interface TitleMatch {
  displayedUrl: DisplayedUrl
  title: AdTitle
  /** The innermost element that contains both the URL and the title. */
  common: ParentNode
  /** Depth of `common` in the tree. */
  depth: number
}

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
  const aroundUntitled = ancestorsOfLinkedUrls(untitledUrls, survey)
  for (const [title, { common, displayedUrls }] of matched) {
    // An ad's title comes before those of its sitelinks.
    const isOfOtherAd = (other: AdTitle) => matched.has(other) || other.order < title.order || isApart(other, title)
    units.push({ root: growRoot(common, contentsOf, aroundUntitled, isOfOtherAd), title, displayedUrls })
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
    const root = growRoot(title.link.element, contentsOf, aroundUntitled, (other) => other !== title)
    units.push({ root, title, displayedUrls: [] })
    roots.add(root)
  }
  units.sort((a, b) => a.title.order - b.title.order)
  // Inside an ad that was read, a URL is only a mention.
  return { units, untitledUrls: untitledUrls.filter(({ element }) => !isInsideAny(element, roots)) }
}

function matchTitles(survey: ResultPageSurvey, contentsOf: Map<ParentNode, SubtreeContents>) {
  const matches = new Map<AdTitle, TitleMatch[]>()
  const untitledUrls: DisplayedUrl[] = []
  for (const displayedUrl of survey.displayedUrls) {
    const match = matchTitle(displayedUrl, contentsOf)
    if (match === 'not-an-ad') continue
    if (match === 'untitled' || isTooLarge(match.common)) {
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
  for (let above: ParentNode | null = displayedUrl.element; above; above = above.parent) {
    const contents = contentsOf.get(above)
    const isGroup = isElement(above) && isAdGroup(above)
    if (!contents && isGroup) return displayedUrl.rank > 1 ? 'untitled' : 'not-an-ad'
    if (!contents) continue
    if (contents.offers > 0 && contents.titles.length === 0) return 'not-an-ad'
    if (contents.titles.length > 0) {
      const before = contents.titles.filter((title) => title.order < displayedUrl.order).at(-1)
      const title = before ?? contents.titles[0]
      if (!title) return 'not-an-ad'
      return { displayedUrl, title, common: above, depth: depthOf(above) }
    }
    if (contents.organic > 0) return 'not-an-ad'
    if (contents.links.length > 0) return isBareDomain ? 'not-an-ad' : 'untitled'
  }
  return 'not-an-ad'
}

function isBetter(one: TitleMatch, other: TitleMatch): boolean {
  // The advertiser's name comes before the displayed URL, and may look like a domain too.
  return one.depth - other.depth + 4 * (certainty(one.displayedUrl) - certainty(other.displayedUrl)) >= 0
}

// "Booking.com" is the advertiser's name if the displayed URL "https://www.booking.com" is next to it.
function certainty(displayedUrl: DisplayedUrl): number {
  return displayedUrl.isMarked ? 4 : displayedUrl.rank
}

/** The elements around displayed URLs in ad links whose titles were not found. */
function ancestorsOfLinkedUrls(untitledUrls: DisplayedUrl[], { linkOf }: ResultPageSurvey): Set<ParentNode> {
  const linked = untitledUrls.filter(
    ({ element, rank, isMarked }) => (rank > 1 || isMarked) && closest(element, (above) => linkOf.has(above)) !== null,
  )
  return ancestorsOf(linked.map(({ element }) => element))
}

/** True if the heading is in a declared ad whose own title was not found: it belongs to a sitelink. */
function isBelowUntitled({ heading }: AdTitle, aroundUntitled: Set<ParentNode>): boolean {
  const group = closest(heading, isAdGroup)
  return group !== null && isDeclaredAd(group) && aroundUntitled.has(group)
}

/** True if the other title belongs to another declared ad, or to a call ad, which shows no URL. */
function isApart(other: AdTitle, title: AdTitle): boolean {
  const declared = closest(other.heading, isDeclaredAd)
  if (declared) return !isInside(title.heading, declared)
  return appOrCall(other.link) === 'call' && appOrCall(title.link) !== 'call'
}

/** The outermost ancestor that isn't a landmark and contains no part of another ad, a result or a carousel. */
function growRoot(
  start: ParentNode,
  contentsOf: Map<ParentNode, SubtreeContents>,
  aroundUntitled: Set<ParentNode>,
  isOfOtherAd: (title: AdTitle) => boolean,
): Element {
  let root = start
  const ownTitles = new Set(contentsOf.get(start)?.titles)
  for (let above = start.parent; above; above = above.parent) {
    const contents = contentsOf.get(above)
    if (!isElement(above) || isLandmark(above) || !contents || isTooLarge(above) || above.name === 'ol') break
    const own = contentsOf.get(root)
    if (aroundUntitled.has(above)) break
    if (contents.organic > (own?.organic ?? 0) || contents.offers > (own?.offers ?? 0)) break
    if (contents.titles.some((title) => !ownTitles.has(title) && isOfOtherAd(title))) break
    root = above
  }
  return root as Element
}

function isLandmark({ name, attribs }: Element): boolean {
  if (landmarkTags.has(name) || (attribs.role !== undefined && landmarkRoles.has(attribs.role))) return true
  return /^(?:tads|tadsb|bottomads|tvcap|taw|res|main|center_col|rhs)$/.test(attribs.id ?? '')
}

/** Sitelinks are in an unordered list. Ads are in an ordered list or in no list. */
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
