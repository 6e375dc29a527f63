/** Reads cards that have a name but no displayed URL: stores, videos, and apps whose title isn't a heading. */

import type { Element, ParentNode } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { type AdKind, blankAd, type UnplacedAd } from '../../ad/ad.ts'
import { priceIn } from '../../text/amounts.ts'
import { isCopy } from '../../text/copied-text.ts'
import { isAdLabel, phoneNumberIn, rankDisplayedUrl } from '../../text/short-texts.ts'
import { elementsAround, isHeading, isTooLarge, keysInside, maxDetailLines } from '../dom/tree.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { readCardLines, readRating } from './ad-details.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf, readPicture, trackingUrlOf } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'
import { hasPicture, isDistance, isHours, isVideo } from './tile-facts.ts'
import { nameOfHeading, readTileTexts, singleLines } from './tile-texts.ts'

/** The card of a unit that has no displayed URL; null if nothing indicates a card. */
export function readCard({ root, title: { heading, link } }: AdUnit, document: Document): UnplacedAd | null {
  const title = isHeading(heading) ? nameOfHeading(heading) : null
  if (title === null) return null
  const lines = singleLines(root)
    .filter(({ text }) => !isAdLabel(text) && !isCopy(text, title))
    .slice(0, maxDetailLines)
  const texts = lines.map(({ text }) => text)
  const kind = kindOf(root, link.element, texts)
  if (kind === null) return null
  const address = kind === 'store' ? addressInLines(lines, true) : null
  const isOwnLink = (element: Element) => element === link.element
  return {
    ...blankAd,
    kind,
    title,
    url: landingUrlOf(link, null, document.url),
    tracking_url: trackingUrlOf(link, document.baseUrl),
    phone: texts.map(phoneNumberIn).find((phone) => phone !== null) ?? null,
    ...readRating(root, lines, title),
    extensions: readCardLines(lines, isOwnLink, address),
    image_url: readPicture(root, document.baseUrl, (node) => node.name === 'a' && !isOwnLink(node)),
    address,
  }
}

function kindOf(root: Element, link: Element, texts: string[]): AdKind | null {
  if (texts.some((text) => priceIn(text) !== null)) return null
  if (isVideo(root, [link], texts)) return 'video'
  const parts = texts.flatMap((text) => text.split(/\s*[·⋅|•]\s*/))
  const isPlace = parts.some(isDistance) || (parts.some(isHours) && hasPicture(root))
  return isPlace ? 'store' : null
}

const maxCardLevels = 6
const appAddress = /^https?:\/\/(?:play\.google\.com\/store\/apps\/details|(?:apps|itunes)\.apple\.com\/[^?]*\/id)/

/** The app cards among the links that weren't read as part of an ad. `base` is the result page's URL. */
export function readAppCards(links: AdLink[], base: string) {
  const appLinks = links.filter(({ element }) => appAddress.test(element.attribs.href ?? ''))
  const hrefsIn = keysInside(links.map(({ element }) => [element, element.attribs.href ?? '']))
  const cards: { ad: UnplacedAd; root: Element; order: number }[] = []
  const apps = new Set<string>()
  for (const link of appLinks) {
    // The "Install" button leads to the same app.
    if (apps.has(link.element.attribs.href ?? '')) continue
    const root = cardOf(link, hrefsIn)
    const title = titleOf(root)
    if (title === null) continue
    apps.add(link.element.attribs.href ?? '')
    const lines = singleLines(root).filter(({ text }) => text !== title)
    const ad: UnplacedAd = {
      ...blankAd,
      kind: 'app',
      title,
      tracking_url: trackingUrlOf(link, base),
      price: lines.map(({ text }) => priceIn(text)).find((price) => price !== null) ?? null,
      ...readRating(root, lines, title),
      image_url: readPicture(root, base, () => false),
    }
    cards.push({ ad, root, order: link.order })
  }
  return cards
}

/** The largest element around the link that contains no links to anything else. */
function cardOf({ element }: AdLink, hrefsIn: Map<ParentNode, Set<string>>): Element {
  let card = element
  for (const above of elementsAround(element.parent, maxCardLevels)) {
    if (above.name === 'body' || above.attribs.role || isTooLarge(above)) break
    if (titleOf(card) !== null || (hrefsIn.get(above)?.size ?? 0) > 1) break
    card = above
  }
  return card
}

// A rating, a price and "Install" are below the name.
function titleOf(root: Element): string | null {
  const lines = singleLines(root).filter(({ text }) => !isAdLabel(text))
  const first = lines.find(({ isRating }) => !isRating)?.text
  if (lines.length < 2 || first === undefined || rankDisplayedUrl(first) > 1) return null
  return readTileTexts(root).title ?? first
}
