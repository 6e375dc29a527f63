/** Reads the tiles of carousels: products, hotels and tours. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { isElement } from '../../../html/traverse.ts'
import { blankAd, type UnplacedAd } from '../../ad/ad.ts'
import { priceIn } from '../../text/amounts.ts'
import { isClipped, isCopy, wholeOfCopies } from '../../text/copied-text.ts'
import { rankDisplayedUrl } from '../../text/short-texts.ts'
import { textLines } from '../dom/text-lines.ts'
import { containsPicture, elementsAround, isInside, isTooLarge, keysInside } from '../dom/tree.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { readCardLines, readRating } from './ad-details.ts'
import { landingUrlOf, readPicture, trackingUrlOf } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'
import { tileKind } from './tile-facts.ts'
import { readTileTexts, singleLines, wholeSeller } from './tile-texts.ts'

const maxLinksBeside = 8

interface CarouselTile {
  root: Element
  links: AdLink[]
}

interface ReadTile {
  ad: UnplacedAd
  tile: CarouselTile
}

/**
 * True if the link itself contains an image, a title and a price. In a carousel, such a link is a hotel or a tour. In a text ad, it is a
 * sitelink.
 */
export function isPricedLink(link: Element): boolean {
  if (!containsPicture(link)) return false
  const lines = textLines(link)
  const hasDisplayedUrl = lines.some(({ text }) => rankDisplayedUrl(text) > 1)
  return lines.length >= 2 && lines.some(({ text }) => priceIn(text) !== null) && !hasDisplayedUrl
}

/**
 * The tiles in the order of their first links. An offer that the page repeats (hover cards, lightboxes) counts once. `unreadable` holds
 * offers without a readable title.
 */
export function readCarouselTiles(links: AdLink[], document: Document) {
  const linksByTarget = Map.groupBy(links, (link) => link.target)
  const targetsIn = keysInside(links.map(({ element, target }) => [element, target]))
  const tiles: ReadTile[] = []
  const unreadable: CarouselTile[] = []
  for (const linksOfTile of linksByTarget.values()) {
    const tile = { root: findTileRoot(linksOfTile[0] as AdLink, targetsIn), links: linksOfTile }
    const ad = readTile(tile, document)
    if (!ad) {
      if (linksOfTile.some((link) => link.isOffer)) unreadable.push(tile)
      continue
    }
    const same = tiles.find((other) => isSameOffer(other, { ad, tile }))
    if (same) same.ad.title = wholeOfCopies(same.ad.title ?? '', ad.title ?? '')
    else tiles.push({ ad, tile })
  }
  return { tiles, unreadable }
}

// A truncated name may match several products of a seller, so an offer is a copy only if both offers lead to the same page or are in
// different views.
function isSameOffer(one: ReadTile, other: ReadTile): boolean {
  if (one.ad.price !== other.ad.price || one.ad.advertiser !== other.ad.advertiser) return false
  const [title, otherTitle] = [one.ad.title ?? '', other.ad.title ?? '']
  if (title === otherTitle) return true
  if (!isCopy(title, otherTitle)) return false
  return one.ad.url === null ? one.tile.root.parent !== other.tile.root.parent : one.ad.url === other.ad.url
}

function readTile(tile: CarouselTile, document: Document): UnplacedAd | null {
  const { title, price, oldPrice, advertiser, rest } = readTileTexts(tile.root)
  if (title === null) return null
  const [first] = tile.links as [AdLink]
  const landingLink = tile.links.find((link) => landingUrlOf(link, null, document.url) !== null) ?? first
  const countedLink = tile.links.find((link) => link.clickCounter !== null) ?? landingLink
  const isOwnLink = (link: Element) => tile.links.some(({ element }) => element === link)
  const kind = tileKind(tile.root, tile.links, rest, { title, hasPrice: price !== null })
  const address = addressInLines(rest, false)
  return {
    ...blankAd,
    kind,
    title,
    url: landingUrlOf(landingLink, null, document.url),
    advertiser: advertiser !== null && isClipped(advertiser) ? wholeSeller(advertiser, textsBeside(tile)) : advertiser,
    tracking_url: trackingUrlOf(countedLink, document.baseUrl),
    price,
    old_price: oldPrice,
    ...readRating(tile.root, rest, title),
    extensions: readCardLines(rest, isOwnLink, address),
    image_url: readPicture(tile.root, document.baseUrl, (node) => node.name === 'a' && !isOwnLink(node)),
    address,
  }
}

// Until 2017 the enlarged card was next to its tile, with the same links and the seller's full name.
function textsBeside({ root, links }: CarouselTile): string[] {
  const beside = links.filter(({ element }) => !isInside(element, root)).slice(0, maxLinksBeside)
  return beside.flatMap(({ element: { parent } }) =>
    parent && !(isElement(parent) && isTooLarge(parent)) ? singleLines(parent).map(({ text }) => text) : [],
  )
}

/** Moves up from the first link until the tile is complete, or the parent contains another offer's link. */
function findTileRoot(link: AdLink, targetsIn: Map<ParentNode, Set<string>>): Element {
  let root = link.element
  // An element that wraps a single element has the same lines as the inner one.
  let isWrapper = false
  for (const above of elementsAround(root.parent)) {
    if ((targetsIn.get(above)?.size ?? 0) > 1 || above.attribs.role === 'region' || above.name === 'body') break
    if (isTooLarge(above) || (!isWrapper && isComplete(root))) break
    root = above
    isWrapper = above.children.length === 1
  }
  return root
}

/** True if the tile has a price and two other lines: one above and one below the price, or both below. */
function isComplete(root: Element): boolean {
  const lines = singleLines(root)
  const priceAt = lines.findIndex((line) => priceIn(line.text) !== null)
  const below = lines.slice(priceAt + 1).filter((line) => priceIn(line.text) === null).length
  return priceAt > 0 ? below > 0 : priceAt === 0 && below > 1
}
