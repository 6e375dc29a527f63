/** Reads all ads of a result page by its structure: ad redirects, headings, and the form and order of texts. */

import type { Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import type { Ad, AdBlock, UnplacedAd } from '../ad.ts'
import { findAdBlock } from './ads/ad-blocks.ts'
import { type AdUnit, findAdUnits } from './ads/ad-units.ts'
import { isPricedLink, readCarouselTiles } from './ads/carousel-tiles.ts'
import { readLocalAds } from './ads/local-ads.ts'
import { isKindWithoutDisplayedUrl, readTextAd } from './ads/text-ads.ts'
import { isInside } from './dom/headings.ts'
import { textLines } from './dom/text-lines.ts'
import type { AdLink } from './survey/ad-links.ts'
import { type ResultPageSurvey, surveyResultPage } from './survey/result-page-survey.ts'
import { countUnreadAds } from './unread-ads.ts'

export interface ParsedAds {
  /** In document order, local ads last. */
  ads: Omit<Ad, 'page'>[]
  /** Number of elements that are ads by all evidence, and that could not be read. */
  unread: number
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
  let unread = untitledUrls.length + (survey.isTruncated ? 1 : 0)

  const titleLinks = new Set(units.map(({ title }) => title.link))
  const context = { survey, document, titleLinks, commonLines: findCommonLines(units) }
  for (const unit of units) {
    if (isInLocalAd(unit.root)) continue
    const ad = readTextAd(unit, context)
    if (unit.displayedUrls.length === 0 && !isKindWithoutDisplayedUrl(ad.kind)) {
      if (isCarouselHeader(unit, ad, survey)) continue
      unread++
    }
    if (ad.title === null) {
      if (unit.displayedUrls.length > 0) unread++
      continue
    }
    located.push({ ad, element: unit.root, order: unit.title.order })
  }

  const isInUnit = ({ element }: AdLink) => units.some(({ root }) => isInside(element, root))
  const tileLinks = survey.links.filter((link) => link.isTile || (pricedLinks.has(link) && !isInUnit(link)))
  const { tiles, unreadable } = readCarouselTiles(tileLinks, document)
  unread += unreadable.length
  for (const { ad, tile } of tiles) located.push({ ad, element: tile.root, order: tile.links[0]?.order ?? 0 })
  for (const { ad, root } of localAds) located.push({ ad, element: root, order: Number.MAX_SAFE_INTEGER })

  const isRead = (declared: Element) =>
    located.some(({ element }) => isInside(element, declared) || isInside(declared, element))
  unread += survey.declaredAds.filter((declared) => !isRead(declared)).length
  const otherLinks = survey.links.filter((link) => !link.isTile && !pricedLinks.has(link) && !isInLocalAd(link.element))
  unread += countUnreadAds(
    survey,
    otherLinks,
    located.map(({ element }) => element),
  )
  removeSharedNames(located)
  located.sort((a, b) => a.order - b.order)
  return { ads: placeAds(located, survey), unread, survey }
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
