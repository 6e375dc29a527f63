/** What do the tiles of a carousel sell: products, hotels, tours? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, walk } from '../../../document/traverse.ts'
import type { Ad, ReadAd } from '../../ad.ts'
import { addressRank, clean, isAdLabel, priceOf } from '../../shapes.ts'
import { isHeading } from '../dom/headings.ts'
import { isLarge } from '../dom/size-limits.ts'
import { type Line, linesOf } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { counterAddress, landingOf } from './ad-urls.ts'

/** A tile: the links of one offer and the piece of the page around them. */
export interface Tile {
  root: Element
  links: AdLink[]
}

export interface Tiles {
  tiles: { ad: ReadAd; tile: Tile }[]
  /** Offers that a title or a price could not be found for. */
  unread: Tile[]
}

/**
 * Does the link itself hold a picture, a title and a price? In a carousel such a link is a hotel or a tour; inside an ad
 * with a headline it is one of its sitelinks.
 */
export function isPriced(link: Element): boolean {
  let hasPicture = false
  walk(link, (node) => {
    if (isElement(node) && (node.name === 'img' || node.name === 'g-img')) hasPicture = true
    return !hasPicture
  })
  if (!hasPicture) return false
  const lines = linesOf(link)
  return (
    lines.length >= 2 &&
    lines.some((line) => priceOf(line.text) !== null) &&
    !lines.some(({ text }) => addressRank(text) > 1)
  )
}

/** Reads all tiles; an offer that the page repeats (hover cards, lightboxes) counts once. */
export function readTiles(links: AdLink[], document: Document): Tiles {
  const byTarget = Map.groupBy(links, (link) => link.target)
  const counts = countsOf(byTarget)
  const result: Tiles = { tiles: [], unread: [] }
  const seen = new Set<string>()
  for (const links of byTarget.values()) {
    const tile = { root: rootOf(links[0] as AdLink, counts), links }
    const ad = readTile(tile, document)
    if (!ad) {
      if (links.some((link) => link.isOffer)) result.unread.push(tile)
      continue
    }
    const identity = JSON.stringify([ad.title, ad.price, ad.advertiser])
    if (seen.has(identity)) continue
    seen.add(identity)
    result.tiles.push({ ad, tile })
  }
  return result
}

function readTile(tile: Tile, document: Document): ReadAd | null {
  const lines = linesOf(tile.root).filter((line) => !isAdLabel(line.text))
  const at = lines.findIndex((line) => priceOf(line.text) !== null)
  const priceLine = lines[at]
  const title = titleOf(tile.root, lines, at)
  if (title === null) return null
  const titleAt = lines.findIndex(({ text }) => text === title)
  const advertiser = sellerOf(lines.slice((priceLine ? at : titleAt) + 1), title)
  const best = tile.links.find((link) => landingOf(link, null, document.url) !== null) ?? (tile.links[0] as AdLink)
  const counted = tile.links.find((link) => link.tracking !== null) ?? best
  return {
    kind: kindOf(tile, lines),
    title,
    url: landingOf(best, null, document.url),
    displayed_url: null,
    description: null,
    advertiser,
    tracking_url: counterAddress(counted, document.baseUrl),
    sitelinks: [],
    phone: null,
    price: priceLine ? priceOf(priceLine.text) : null,
  }
}

// A heading; else the line that an image or a label repeats; else the line right above the price.
function titleOf(root: Element, lines: Line[], priceAt: number): string | null {
  const above = lines.slice(0, Math.max(priceAt, 0)).map((line) => line.text)
  let heading: string | null = null
  const labels: string[] = []
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHeading(node)) heading ??= linesOf(node)[0]?.text ?? null
    const label = node.attribs.alt ?? node.attribs['aria-label']
    if (label) labels.push(clean(label))
  })
  if (heading !== null) return heading
  // "View all" has neither heading nor price.
  if (priceAt < 0) return null
  const repeated = above.filter((text) => text.length > 2 && labels.some((label) => label.includes(text)))
  return repeated.at(-1) ?? above.at(-1) ?? lines.slice(priceAt + 1).find((line) => line.link !== null)?.text ?? null
}

function sellerOf(below: Line[], title: string): string | null {
  const line = below.find(
    ({ text, isRating }) => !isRating && text !== title && priceOf(text) === null && /\p{L}/u.test(text),
  )
  return line?.text ?? null
}

function kindOf(tile: Tile, lines: Line[]): Ad['kind'] {
  if (tile.links.some((link) => link.isOffer)) return 'shopping'
  const addresses = tile.links.flatMap(({ element }) => Object.values(element.attribs)).join(' ')
  const isHotel =
    /\/travel\/(?:hotels|clk)|[/?&.=-]hotels?\b|hotel_/i.test(addresses) ||
    lines.some(({ text }) => /★|\d-star|hotel/i.test(text))
  if (isHotel) return 'hotel'
  return tile.links.some((link) => link.isTile) ? 'shopping' : 'travel'
}

function countsOf(byTarget: Map<string, AdLink[]>): Map<ParentNode, Set<string>> {
  const counts = new Map<ParentNode, Set<string>>()
  for (const [target, links] of byTarget) {
    for (const { element } of links) {
      for (let above: ParentNode | null = element; above; above = above.parent) {
        const targets = counts.get(above) ?? new Set()
        counts.set(above, targets.add(target))
      }
    }
  }
  return counts
}

// Up from the first link, as long as no other offer's link comes in and the tile is not complete.
function rootOf(link: AdLink, counts: Map<ParentNode, Set<string>>): Element {
  let root = link.element
  for (let above: AnyNode | null = root.parent; above && isElement(above); above = above.parent) {
    if ((counts.get(above)?.size ?? 0) > 1 || above.attribs.role === 'region' || above.name === 'body') break
    if (isLarge(above) || isComplete(root)) break
    root = above
  }
  return root
}

function isComplete(root: Element): boolean {
  const lines = linesOf(root)
  const at = lines.findIndex((line) => priceOf(line.text) !== null)
  return at > 0 && at < lines.length - 1
}
