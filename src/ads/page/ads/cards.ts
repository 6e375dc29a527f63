/** Reads cards that have a name but no displayed URL or price: stores and videos. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import type { AdKind, UnplacedAd } from '../../ad/ad.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { isCopy } from '../../text/copied-text.ts'
import { phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isHeading } from '../dom/headings.ts'
import { maxDetailLines } from '../dom/size-limits.ts'
import { readRating } from './ad-ratings.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf, trackingUrlOf } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'
import { readCardLines } from './extensions.ts'
import { readPicture } from './pictures.ts'
import { isDistance, isHours } from './tile-facts.ts'
import { hasPicture, isVideo } from './tile-kinds.ts'
import { nameOfHeading, singleLines } from './tile-texts.ts'

/** The card of a unit that has no displayed URL; null if nothing indicates a card. */
export function readCard({ root, title: { heading, link } }: AdUnit, document: Document): UnplacedAd | null {
  const title = isHeading(heading) ? nameOfHeading(heading) : null
  if (title === null) return null
  const lines = singleLines(root)
    .filter(({ text }) => !isAdLabel(text) && !isCopy(text, title))
    .slice(0, maxDetailLines)
  const kind = kindOf(
    root,
    link.element,
    lines.map(({ text }) => text),
  )
  if (kind === null) return null
  const address = kind === 'store' ? addressInLines(lines, true) : null
  const isOwnLink = (element: Element) => element === link.element
  return {
    kind,
    title,
    url: landingUrlOf(link, null, document.url),
    displayed_url: null,
    description: null,
    advertiser: null,
    tracking_url: trackingUrlOf(link, document.baseUrl),
    sitelinks: [],
    phone: lines.map(({ text }) => phoneNumberIn(text)).find((phone) => phone !== null) ?? null,
    price: null,
    old_price: null,
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
