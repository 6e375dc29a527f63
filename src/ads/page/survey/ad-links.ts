/** Recognizes paid links, what they lead to, displayed URLs, and the groups and labels that Google uses for ads. */

import type { AnyNode, Element } from 'domhandler'
import { closest, elementsAround, hasElement, isElement, isText, walk } from '../../../html/traverse.ts'
import { clickTarget, findAdRedirect, isOpaqueRedirect, leadsNowhere } from '../../ad/google-urls.ts'
import { cleanText, type DisplayedUrlRank, isAdLabel, phoneNumberIn, rankDisplayedUrl } from '../../text/short-texts.ts'
import { textLines } from '../dom/text-lines.ts'
import { containsPicture, firstBelow, isTooLarge } from '../dom/tree.ts'

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

/** A heading that is an ad link, or is inside or around one. It is the title of an ad or of one of its sitelinks. */
export interface AdTitle {
  heading: Element
  link: AdLink
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
  const findMark = (node: AnyNode) =>
    (isElement(node) && 'data-dtld' in node.attribs) || (isText(node) && isAdLabel(cleanText(node.data))) || null
  return (findMark(element) ?? firstBelow(element, findMark)) !== null
}

/** True if the link or its tile has a merchant or offer number. Unpaid tiles can also have these numbers. */
export function hasOfferAttributes(element: Element): boolean {
  return elementsAround(element, maxOfferLevels).some(
    ({ attribs }) => 'data-merchant-id' in attribs || 'data-offer-id' in attribs,
  )
}

const appStoreUrl =
  /^https?:\/\/(?:play\.google\.com\/store\/apps|(?:apps|itunes)\.apple\.com\/|appgallery\.huawei\.com\/)/
const minCardLines = 2

/** The target of an ad link to an app or phone number, whose ad shows no URL; null if it leads to one of the advertiser's pages. */
export function appOrCall({ element: { attribs } }: AdLink): 'app' | 'call' | null {
  const { href = '' } = attribs
  if (appStoreUrl.test(href) || Object.values(attribs).some((value) => appStoreUrl.test(adurlIn(value)))) return 'app'
  return href.startsWith('tel:') ? 'call' : null
}

/** True if the link alone is an app card: an image, a name and information about the app. */
export function isAppCard(link: AdLink): boolean {
  if (appOrCall(link) !== 'app' || !containsPicture(link.element)) return false
  return textLines(link.element).length >= minCardLines
}

function adurlIn(value: string): string {
  return /adurl=([^&]+)/.exec(value)?.[1]?.replace(/%3A/gi, ':').replace(/%2F/gi, '/') ?? ''
}

const maxLabels = 50
const maxLabelLevels = 12

/** For each label, the smallest element around it that contains a link, provided that the label is the element's first line. */
export function findLabelledGroups(labels: Element[]): Element[] {
  return labels.slice(0, maxLabels).flatMap((label) => {
    const group = elementsAround(label, maxLabelLevels).find(
      (one) => isTooLarge(one) || hasElement(one, isOutgoingLink),
    )
    const first = group && !isTooLarge(group) ? textLines(group)[0] : undefined
    return group && first && first.link === null && isAdLabel(first.text) ? [group] : []
  })
}

export function isOutgoingLink({ name, attribs }: Element): boolean {
  return name === 'a' && !leadsNowhere(attribs.href)
}

export interface DisplayedUrl {
  element: Element
  text: string
  rank: DisplayedUrlRank
  /** True if the markup declares it to be a URL: `cite`, `data-dtld`. */
  isMarked: boolean
  order: number
}

const maxTextLength = 400
// Google's own notes about an ad contain similar URLs, such as g.co/privacytools.
const shortLink = /^(?:https?:\/\/)?g\.co\//i
const emphasisTags = new Set(['b', 'em', 'strong', 'i', 'bdi', 'wbr', 'mark'])

/**
 * The element of the displayed URL that a text node belongs to; null if it isn't part of one. Google makes matching words bold inside a
 * URL, so the whole URL is in the outermost element whose text is a URL.
 */
export function displayedUrlElement(text: AnyNode): Element | null {
  if (!isText(text) || !text.data.includes('.')) return null
  let outermost: Element | null = null
  for (let around = text.parent; around && isElement(around); around = around.parent) {
    const whole = shortText(around)
    if (whole === null) break
    if (displayedUrlIn(whole) !== null) outermost = around
    if (!emphasisTags.has(around.name)) break
  }
  return outermost
}

/** The displayed URL of an element; null if its text isn't one. */
export function displayedUrlOf(element: Element, order: number): DisplayedUrl | null {
  const isMarked = element.name === 'cite' || 'data-dtld' in element.attribs
  const whole = shortText(element)
  const text = whole === null ? null : displayedUrlIn(whole)
  return text === null ? null : { element, text, rank: rankDisplayedUrl(text), isMarked, order }
}

// A label may precede the URL in the same element: "Annonce · www.example.fr".
function displayedUrlIn(whole: string): string | null {
  const [, before = '', after = ''] = /^(.{1,40}?)\s*[·•・]\s*(\S.*)$/u.exec(whole) ?? []
  const text = isAdLabel(before) || rankDisplayedUrl(after) > 1 ? after : whole
  return rankDisplayedUrl(text) === 0 || phoneNumberIn(text) || shortLink.test(text) ? null : text
}

/** The element's text. Null if it is too long for a URL. The text of its ancestors is then too long as well. */
function shortText(element: Element): string | null {
  let text = ''
  walk(element, (node) => {
    if (isText(node)) text += node.data
    return text.length <= maxTextLength
  })
  return text.length > maxTextLength ? null : cleanText(text)
}
