/** Reads the tiles of carousels: products, hotels and tours. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, walk } from '../../../document/traverse.ts'
import type { AdKind, UnplacedAd } from '../../ad.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { cleanText } from '../../text/clean-text.ts'
import { rankDisplayedUrl } from '../../text/displayed-url.ts'
import { priceIn } from '../../text/price.ts'
import { isHeading } from '../dom/headings.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import { type TextLine, textLines } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { landingUrlOf, trackingUrlOf } from './ad-urls.ts'

/** The links of one offer and the element around them. */
export interface CarouselTile {
  root: Element
  links: AdLink[]
}

export interface CarouselTiles {
  tiles: { ad: UnplacedAd; tile: CarouselTile }[]
  /** Offers without a readable title. */
  unreadable: CarouselTile[]
}

/**
 * Whether the link itself contains a picture, a title and a price. In a carousel such a link is a hotel or a tour; inside a text
 * ad it is a sitelink.
 */
export function isPricedLink(link: Element): boolean {
  let hasPicture = false
  walk(link, (node) => {
    if (isElement(node) && (node.name === 'img' || node.name === 'g-img')) hasPicture = true
    return !hasPicture
  })
  if (!hasPicture) return false
  const lines = textLines(link)
  return (
    lines.length >= 2 &&
    lines.some((line) => priceIn(line.text) !== null) &&
    !lines.some(({ text }) => rankDisplayedUrl(text) > 1)
  )
}

/** The tiles in the order of their first links. An offer that the page repeats (hover cards, lightboxes) counts once. */
export function readCarouselTiles(links: AdLink[], document: Document): CarouselTiles {
  const linksByTarget = Map.groupBy(links, (link) => link.target)
  const targetsIn = countTargets(linksByTarget)
  const result: CarouselTiles = { tiles: [], unreadable: [] }
  const offers = new Set<string>()
  for (const linksOfTile of linksByTarget.values()) {
    const tile = { root: findTileRoot(linksOfTile[0] as AdLink, targetsIn), links: linksOfTile }
    const ad = readTile(tile, document)
    if (!ad) {
      if (linksOfTile.some((link) => link.isOffer)) result.unreadable.push(tile)
      continue
    }
    const offer = JSON.stringify([ad.title, ad.price, ad.advertiser])
    if (offers.has(offer)) continue
    offers.add(offer)
    result.tiles.push({ ad, tile })
  }
  return result
}

function readTile(tile: CarouselTile, document: Document): UnplacedAd | null {
  const lines = textLines(tile.root).filter((line) => !isAdLabel(line.text))
  const priceAt = lines.findIndex((line) => priceIn(line.text) !== null)
  const priceLine = lines[priceAt]
  const title = findTitle(tile.root, lines, priceAt)
  if (title === null) return null
  const titleAt = lines.findIndex(({ text }) => text === title)
  const [first] = tile.links as [AdLink]
  const landingLink = tile.links.find((link) => landingUrlOf(link, null, document.url) !== null) ?? first
  const countedLink = tile.links.find((link) => link.clickCounter !== null) ?? landingLink
  return {
    kind: parameterKind(tile, lines),
    title,
    url: landingUrlOf(landingLink, null, document.url),
    displayed_url: null,
    description: null,
    advertiser: findSeller(lines.slice((priceLine ? priceAt : titleAt) + 1), title),
    tracking_url: trackingUrlOf(countedLink, document.baseUrl),
    sitelinks: [],
    phone: null,
    price: priceLine ? priceIn(priceLine.text) : null,
  }
}

// A heading; else the last line above the price that an image's or a link's label repeats; else the line right above the price.
function findTitle(root: Element, lines: TextLine[], priceAt: number): string | null {
  const abovePrice = lines.slice(0, Math.max(priceAt, 0)).map((line) => line.text)
  let heading: string | null = null
  const labels: string[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHeading(node)) heading ??= textLines(node)[0]?.text ?? null
    const label = node.attribs.alt ?? node.attribs['aria-label']
    if (label) labels.push(cleanText(label))
  })
  if (heading !== null) return heading
  // The tile "View all" has neither heading nor price.
  if (priceAt < 0) return null
  const repeated = abovePrice.filter((text) => text.length > 2 && labels.some((label) => label.includes(text)))
  const linkedBelow = lines.slice(priceAt + 1).find((line) => line.link !== null)
  return repeated.at(-1) ?? abovePrice.at(-1) ?? linkedBelow?.text ?? null
}

function findSeller(linesBelow: TextLine[], title: string): string | null {
  const line = linesBelow.find(
    ({ text, isRating }) => !isRating && text !== title && priceIn(text) === null && /\p{L}/u.test(text),
  )
  return line?.text ?? null
}

function parameterKind(tile: CarouselTile, lines: TextLine[]): AdKind {
  if (tile.links.some((link) => link.isOffer)) return 'shopping'
  const attributes = tile.links.flatMap(({ element }) => Object.values(element.attribs)).join(' ')
  const isHotel =
    /\/travel\/(?:hotels|clk)|[/?&.=-]hotels?\b|hotel_/i.test(attributes) ||
    lines.some(({ text }) => /★|\d-star|hotel/i.test(text))
  if (isHotel) return 'hotel'
  return tile.links.some((link) => link.isTile) ? 'shopping' : 'travel'
}

function countTargets(linksByTarget: Map<string, AdLink[]>): Map<ParentNode, Set<string>> {
  const targetsIn = new Map<ParentNode, Set<string>>()
  for (const [target, links] of linksByTarget) {
    for (const { element } of links) {
      for (let above: ParentNode | null = element; above; above = above.parent) {
        targetsIn.set(above, (targetsIn.get(above) ?? new Set()).add(target))
      }
    }
  }
  return targetsIn
}

/** The ancestors of the first link are added until the tile is complete, or one contains another offer's link. */
function findTileRoot(link: AdLink, targetsIn: Map<ParentNode, Set<string>>): Element {
  let root = link.element
  for (let above: AnyNode | null = root.parent; above && isElement(above); above = above.parent) {
    if ((targetsIn.get(above)?.size ?? 0) > 1 || above.attribs.role === 'region' || above.name === 'body') break
    if (isTooLarge(above) || isComplete(root)) break
    root = above
  }
  return root
}

/** Whether there are lines above and below the price. */
function isComplete(root: Element): boolean {
  const lines = textLines(root)
  const priceAt = lines.findIndex((line) => priceIn(line.text) !== null)
  return priceAt > 0 && priceAt < lines.length - 1
}
