/** Reads app cards whose title isn't a heading: a name next to an image, above an install button. */

import type { Element, ParentNode } from 'domhandler'
import { isElement } from '../../../html/traverse.ts'
import { noDetails, type UnplacedAd } from '../../ad/ad.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { rankDisplayedUrl } from '../../text/displayed-url.ts'
import { priceIn } from '../../text/price.ts'
import { keysInside } from '../dom/ancestors.ts'
import { isTooLarge } from '../dom/size-limits.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { readRating } from './ad-ratings.ts'
import { trackingUrlOf } from './ad-urls.ts'
import { readPicture } from './pictures.ts'
import { readTileTexts, singleLines } from './tile-texts.ts'

interface AppCard {
  ad: UnplacedAd
  root: Element
  order: number
}

const maxCardLevels = 6
const appAddress = /^https?:\/\/(?:play\.google\.com\/store\/apps\/details|(?:apps|itunes)\.apple\.com\/[^?]*\/id)/

/** The app cards among the links that weren't read as part of an ad. `base` is the result page's URL. */
export function readAppCards(links: AdLink[], base: string): AppCard[] {
  const appLinks = links.filter(({ element }) => appAddress.test(element.attribs.href ?? ''))
  if (appLinks.length === 0) return []
  const hrefsIn = keysInside(links.map(({ element }) => [element, element.attribs.href ?? '']))
  const cards: AppCard[] = []
  const apps = new Set<string>()
  for (const link of appLinks) {
    // The "Install" button leads to the same app.
    if (apps.has(link.element.attribs.href ?? '')) continue
    const root = cardOf(link, hrefsIn)
    const title = titleOf(root)
    if (title === null) continue
    apps.add(link.element.attribs.href ?? '')
    cards.push({ ad: createAppAd(root, title, link, base), root, order: link.order })
  }
  return cards
}

/** The largest element around the link that contains no links to anything else. */
function cardOf({ element }: AdLink, hrefsIn: Map<ParentNode, Set<string>>): Element {
  let card = element
  let above: ParentNode | null = card.parent
  for (let level = 0; level < maxCardLevels && above && isElement(above); level++, above = above.parent) {
    if (above.name === 'body' || above.attribs.role || isTooLarge(above)) break
    if (titleOf(card) !== null || (hrefsIn.get(above)?.size ?? 0) > 1) break
    card = above
  }
  return card
}

// A rating, a price and "Install" are below the name.
function titleOf(root: Element): string | null {
  const named = readTileTexts(root).title
  const first = singleLines(root).find(({ text, isRating }) => !isRating && !isAdLabel(text))?.text ?? null
  const lines = singleLines(root).filter(({ text }) => !isAdLabel(text)).length
  if (lines < 2 || first === null || rankDisplayedUrl(first) > 1) return null
  return named ?? first
}

function createAppAd(root: Element, title: string, link: AdLink, base: string): UnplacedAd {
  const lines = singleLines(root).filter(({ text }) => text !== title)
  const prices = lines.map(({ text }) => priceIn(text))
  return {
    kind: 'app',
    title,
    url: null,
    displayed_url: null,
    description: null,
    advertiser: null,
    tracking_url: trackingUrlOf(link, base),
    sitelinks: [],
    phone: null,
    price: prices.find((price) => price !== null) ?? null,
    ...noDetails(),
    ...readRating(root, lines, title),
    image_url: readPicture(root, base, () => false),
  }
}
