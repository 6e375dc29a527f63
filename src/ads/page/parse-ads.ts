/** Reads all ads on a result page from its structure: ad redirects, headings, and the form and order of its text. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { closest, elementsAround } from '../../html/traverse.ts'
import type { Ad, AdBlock, AdKind, UnplacedAd } from '../ad/ad.ts'
import { isGooglePageLink, leadsNowhere } from '../ad/google-urls.ts'
import { type AdUnit, findAdUnits } from './ads/ad-units.ts'
import { readAppCards, readLocalAds } from './ads/cards.ts'
import { isPricedLink, readCarouselTiles } from './ads/carousel-tiles.ts'
import { readTextAd } from './ads/text-ads.ts'
import { textLines, visibleLinks } from './dom/text-lines.ts'
import { ancestorsOf, isInside, isInsideAny, isTooLarge, itemsInside } from './dom/tree.ts'
import { type AdLink, type DisplayedUrl, isCertainAd, isLocalAd } from './survey/ad-links.ts'
import { type ResultPageSurvey, surveyResultPage } from './survey/result-page-survey.ts'
import { findUnreadAds, hasPictureOrPrice, isFilled, leadsToGoogle } from './unread-ads.ts'

export interface ParsedAds {
  /** In document order, local ads last. */
  ads: Omit<Ad, 'page'>[]
  /** Elements that are clearly ads but couldn't be read. */
  unread: Element[]
  survey: ResultPageSurvey
}

interface LocatedAd {
  ad: UnplacedAd
  element: Element
  order: number
}

/** The kinds of ads that show no URL. */
const kindsWithoutDisplayedUrl = new Set<AdKind>(['call', 'app', 'store', 'video'])

/** A line that appears in the ads of this many advertisers is Google's own text. */
const minSharingAdvertisers = 3

export function parseAds(document: Document): ParsedAds {
  const survey = surveyResultPage(document)
  const pricedLinks = new Set(survey.links.filter(({ element }) => isPricedLink(element)))
  const localAds = readLocalAds(document)
  const { units, untitledUrls } = findAdUnits(survey, (link) => pricedLinks.has(link))
  const localRoots = new Set(localAds.map(({ root }) => root))
  const isInLocalAd = (element: Element) => isInsideAny(element, localRoots)
  const located: LocatedAd[] = []
  const unread = withoutMentions(untitledUrls, units, survey).map(({ element }) => element)
  const aroundTiles = ancestorsOf(survey.links.filter(({ isTile }) => isTile).map(({ element }) => element))
  const titleLinks = new Set(units.map(({ title }) => title.link))
  const unitRoots = new Set(units.map(({ root }) => root))
  const otherLinksIn = itemsInside(
    unitRoots,
    survey.links.filter((link) => !titleLinks.has(link)),
  )
  const commonLines = findCommonLines(units)
  for (const unit of units) {
    if (isInLocalAd(unit.root)) continue
    const ad = readTextAd(unit, { document, links: otherLinksIn.get(unit.root) ?? [], commonLines })
    if (unit.displayedUrls.length === 0 && !kindsWithoutDisplayedUrl.has(ad.kind)) {
      const isWidget = leadsToGoogle(unit.title.link, document.url)
      if (isWidget || isCarouselHeader(unit, ad, aroundTiles) || !isFilled(unit.root)) continue
      unread.push(unit.root)
    }
    if (ad.title === null) {
      if (unit.displayedUrls.length > 0) unread.push(unit.root)
      continue
    }
    located.push({ ad, element: unit.root, order: unit.title.order })
  }

  const tileLinks = survey.links.filter(
    (link) => link.isTile || (pricedLinks.has(link) && !isInsideAny(link.element, unitRoots)),
  )
  const { tiles, unreadable } = readCarouselTiles(tileLinks, document)
  // "View all" next to offers that were read isn't an offer. Neither is an empty slot.
  const isMissed = (root: Element) => (tiles.length === 0 ? isFilled(root) : hasPictureOrPrice(root))
  unread.push(...unreadable.filter(isMissed))
  for (const { ad, root, links } of tiles) located.push({ ad, element: root, order: links[0]?.order ?? 0 })
  for (const { ad, root } of localAds) located.push({ ad, element: root, order: Number.MAX_SAFE_INTEGER })

  const readBefore = new Set(located.map(({ element }) => element))
  const unreadLinks = survey.links.filter((link) => isCertainAd(link) && !isInsideAny(link.element, readBefore))
  located.push(...readAppCards(unreadLinks, document.baseUrl))

  const readElements = new Set(located.map(({ element }) => element))
  const aroundRead = ancestorsOf(readElements)
  const unreadDeclared = new Set(
    survey.declaredAds.filter((declared) => !aroundRead.has(declared) && !isInsideAny(declared, readElements)),
  )
  const linksOfDeclared = itemsInside(unreadDeclared, survey.links)
  for (const declared of unreadDeclared) {
    if (isDeclaredEvidence(declared, linksOfDeclared.get(declared) ?? [], document.url)) unread.push(declared)
  }
  const otherLinks = survey.links.filter((link) => !link.isTile && !pricedLinks.has(link) && !isInLocalAd(link.element))
  unread.push(...findUnreadAds(survey, { links: otherLinks, readElements, url: document.url }))
  removeSharedNames(located)
  located.sort((a, b) => a.order - b.order)
  return { ads: placeAds(located, survey), unread, survey }
}

/** Drops URLs that repeat an ad's displayed URL outside of any link, such as in a note or in a panel about the advertiser. */
function withoutMentions(urls: readonly DisplayedUrl[], units: readonly AdUnit[], { links }: ResultPageSurvey) {
  const shown = new Set(units.flatMap(({ displayedUrls }) => displayedUrls.map(({ text }) => text)))
  const linkElements = new Set(links.map(({ element }) => element))
  return urls.filter(({ element, text }) => !shown.has(text) || isInsideAny(element, linkElements))
}

/** True if a declared ad contains only text, or a link that leads outside Google. Flight boxes lead to Google's own pages. */
function isDeclaredEvidence(declared: Element, links: AdLink[], url: string): boolean {
  // An element with at least this many nodes isn't an empty slot.
  if (!isTooLarge(declared) && !isFilled(declared)) return false
  if (links.length > 0) return links.some((link) => !leadsToGoogle(link, url))
  const hrefs = visibleLinks(declared).flatMap(({ attribs: { href = '' } }) => (leadsNowhere(href) ? [] : [href]))
  return hrefs.length === 0 || isLocalAd(declared.attribs) || !hrefs.every((href) => isGooglePageLink(href, url))
}

/** "Shop for running shoes" above a carousel is a heading with an ad link, but has no ad text. */
function isCarouselHeader(unit: AdUnit, ad: UnplacedAd, aroundTiles: ReadonlySet<ParentNode>): boolean {
  const group = unit.root.parent
  return ad.description === null && group !== null && aroundTiles.has(group)
}

/** Lines shared by the ads of several advertisers: labels, rating captions, reasons for showing an ad. */
function findCommonLines(units: AdUnit[]): Set<string> {
  const urlsOfLine = new Map<string, Set<string>>()
  for (const { root, displayedUrls } of units) {
    const displayedUrl = displayedUrls[0]?.text ?? ''
    for (const { text } of textLines(root)) {
      urlsOfLine.set(text, (urlsOfLine.get(text) ?? new Set()).add(displayedUrl))
    }
  }
  return new Set([...urlsOfLine].filter(([, urls]) => urls.size >= minSharingAdvertisers).map(([text]) => text))
}

// A label in an unknown language may look like the advertiser's name, but is the same in the ads of different advertisers.
function removeSharedNames(located: LocatedAd[]): void {
  const named = located.map(({ ad }) => ad).filter((ad) => ad.displayed_url !== null && ad.advertiser !== null)
  for (const ads of Map.groupBy(named, (ad) => ad.advertiser).values()) {
    const urls = new Set(ads.map((ad) => ad.displayed_url))
    if (urls.size >= minSharingAdvertisers) for (const ad of ads) ad.advertiser = null
  }
}

function placeAds(located: LocatedAd[], survey: ResultPageSurvey): Omit<Ad, 'page'>[] {
  const counts = new Map<AdBlock, number>()
  const blockOf = adBlockFinder(survey)
  return located.map(({ ad, element, order }) => {
    const block = ad.kind === 'local' ? 'local' : blockOf(element, order)
    const position = (counts.get(block) ?? 0) + 1
    counts.set(block, position)
    return { block, position, ...ad }
  })
}

const blockOfId: Record<string, AdBlock> = {
  tads: 'top',
  tvcap: 'top',
  atvcap: 'top',
  taw: 'top',
  tadsb: 'bottom',
  bottomads: 'bottom',
  botstuff: 'bottom',
  mbEnd: 'right',
  rhs: 'right',
  rhs_block: 'right',
  rhscol: 'right',
}

// data-ta-slot numbers the groups of text ads from the top of the page (seen 2024–2026).
const blockOfSlot: Record<string, AdBlock> = { '0': 'top', '3': 'bottom' }

// A result page has about ten results. A group within a result has at most six (seen 2018–2026).
const minResultsOfPage = 7

/**
 * Finds the block of each ad on a page: from an id or a slot number, otherwise from its position among the organic results. `order` is the
 * position of the ad in document order, on the same scale as those of the results.
 */
function adBlockFinder({ organic }: Pick<ResultPageSurvey, 'organic'>): (ad: Element, order: number) => AdBlock {
  const results = organic.filter((result) => result.hasHeading && closest(result.element, isComplementary) === null)
  const first = results[0]
  const last = results.at(-1)
  return (ad, order) => {
    const named = namedBlock(ad)
    if (named !== null) return named
    if (!first || !last || order < first.order) return 'top'
    if (order < last.order) return closesResultPage(ad, order, results) ? 'bottom' : 'middle'
    return isOutsideMainColumn(ad, last.element) ? 'right' : 'bottom'
  }
}

function namedBlock(ad: Element): AdBlock | null {
  for (const above of elementsAround(ad)) {
    const named = blockOfSlot[above.attribs['data-ta-slot'] ?? ''] ?? blockOfId[above.attribs.id ?? '']
    if (named) return named
    if (isComplementary(above)) return 'right'
  }
  return null
}

function isComplementary({ name, attribs }: Element): boolean {
  return attribs.role === 'complementary' || name === 'aside'
}

// On phones, the next result page is appended below the last ads of the previous page. Such ads follow an element that contains all the
// results of a page.
function closesResultPage(ad: Element, order: number, results: ResultPageSurvey['organic']): boolean {
  const at = results.findLastIndex((result) => result.order < order)
  const last = results[at]
  const branch = last ? branchBeside(last.element, ad) : null
  // The results are in document order, so those inside one element are consecutive.
  const firstOfPage = results[at - minResultsOfPage + 1]
  return branch !== null && firstOfPage !== undefined && isInside(firstOfPage.element, branch)
}

/** The first element's highest ancestor that doesn't contain the second element. */
function branchBeside(element: Element, other: Element): Element | null {
  const around = ancestorsOf([other])
  return elementsAround(element).findLast((one) => !around.has(one)) ?? null
}

// Ads below the results are in the same column. A right-hand column is separate: it is another cell of the table row (seen in 2015), or
// outside the parent of role=main.
function isOutsideMainColumn(ad: Element, result: Element): boolean {
  if (branchBeside(result, ad)?.name === 'td' && branchBeside(ad, result)?.name === 'td') return true
  const main = closest(result, ({ attribs }) => attribs.role === 'main')
  return main !== null && main.parent !== null && !isInside(ad, main.parent)
}
