/** Where on the page stand ad links, titles, displayed addresses and organic results? One walk finds them all. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import { adRedirectIn, clickTarget, isOpaqueRedirect, landingPage } from './google-addresses.ts'
import { isDialog, isHidden, linesOf } from './lines.ts'
import { type AddressRank, addressRank, clean, isAdLabel, phoneIn, priceOf } from './shapes.ts'

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

/** A heading that is an ad link or stands in one: the title of an ad, or of one of its sitelinks. */
export interface Title {
  heading: Element
  link: AdLink
  order: number
}

export interface Address {
  element: Element
  text: string
  rank: AddressRank
  /** The page itself marks it as an address: `cite`, `data-dtld`. */
  isMarked: boolean
  order: number
}

/** A link of the page to somewhere else that no advertiser paid for. */
export interface Organic {
  element: Element
  hasHeading: boolean
  order: number
}

export interface Survey {
  links: AdLink[]
  titles: Title[]
  addresses: Address[]
  organic: Organic[]
  /** Elements that say of themselves to hold one ad. */
  claims: Element[]
  /** Ad links by their element. */
  linkOf: Map<Element, AdLink>
}

interface Found {
  element: Element
  order: number
}

const maxAddressText = 400
const maxTileDepth = 5
const emphasis = new Set(['b', 'em', 'strong', 'i', 'bdi', 'wbr', 'mark'])
const silent = new Set(['link', 'script', 'img', 'meta', 'iframe', 'form', 'input'])
// Groups of ads carry these ids since 2013; without them the region's label says the same.
const groupIds = /^(?:tads|tadsb|tadsto|bottomads|mbEnd)$/

export function surveyOf(document: Document): Survey {
  const survey: Survey = { links: [], titles: [], addresses: [], organic: [], claims: [], linkOf: new Map() }
  const headings: Found[] = []
  const anchors: Found[] = []
  const seen = new Set<Element>()
  const markers = new Map<Element, string>()
  let order = 0
  walk(document.root, (node) => {
    order++
    if (isText(node)) {
      const around = node.data.includes('.') ? addressElement(node) : null
      if (around && !seen.has(around)) {
        seen.add(around)
        const found = addressOf(around, order)
        if (found) survey.addresses.push(found)
      }
      return
    }
    if (!isElement(node)) return
    const tracking = trackingOf(node)
    if (isHidden(node)) {
      const counter = tracking ?? opaqueOf(node)
      if (counter !== null && node.name === 'a') markFollower(node, counter, markers)
      return false
    }
    if (isDialog(node)) return false
    if (isHeading(node)) headings.push({ element: node, order })
    if (saysAd(node)) survey.claims.push(node)
    const own = tracking ?? markers.get(node) ?? null
    if (own !== null && node.name === 'a' && node.children.length === 0 && nextElement(node)?.name === 'a') {
      markFollower(node, own, markers)
    } else if (own !== null || isPaid(node)) {
      addLink(survey, node, own, order)
    } else if (node.name === 'a' && node.attribs.href !== undefined) anchors.push({ element: node, order })
  })
  judgeAnchors(survey, anchors, headings, document.url)
  survey.links.sort((one, other) => one.order - other.order)
  const organicOf = new Map(survey.organic.map((one) => [one.element, one]))
  const titled = new Set<AdLink>()
  for (const { element, order: at } of headings) {
    const organic = linkOfHeading(element, organicOf)
    if (organic) organic.hasHeading = true
    const link = linkOfHeading(element, survey.linkOf)
    if (!link || titled.has(link)) continue
    titled.add(link)
    survey.titles.push({ heading: element, link, order: at })
  }
  markTiles(survey)
  return survey
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

export function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.name) || element.attribs.role === 'heading'
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

function saysAd({ attribs }: Element): boolean {
  return 'data-text-ad' in attribs || attribs['data-is-ad'] === '1'
}

// data-pcu names the sites that a browser should connect to ahead: only ads carry it.
function isPaid(element: Element): boolean {
  return element.name === 'a' && ('data-pcu' in element.attribs || 'data-rw' in element.attribs)
}

function opaqueOf({ attribs: { href } }: Element): string | null {
  return href !== undefined && isOpaqueRedirect(href) ? href : null
}

function addLink(survey: Survey, element: Element, tracking: string | null, order: number): void {
  const { attribs } = element
  const counter = tracking ?? opaqueOf(element)
  const isOffer = /[?&]ctype=(?:5|46)(?:&|$)/.test(counter ?? '') || hasOffer(element)
  // Links of one product share its page where they lead there directly, else the counter's token.
  const isDirect = isOffer && /^https?:/.test(attribs.href ?? '') && attribs.href !== tracking
  const target = isDirect ? `${attribs.href}` : counter === null ? `#${order}` : clickTarget(counter)
  const link: AdLink = { element, tracking: counter, target, isOffer, isTile: isOffer, order }
  survey.links.push(link)
  survey.linkOf.set(element, link)
}

// The offer's numbers stand on the link, or on the tile around it.
function hasOffer(element: Element): boolean {
  let above: AnyNode | null = element
  for (let level = 0; level < 3 && above; level++, above = above.parent) {
    if (isElement(above) && ('data-merchant-id' in above.attribs || 'data-offer-id' in above.attribs)) return true
  }
  return false
}

// Where results lead out directly, an opaque link is an ad; where all links are opaque, only a mark tells.
function judgeAnchors(survey: Survey, anchors: Found[], headings: Found[], url: string): void {
  const leading = anchors.filter(({ element }) => landingPage(element.attribs.href ?? '', url) !== null)
  const opaque = anchors.filter(({ element }) => isOpaqueRedirect(element.attribs.href ?? ''))
  const direct = new Map(
    leading.filter(({ element }) => !isInAdGroup(element)).map(({ element }) => [element, element]),
  )
  const lite = [...direct.keys()].filter(({ attribs }) => attribs.href?.startsWith('/url?')).length
  const hasDirectResults = lite > 2 || headings.some(({ element }) => linkOfHeading(element, direct) !== null)
  for (const { element, order } of leading) {
    if (direct.has(element)) survey.organic.push({ element, hasHeading: false, order })
    else addLink(survey, element, null, order)
  }
  for (const { element, order } of opaque) {
    if (hasDirectResults || isInAdGroup(element) || hasAdMark(element)) addLink(survey, element, null, order)
    else survey.organic.push({ element, hasHeading: false, order })
  }
}

// An opaque link is an ad when it shows the label, or an address that only ads mark so.
function hasAdMark(element: Element): boolean {
  let found = hasOffer(element) || 'data-dtld' in element.attribs
  walk(element, (node) => {
    if (isElement(node) && 'data-dtld' in node.attribs) found = true
    if (isText(node) && isAdLabel(clean(node.data))) found = true
    return !found
  })
  return found
}

// A tile's title has the price on the next line; an ad's has a displayed address or a sentence there.
function markTiles(survey: Survey): void {
  const targets = new Set(survey.titles.filter(({ heading }) => isAbovePrice(heading)).map(({ link }) => link.target))
  for (const link of survey.links) if (targets.has(link.target)) link.isTile = true
}

function isAbovePrice(heading: Element): boolean {
  let around: AnyNode | null = heading.parent
  for (let level = 0; level < maxTileDepth && around && isElement(around); level++, around = around.parent) {
    const lines = linesOf(around)
    const last = lines.findLastIndex((line) => line.nodes.some((node) => isBelow(node, heading)))
    const next = lines[last + 1]
    if (next) return priceOf(next.text) !== null
  }
  return false
}

/** Is `node` below `root`, or the same? */
export function isBelow(node: AnyNode, root: ParentNode): boolean {
  for (let above: AnyNode | null = node; above; above = above.parent) if (above === root) return true
  return false
}

/** The link around a heading, else the first one inside it. */
function linkOfHeading<Link>(heading: Element, linkOf: Map<Element, Link>): Link | null {
  for (let above: AnyNode | null = heading; above; above = above.parent) {
    const link = isElement(above) ? linkOf.get(above) : undefined
    if (link) return link
  }
  let inside: Link | null = null
  walk(heading, (node) => {
    if (inside) return false
    if (isElement(node)) inside = linkOf.get(node) ?? null
    return inside === null
  })
  return inside
}

function markFollower(marker: Element, tracking: string, markers: Map<Element, string>): void {
  const next = nextElement(marker)
  if (next?.name === 'a') markers.set(next, tracking)
}

function nextElement(element: Element): Element | null {
  let next = element.next
  while (next && !isElement(next)) next = next.next
  return next
}

// Matches are set in bold inside an address: the outermost element around them that reads as one holds it whole.
function addressElement(text: AnyNode): Element | null {
  let best: Element | null = null
  for (let around = text.parent; around && isElement(around); around = around.parent) {
    if (addressText(around) !== null) best = around
    if (!emphasis.has(around.name)) break
  }
  return best
}

function addressOf(element: Element, order: number): Address | null {
  const isMarked = element.name === 'cite' || 'data-dtld' in element.attribs
  const text = addressText(element)
  return text === null ? null : { element, text, rank: addressRank(text), isMarked, order }
}

// The label may stand before it in the same element: "Annonce · www.example.fr".
function addressText(element: Element): string | null {
  const whole = shortText(element)
  const [, before = '', after = ''] = /^(.{1,40}?)\s*[·•・]\s*(\S.*)$/u.exec(whole) ?? []
  const text = isAdLabel(before) ? after : whole
  return addressRank(text) === 0 || phoneIn(text) ? null : text
}

// Only short texts can be addresses: nothing is gained by reading half the page.
function shortText(element: Element): string {
  const parts: string[] = []
  let length = 0
  walk(element, (node) => {
    if (length > maxAddressText) return false
    if (isText(node)) length += parts.push(node.data) && node.data.length
    return true
  })
  return length > maxAddressText ? '' : clean(parts.join(''))
}
