/** Reads the tiles of carousels: products, hotels and tours. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { elementsAround, isElement } from '../../../html/traverse.ts'
import { blankAd, type UnplacedAd } from '../../ad/ad.ts'
import { priceIn } from '../../text/amounts.ts'
import { isClipped, isCopy, wholeOfCopies } from '../../text/copied-text.ts'
import { rankDisplayedUrl } from '../../text/short-texts.ts'
import { textLines } from '../dom/text-lines.ts'
import { containsPicture, isInside, isTooLarge, keysInside } from '../dom/tree.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { readCardLines, readRating } from './ad-details.ts'
import { landingUrlOf, readPicture, trackingUrlOf } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'
import { tileKind } from './tile-facts.ts'
import { readTileTexts, singleLines, wholeSeller } from './tile-texts.ts'

const maxLinksBeside = 8

interface CarouselTile {
  ad: UnplacedAd
  root: Element
  links: AdLink[]
}

/** True if the link contains an image, a title and a price, as a hotel or tour in a carousel does, and a sitelink in a text ad. */
export function isPricedLink(link: Element): boolean {
  if (!containsPicture(link)) return false
  const lines = textLines(link)
  const hasDisplayedUrl = lines.some(({ text }) => rankDisplayedUrl(text) > 1)
  return lines.length >= 2 && lines.some(({ text }) => priceIn(text) !== null) && !hasDisplayedUrl
}

/**
 * The tiles in the order of their first links. An offer that the page repeats (hover cards, lightboxes) counts once. `unreadable` holds
 * the elements of offers without a readable title.
 */
export function readCarouselTiles(links: AdLink[], document: Document) {
  const linksByTarget = Map.groupBy(links, (link) => link.target)
  const targetsIn = keysInside(links.map(({ element, target }) => [element, target]))
  const tiles: CarouselTile[] = []
  const unreadable: Element[] = []
  for (const linksOfTile of linksByTarget.values()) {
    const root = findTileRoot(linksOfTile[0] as AdLink, targetsIn)
    const ad = readTile(root, linksOfTile, document)
    if (!ad) {
      if (linksOfTile.some((link) => link.isOffer)) unreadable.push(root)
      continue
    }
    const tile = { ad, root, links: linksOfTile }
    const same = tiles.find((other) => isSameOffer(other, tile))
    if (same) same.ad.title = wholeOfCopies(same.ad.title ?? '', ad.title ?? '')
    else tiles.push(tile)
  }
  return { tiles, unreadable }
}

// A truncated name may match several products of a seller, so an offer is a copy only if both offers lead to the same page or are in
// different views.
function isSameOffer(one: CarouselTile, other: CarouselTile): boolean {
  if (one.ad.price !== other.ad.price || one.ad.advertiser !== other.ad.advertiser) return false
  const [title, otherTitle] = [one.ad.title ?? '', other.ad.title ?? '']
  if (title === otherTitle) return true
  if (!isCopy(title, otherTitle)) return false
  return one.ad.url === null ? one.root.parent !== other.root.parent : one.ad.url === other.ad.url
}

function readTile(root: Element, links: AdLink[], document: Document): UnplacedAd | null {
  const { title, price, oldPrice, advertiser, rest } = readTileTexts(root)
  if (title === null) return null
  const [first] = links as [AdLink]
  const landingLink = links.find((link) => landingUrlOf(link, null, document.url) !== null) ?? first
  const countedLink = links.find((link) => link.clickCounter !== null) ?? landingLink
  const isOwnLink = (link: Element) => links.some(({ element }) => element === link)
  const kind = tileKind(root, links, rest, { title, hasPrice: price !== null })
  const address = addressInLines(rest, false)
  return {
    ...blankAd,
    kind,
    title,
    url: landingUrlOf(landingLink, null, document.url),
    advertiser:
      advertiser !== null && isClipped(advertiser) ? wholeSeller(advertiser, textsBeside(root, links)) : advertiser,
    tracking_url: trackingUrlOf(countedLink, document.baseUrl),
    price,
    old_price: oldPrice,
    ...readRating(root, rest, title),
    extensions: readCardLines(rest, isOwnLink, address),
    image_url: readPicture(root, document.baseUrl, (node) => node.name === 'a' && !isOwnLink(node)),
    address,
  }
}

// Until 2017 the enlarged card was next to its tile, with the same links and the seller's full name.
function textsBeside(root: Element, links: AdLink[]): string[] {
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
