/** Reads all ads on a result page from its structure: ad redirects, headings, and the form and order of its text. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../html/document.ts'
import type { Ad, AdBlock, UnplacedAd } from '../ad/ad.ts'
import { isGooglePageLink, leadsNowhere } from '../ad/google-urls.ts'
import { adBlockFinder } from './ads/ad-blocks.ts'
import { type AdUnit, findAdUnits } from './ads/ad-units.ts'
import { readAppCards } from './ads/app-cards.ts'
import { isPricedLink, readCarouselTiles } from './ads/carousel-tiles.ts'
import { readLocalAds } from './ads/local-ads.ts'
import { isKindWithoutDisplayedUrl, readTextAd } from './ads/text-ads.ts'
import { ancestorsOf, isInsideAny, itemsInside } from './dom/ancestors.ts'
import { isTooLarge } from './dom/size-limits.ts'
import { textLines } from './dom/text-lines.ts'
import { visibleLinks } from './dom/visible-links.ts'
import { type AdLink, isCertainAd, isLocalAd } from './survey/ad-links.ts'
import type { DisplayedUrl } from './survey/displayed-urls.ts'
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
  const context = { survey, document, titleLinks, commonLines: findCommonLines(units) }
  for (const unit of units) {
    if (isInLocalAd(unit.root)) continue
    const ad = readTextAd(unit, context)
    if (unit.displayedUrls.length === 0 && !isKindWithoutDisplayedUrl(ad.kind)) {
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

  const unitRoots = new Set(units.map(({ root }) => root))
  const tileLinks = survey.links.filter(
    (link) => link.isTile || (pricedLinks.has(link) && !isInsideAny(link.element, unitRoots)),
  )
  const { tiles, unreadable } = readCarouselTiles(tileLinks, document)
  // "View all" next to offers that were read isn't an offer. Neither is an empty slot.
  const isMissed = (root: Element) => (tiles.length === 0 ? isFilled(root) : hasPictureOrPrice(root))
  unread.push(...unreadable.map(({ root }) => root).filter(isMissed))
  for (const { ad, tile } of tiles) located.push({ ad, element: tile.root, order: tile.links[0]?.order ?? 0 })
  for (const { ad, root } of localAds) located.push({ ad, element: root, order: Number.MAX_SAFE_INTEGER })

  const readBefore = new Set(located.map(({ element }) => element))
  const isUnreadLink = (link: AdLink) => isCertainAd(link) && !isInsideAny(link.element, readBefore)
  const appCards = readAppCards(survey.links.filter(isUnreadLink), document.baseUrl)
  for (const { ad, root, order } of appCards) located.push({ ad, element: root, order })

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
