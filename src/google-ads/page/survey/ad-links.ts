/** Which links of a page did an advertiser pay for? */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, walk } from '../../../document/traverse.ts'
import { adRedirectIn, clickTarget, isOpaqueRedirect } from '../../google-urls.ts'
import { clean, isAdLabel } from '../../shapes.ts'

/** A link that leads to an advertiser. */
export interface AdLink {
  element: Element
  /** Google's click counter as the page writes it; null when only its surroundings say that it is an ad. */
  tracking: string | null
  /** Equal for links of one product, hotel or tour. */
  target: string
  /** The click counter or the offer's numbers say that a product is sold. */
  isOffer: boolean
  /** An offer, or a title with its price right below: the link of a tile, never of an ad with a headline. */
  isTile: boolean
  order: number
}

const silent = new Set(['link', 'script', 'img', 'meta', 'iframe', 'form', 'input'])
// Groups of ads carry these ids since 2013; without them the region's label says the same.
const groupIds = /^(?:tads|tadsb|tadsto|bottomads|mbEnd)$/

/** The link of an element; `tracking` is its click counter, or that of a hidden link before it. */
export function adLink(element: Element, tracking: string | null, order: number): AdLink {
  const { attribs } = element
  const counter = tracking ?? opaqueOf(element)
  const isOffer = /[?&]ctype=(?:5|46)(?:&|$)/.test(counter ?? '') || hasOffer(element)
  // Links of one product share its page where they lead there directly, else the counter's token.
  const isDirect = isOffer && /^https?:/.test(attribs.href ?? '') && attribs.href !== tracking
  const target = isDirect ? `${attribs.href}` : counter === null ? `#${order}` : clickTarget(counter)
  return { element, tracking: counter, target, isOffer, isTile: isOffer, order }
}

/** Is it an ad beyond doubt: by its click counter, its group, or a mark that only ads have? */
export function isCertain({ element, tracking }: AdLink): boolean {
  return (
    (tracking !== null && adRedirectIn(tracking) !== null) ||
    isPaid(element) ||
    isInAdGroup(element) ||
    hasOffer(element) ||
    hasAdMark(element)
  )
}

/** The ad redirect in any attribute of the element. */
export function trackingOf(element: Element): string | null {
  if (silent.has(element.name)) return null
  for (const name in element.attribs) {
    const redirect = adRedirectIn(element.attribs[name] ?? '')
    if (redirect) return redirect
  }
  return null
}

/** Is the element inside a group that Google labels as ads? */
export function isInAdGroup(element: Element): boolean {
  for (let above: AnyNode | null = element; above; above = above.parent) {
    if (isElement(above) && isAdGroup(above)) return true
  }
  return false
}

/** Is the element itself such a group, or one ad in it? */
export function isAdGroup({ attribs }: Element): boolean {
  if (groupIds.test(attribs.id ?? '') || 'data-text-ad' in attribs || 'data-ta-slot' in attribs) return true
  return attribs.role === 'region' && isAdLabel(attribs['aria-label'] ?? '')
}

/** Is it a place in a list that paid to stand there? */
export function isPlaceAd(attribs: Element['attribs']): boolean {
  return /^(?:1|true)$/.test(attribs['data-is-ad'] ?? '')
}

/** Does the element say of itself to hold one ad? */
export function saysAd({ attribs }: Element): boolean {
  return 'data-text-ad' in attribs || isPlaceAd(attribs)
}

/** data-pcu names the sites that a browser should connect to ahead: only ads carry it. */
export function isPaid(element: Element): boolean {
  return element.name === 'a' && ('data-pcu' in element.attribs || 'data-rw' in element.attribs)
}

/** The opaque redirect that the link leads to; null for every other link. */
export function opaqueOf({ attribs: { href } }: Element): string | null {
  return href !== undefined && isOpaqueRedirect(href) ? href : null
}

/** Does the link show the label of ads, or an address that only ads mark so? */
export function hasAdMark(element: Element): boolean {
  let found = 'data-dtld' in element.attribs
  walk(element, (node) => {
    if (isElement(node) && 'data-dtld' in node.attribs) found = true
    if (isText(node) && isAdLabel(clean(node.data))) found = true
    return !found
  })
  return found
}

/** Do an offer's numbers stand on the link, or on the tile around it? Tiles that nobody paid for may have them too. */
export function hasOffer(element: Element): boolean {
  let above: AnyNode | null = element
  for (let level = 0; level < 3 && above; level++, above = above.parent) {
    if (isElement(above) && ('data-merchant-id' in above.attribs || 'data-offer-id' in above.attribs)) return true
  }
  return false
}
