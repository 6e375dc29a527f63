/** Recognizes paid links, and the groups and labels that Google uses for ads. */

import type { AnyNode, Element } from 'domhandler'
import { closest, isElement, isText, walk } from '../../../html/traverse.ts'
import { clickTarget, findAdRedirect, isOpaqueRedirect } from '../../ad/google-urls.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { cleanText } from '../../text/clean-text.ts'

export interface AdLink {
  element: Element
  /** Google's click-tracking URL as written in the page; null if only the link's surroundings mark it as an ad. */
  clickCounter: string | null
  /** The same for all links to one product, hotel or tour. */
  target: string
  /** True if the click counter or the attributes of the offer show that this is a product offer. */
  isOffer: boolean
  /** True if the link belongs to a carousel tile: an offer, or a title with its price on the next line. */
  isTile: boolean
  /** Position in document order. */
  order: number
}

const ignoredTags = new Set(['link', 'script', 'img', 'meta', 'iframe', 'form', 'input'])
// Ids of ad groups since 2013. Groups without such an id have a label.
const adGroupId = /^(?:tads|tadsb|tadsto|bottomads|mbEnd)$/
/** Maximum number of levels from a link up to its tile. */
const maxOfferLevels = 3

/** The ad link of an element. `clickCounter` comes from the element itself, or from the hidden link before it. */
export function createAdLink(element: Element, clickCounter: string | null, order: number): AdLink {
  const { attribs } = element
  const counter = clickCounter ?? opaqueHref(element)
  const isOffer = /[?&]ctype=(?:5|46)(?:&|$)/.test(counter ?? '') || hasOfferAttributes(element)
  // Direct links to a product share its URL. Other links share the click counter's token.
  const isDirect = isOffer && /^https?:/.test(attribs.href ?? '') && attribs.href !== clickCounter
  const target = isDirect ? `${attribs.href}` : counter === null ? `#${order}` : clickTarget(counter)
  return { element, clickCounter: counter, target, isOffer, isTile: isOffer, order }
}

/** True if the link is certainly an ad, judging by its click counter, its group, or an attribute or label that only ads have. */
export function isCertainAd({ element, clickCounter }: AdLink): boolean {
  return (
    (clickCounter !== null && findAdRedirect(clickCounter) !== null) ||
    hasPaidAttribute(element) ||
    closest(element, isAdGroup) !== null ||
    hasOfferAttributes(element) ||
    hasAdMark(element)
  )
}

/** The ad redirect in any attribute of the element; null if there isn't one. */
export function clickCounterOf(element: Element): string | null {
  if (ignoredTags.has(element.name)) return null
  for (const name in element.attribs) {
    const redirect = findAdRedirect(element.attribs[name] ?? '')
    if (redirect) return redirect
  }
  return null
}

/** True if the element itself is a group of ads, or one ad in it. */
export function isAdGroup({ attribs }: Element): boolean {
  if (adGroupId.test(attribs.id ?? '') || 'data-text-ad' in attribs || 'data-ta-slot' in attribs) return true
  return attribs.role === 'region' && isAdLabel(attribs['aria-label'] ?? '')
}

/** True if the element is a business that paid for its place in a list of local businesses. */
export function isLocalAd(attribs: Element['attribs']): boolean {
  return /^(?:1|true)$/.test(attribs['data-is-ad'] ?? '')
}

/** True if an attribute declares the element to be one ad. */
export function isDeclaredAd({ attribs }: Element): boolean {
  return 'data-text-ad' in attribs || isLocalAd(attribs)
}

/** True if the link has `data-pcu` (sites to preconnect to) or `data-rw` (a redirect), which only ads have. */
export function hasPaidAttribute(element: Element): boolean {
  return element.name === 'a' && ('data-pcu' in element.attribs || 'data-rw' in element.attribs)
}

/** The link's `href` if it is an opaque redirect; otherwise null. */
export function opaqueHref({ attribs: { href } }: Element): string | null {
  return href !== undefined && isOpaqueRedirect(href) ? href : null
}

/** True if the link contains an ad label, or a displayed URL with an attribute that only ads have. */
export function hasAdMark(element: Element): boolean {
  let isMarked = 'data-dtld' in element.attribs
  walk(element, (node) => {
    if (isElement(node) && 'data-dtld' in node.attribs) isMarked = true
    if (isText(node) && isAdLabel(cleanText(node.data))) isMarked = true
    return !isMarked
  })
  return isMarked
}

/** True if the link or its tile has a merchant or offer number. Unpaid tiles can also have these numbers. */
export function hasOfferAttributes(element: Element): boolean {
  let above: AnyNode | null = element
  for (let level = 0; level < maxOfferLevels && above; level++, above = above.parent) {
    if (isElement(above) && ('data-merchant-id' in above.attribs || 'data-offer-id' in above.attribs)) return true
  }
  return false
}
