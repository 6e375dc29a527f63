/** Reads all ads of a result page by its structure: ad redirects, headings, and the form and order of texts. */

import type { Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import type { Ad, AdBlock, UnplacedAd } from '../ad.ts'
import { findAdBlock } from './ads/ad-blocks.ts'
import { type AdUnit, findAdUnits } from './ads/ad-units.ts'
import { readAppCards } from './ads/app-cards.ts'
import { isPricedLink, readCarouselTiles } from './ads/carousel-tiles.ts'
import { readLocalAds } from './ads/local-ads.ts'
import { isKindWithoutDisplayedUrl, readTextAd } from './ads/text-ads.ts'
import { isInside } from './dom/headings.ts'
import { textLines } from './dom/text-lines.ts'
import { type AdLink, isCertainAd } from './survey/ad-links.ts'
import type { DisplayedUrl } from './survey/displayed-urls.ts'
import { type ResultPageSurvey, surveyResultPage } from './survey/result-page-survey.ts'
import { findUnreadAds, hasPictureOrPrice, isFilled, leadsToGoogle } from './unread-ads.ts'

export interface ParsedAds {
  /** In document order, local ads last. */
  ads: Omit<Ad, 'page'>[]
  /** Elements that are ads by all evidence, and that could not be read. */
  unread: Element[]
  survey: ResultPageSurvey
}

interface LocatedAd {
  ad: UnplacedAd
  element: Element
  /** Position in document order. */
  order: number
}

/** A line is Google's own text when the ads of this many advertisers have it. */
const minSharingAdvertisers = 3

export function parseAds(document: Document): ParsedAds {
  const survey = surveyResultPage(document)
  const pricedLinks = new Set(survey.links.filter(({ element }) => isPricedLink(element)))
  const localAds = readLocalAds(document)
  const { units, untitledUrls } = findAdUnits(survey, (link) => pricedLinks.has(link))
  const isInLocalAd = (element: Element) => localAds.some(({ root }) => isInside(element, root))
  const located: LocatedAd[] = []
  const unread = untitledUrls
    .filter((displayedUrl) => !isMention(displayedUrl, units, survey))
    .map(({ element }) => element)

  const titleLinks = new Set(units.map(({ title }) => title.link))
  const context = { survey, document, titleLinks, commonLines: findCommonLines(units) }
  for (const unit of units) {
    if (isInLocalAd(unit.root)) continue
    const ad = readTextAd(unit, context)
    if (unit.displayedUrls.length === 0 && !isKindWithoutDisplayedUrl(ad.kind)) {
      const isWidget = leadsToGoogle(unit.title.link, document.url)
      if (isWidget || isCarouselHeader(unit, ad, survey) || !isFilled(unit.root)) continue
      unread.push(unit.root)
    }
    if (ad.title === null) {
      if (unit.displayedUrls.length > 0) unread.push(unit.root)
      continue
    }
    located.push({ ad, element: unit.root, order: unit.title.order })
  }

  const isInUnit = ({ element }: AdLink) => units.some(({ root }) => isInside(element, root))
  const tileLinks = survey.links.filter((link) => link.isTile || (pricedLinks.has(link) && !isInUnit(link)))
  const { tiles, unreadable } = readCarouselTiles(tileLinks, document)
  // "View all" beside offers that were read is no offer, nor is a slot that nothing fills.
  const isMissed = (root: Element) => (tiles.length === 0 ? isFilled(root) : hasPictureOrPrice(root))
  unread.push(...unreadable.map(({ root }) => root).filter(isMissed))
  for (const { ad, tile } of tiles) located.push({ ad, element: tile.root, order: tile.links[0]?.order ?? 0 })
  for (const { ad, root } of localAds) located.push({ ad, element: root, order: Number.MAX_SAFE_INTEGER })

  const isUnreadLink = (link: AdLink) =>
    isCertainAd(link) && !located.some(({ element }) => isInside(link.element, element))
  const appCards = readAppCards(survey.links.filter(isUnreadLink), document.baseUrl)
  for (const { ad, root, order } of appCards) located.push({ ad, element: root, order })

  const isRead = (declared: Element) =>
    located.some(({ element }) => isInside(element, declared) || isInside(declared, element))
  unread.push(
    ...survey.declaredAds.filter((declared) => !isRead(declared) && isDeclaredEvidence(declared, survey, document.url)),
  )
  const otherLinks = survey.links.filter((link) => !link.isTile && !pricedLinks.has(link) && !isInLocalAd(link.element))
  const readElements = located.map(({ element }) => element)
  unread.push(...findUnreadAds(survey, { links: otherLinks, readElements, url: document.url }))
  removeSharedNames(located)
  located.sort((a, b) => a.order - b.order)
  return { ads: placeAds(located, survey), unread, survey }
}

/** A URL outside of links that an ad which was read shows too: in a panel about the advertiser, or in a note. */
function isMention(displayedUrl: DisplayedUrl, units: AdUnit[], survey: ResultPageSurvey): boolean {
  const isShown = units.some((unit) => unit.displayedUrls.some(({ text }) => text === displayedUrl.text))
  return isShown && !survey.links.some(({ element }) => isInside(displayedUrl.element, element))
}

/** Whether a declared ad holds something that leads elsewhere than to Google, or a text alone. */
function isDeclaredEvidence(declared: Element, survey: ResultPageSurvey, url: string): boolean {
  const links = survey.links.filter(({ element }) => isInside(element, declared))
  return isFilled(declared) && (links.length === 0 || links.some((link) => !leadsToGoogle(link, url)))
}

/** "Shop for running shoes" above a carousel is a heading with an ad link, without a text of its own. */
function isCarouselHeader(unit: AdUnit, ad: UnplacedAd, survey: ResultPageSurvey): boolean {
  const group = unit.root.parent
  return (
    ad.description === null &&
    group !== null &&
    survey.links.some((link) => link.isTile && isInside(link.element, group))
  )
}

/** Lines in the ads of several advertisers: labels, captions of ratings, reasons for showing an ad. */
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

// A label in a language that the table of labels lacks stands where advertisers' names do, equal in ads of different advertisers.
function removeSharedNames(located: LocatedAd[]): void {
  const named = located.map(({ ad }) => ad).filter((ad) => ad.displayed_url !== null && ad.advertiser !== null)
  for (const ads of Map.groupBy(named, (ad) => ad.advertiser).values()) {
    const urls = new Set(ads.map((ad) => ad.displayed_url))
    if (urls.size >= minSharingAdvertisers) for (const ad of ads) ad.advertiser = null
  }
}

/** Adds the block, and the position within it. */
function placeAds(located: LocatedAd[], survey: ResultPageSurvey): Omit<Ad, 'page'>[] {
  const counts = new Map<AdBlock, number>()
  return located.map(({ ad, element, order }) => {
    const block = ad.kind === 'local' ? 'local' : findAdBlock(element, order, survey)
    const position = (counts.get(block) ?? 0) + 1
    counts.set(block, position)
    return { block, position, ...ad }
  })
}
