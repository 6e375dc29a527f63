/** Recognizes the ad links that belong to carousel tiles, and those that lead to the same product. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement, isText, textOf, walk } from '../../../html/traverse.ts'
import { cleanText } from '../../text/clean-text.ts'
import { isCopy } from '../../text/copied-text.ts'
import { rankDisplayedUrl } from '../../text/displayed-url.ts'
import { priceIn } from '../../text/price.ts'
import { ancestorsOf } from '../dom/ancestors.ts'
import { containsPicture } from '../dom/contains-picture.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import { type TextLine, textLines } from '../dom/text-lines.ts'
import { type AdLink, opaqueHref } from './ad-links.ts'

interface TitledLink {
  heading: Element
  link: AdLink
}

const maxTileLevels = 5
const maxTileChildren = 60

/**
 * Gives opaque links to one product the same target. Each opaque link has a different token, so only the title in a shared tile shows that
 * two links lead to the same product.
 */
export function joinOpaqueOffers(links: AdLink[], titles: TitledLink[], headings: { element: Element }[]): void {
  const headingCounts = new Map<ParentNode, number>()
  let previous = ''
  for (const { element } of headings) {
    const text = cleanText(textOf(element))
    // A tile's name may be in several headings: once truncated and once in full, or once for each view.
    const isRepeated = isCopy(text, previous)
    previous = text
    if (isRepeated) continue
    for (let above: ParentNode | null = element; above; above = above.parent) {
      headingCounts.set(above, (headingCounts.get(above) ?? 0) + 1)
    }
  }
  // If a card has no heading, the nearest title may belong to another ad.
  const offerTitles = titles.filter(({ link }) => link.isOffer)
  const aroundTitles = ancestorsOf(offerTitles.map(({ heading }) => heading))
  const targets = new Map<ParentNode, string>()
  for (const link of links) {
    if (!link.isOffer || opaqueHref(link.element) === null) continue
    let tile: ParentNode = link.element
    while (tile.parent && (headingCounts.get(tile.parent) ?? 0) < 2) tile = tile.parent
    if (!aroundTitles.has(tile)) continue
    targets.set(tile, targets.get(tile) ?? `tile ${targets.size}`)
    link.target = targets.get(tile) as string
  }
}

/** Sets `isTile` if the line after a title is its price. In a text ad, a displayed URL or a sentence follows the title. */
export function markTiles(links: AdLink[], titles: TitledLink[]): void {
  const targets = new Set(titles.filter(({ heading }) => isAbovePrice(heading)).map(({ link }) => link.target))
  for (const link of links) if (targets.has(link.target)) link.isTile = true
}

function isAbovePrice(heading: Element): boolean {
  const nodesOfHeading = new Set(textNodesOf(heading))
  let around: AnyNode | null = heading.parent
  for (let level = 0; level < maxTileLevels && around && isElement(around); level++, around = around.parent) {
    if (around.children.length > maxTileChildren || isTooLarge(around)) return false
    const lines = textLines(around)
    const last = lines.findLastIndex((line) => line.nodes.some((node) => nodesOfHeading.has(node)))
    const name = lines[last]?.text ?? ''
    const next = lines.slice(last + 1).find(({ text }) => !isCopy(text, name))
    if (next) return isBesidePrice(lines, last, next) && hasPictureNearby(around)
  }
  return false
}

function textNodesOf(root: Element): AnyNode[] {
  const nodes: AnyNode[] = []
  walk(root, (node) => {
    if (isText(node)) nodes.push(node)
  })
  return nodes
}

function isBesidePrice(lines: TextLine[], nameAt: number, next: TextLine): boolean {
  if (priceIn(next.text) !== null) return true
  const before = lines.slice(0, nameAt).findLast(({ text }) => !isCopy(text, lines[nameAt]?.text ?? ''))
  return before !== undefined && priceIn(before.text) !== null && rankDisplayedUrl(next.text) === 0
}

// A sitelink may also have a price, but only a tile has an image up to two levels above.
function hasPictureNearby(element: Element): boolean {
  let tile = element
  for (let level = 0; level < 2 && tile.parent && isElement(tile.parent); level++) tile = tile.parent
  return containsPicture(tile)
}
