/** Which ads stand on a result page? */

import type { Element } from 'domhandler'
import type { Document } from '../../document/document.ts'
import type { Ad, ReadAd } from '../ad.ts'
import { blockOf } from './ads/ad-blocks.ts'
import { type Unit, unitsOf } from './ads/ad-units.ts'
import { isPriced, readTiles } from './ads/carousel-tiles.ts'
import { readLocalAds } from './ads/local-ads.ts'
import { isWithoutAddress, readTextAd } from './ads/text-ads.ts'
import { isBelow } from './dom/headings.ts'
import { linesOf } from './dom/text-lines.ts'
import type { AdLink } from './survey/ad-links.ts'
import { type Survey, surveyOf } from './survey/survey.ts'
import { unreadEvidence } from './unread-ads.ts'

const minCommon = 3

export interface ParsedPage {
  ads: Omit<Ad, 'page'>[]
  /** How many pieces of the page are ads by all evidence, and could not be read as such. */
  unread: number
  survey: Survey
}

interface Placed {
  ad: ReadAd
  element: Element
  order: number
}

/** Reads ads by structure: ad redirects, headings, the shape of displayed addresses and prices, and where they stand. */
export function parseAds(document: Document): ParsedPage {
  const survey = surveyOf(document)
  const priced = new Set(survey.links.filter(({ element }) => isPriced(element)))
  const local = readLocalAds(document)
  const { units, orphans } = unitsOf(survey, (link) => priced.has(link))
  const inLocal = (element: Element) => local.some(({ root }) => isBelow(element, root))
  const placed: Placed[] = []
  let unread = orphans.length + (survey.isCut ? 1 : 0)
  const common = commonLines(units)
  const titles = new Set(units.map(({ title }) => title.link))
  for (const unit of units) {
    if (inLocal(unit.root)) continue
    const ad = readTextAd(unit, { survey, document, titles, common })
    if (unit.addresses.length === 0 && !isWithoutAddress(ad)) {
      if (isGroupHeader(unit, ad, survey)) continue
      unread++
    }
    if (ad.title === null) {
      if (unit.addresses.length > 0) unread++
      continue
    }
    placed.push({ ad, element: unit.root, order: unit.title.order })
  }
  const inUnit = ({ element }: AdLink) => units.some(({ root }) => isBelow(element, root))
  const tiles = readTiles(
    survey.links.filter((link) => link.isTile || (priced.has(link) && !inUnit(link))),
    document,
  )
  unread += tiles.unread.length
  for (const { ad, tile } of tiles.tiles) placed.push({ ad, element: tile.root, order: tile.links[0]?.order ?? 0 })
  for (const { ad, root } of local) placed.push({ ad, element: root, order: Number.MAX_SAFE_INTEGER })
  unread += survey.claims.filter(
    (claim) => !placed.some(({ element }) => isBelow(element, claim) || isBelow(claim, element)),
  ).length
  const stray = survey.links.filter((link) => !link.isTile && !priced.has(link) && !inLocal(link.element))
  unread += unreadEvidence(
    survey,
    stray,
    placed.map(({ element }) => element),
  )
  dropSharedNames(placed)
  placed.sort((one, other) => one.order - other.order)
  return { ads: numbered(placed, survey), unread, survey }
}

// "Shop for running shoes" above a carousel is a heading and an ad link, and says nothing more.
function isGroupHeader(unit: Unit, ad: ReadAd, survey: Survey): boolean {
  const group = unit.root.parent
  return (
    ad.description === null &&
    group !== null &&
    survey.links.some((link) => link.isTile && isBelow(link.element, group))
  )
}

// What the ads of several advertisers say alike is Google's: labels, ratings' captions, reasons for showing an ad.
function commonLines(units: Unit[]): Set<string> {
  const sites = new Map<string, Set<string>>()
  for (const { root, addresses } of units) {
    for (const { text } of linesOf(root)) sites.set(text, (sites.get(text) ?? new Set()).add(addresses[0]?.text ?? ''))
  }
  return new Set([...sites].filter(([, those]) => those.size >= minCommon).map(([text]) => text))
}

// A label in a language that the table lacks stands where names do, the same in the ads of different advertisers.
function dropSharedNames(placed: Placed[]): void {
  const texts = placed.map(({ ad }) => ad).filter((ad) => ad.displayed_url !== null && ad.advertiser !== null)
  const sites = Map.groupBy(texts, (ad) => ad.advertiser)
  for (const ads of sites.values()) {
    if (new Set(ads.map((ad) => ad.displayed_url)).size > 2) for (const ad of ads) ad.advertiser = null
  }
}

function numbered(placed: Placed[], survey: Survey): Omit<Ad, 'page'>[] {
  const counts = new Map<Ad['block'], number>()
  return placed.map(({ ad, element, order }) => {
    const block = ad.kind === 'local' ? 'local' : blockOf(element, order, survey)
    const position = (counts.get(block) ?? 0) + 1
    counts.set(block, position)
    return { block, position, ...ad }
  })
}
