/** Where on the page stand ad links, titles, displayed addresses and organic results? One walk finds them all. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import { type AdLink, adLink, hasAdMark, isInAdGroup, isPaid, opaqueOf, saysAd, trackingOf } from './ad-links.ts'
import { isLarge, maxAddresses, maxLinks, maxTitles } from './bounds.ts'
import { type Address, addressElement, addressOf } from './displayed-addresses.ts'
import { landingPage } from './google-addresses.ts'
import { isDialog, isHidden, linesOf } from './lines.ts'
import { priceOf } from './shapes.ts'

/** A heading that is an ad link or stands in one: the title of an ad, or of one of its sitelinks. */
export interface Title {
  heading: Element
  link: AdLink
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
  /** There is more on the page than bounds.ts lets anybody read. */
  isCut: boolean
}

interface Found {
  element: Element
  order: number
}

const maxTileDepth = 5
const maxTileParts = 60

/** What the readers of ads work on. */
export function surveyOf(document: Document): Survey {
  const survey: Survey = {
    links: [],
    titles: [],
    addresses: [],
    organic: [],
    claims: [],
    linkOf: new Map(),
    isCut: false,
  }
  const headings: Found[] = []
  const anchors: Found[] = []
  const judged = new Set<ParentNode>()
  const addressed = new Set<Element>()
  const markers = new Map<Element, string>()
  let order = 0
  walk(document.root, (node) => {
    order++
    if (isText(node)) {
      // Once for each element around: a text of many lines is not measured line by line.
      const around = node.parent === null || judged.has(node.parent) ? null : addressElement(node)
      if (node.parent && node.data.includes('.')) judged.add(node.parent)
      const found = around && !addressed.has(around) ? addressOf(around, order) : null
      if (around) addressed.add(around)
      if (found) keep(survey, survey.addresses, found, maxAddresses)
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
    keep(survey, survey.titles, { heading: element, link, order: at }, maxTitles)
  }
  markTiles(survey)
  return survey
}

/** A heading by its tag or by its role. */
export function isHeading(element: Element): boolean {
  return /^h[1-6]$/.test(element.name) || element.attribs.role === 'heading'
}

function addLink(survey: Survey, element: Element, tracking: string | null, order: number): void {
  const link = adLink(element, tracking, order)
  if (keep(survey, survey.links, link, maxLinks)) survey.linkOf.set(element, link)
}

function keep<One>(survey: Survey, list: One[], one: One, limit: number): boolean {
  const hasRoom = list.length < limit
  if (hasRoom) list.push(one)
  else survey.isCut = true
  return hasRoom
}

// Where results lead out directly, an opaque link is an ad; where all links are opaque, only a mark tells.
function judgeAnchors(survey: Survey, anchors: Found[], headings: Found[], url: string): void {
  const leading = anchors.filter(({ element }) => landingPage(element.attribs.href ?? '', url) !== null)
  const opaque = anchors.filter(({ element }) => opaqueOf(element) !== null)
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

// A tile's title has the price on the next line; an ad's has a displayed address or a sentence there.
function markTiles(survey: Survey): void {
  const targets = new Set(survey.titles.filter(({ heading }) => isAbovePrice(heading)).map(({ link }) => link.target))
  for (const link of survey.links) if (targets.has(link.target)) link.isTile = true
}

function isAbovePrice(heading: Element): boolean {
  let around: AnyNode | null = heading.parent
  for (let level = 0; level < maxTileDepth && around && isElement(around); level++, around = around.parent) {
    if (around.children.length > maxTileParts || isLarge(around)) return false
    const lines = linesOf(around)
    const last = lines.findLastIndex((line) => line.nodes.some((node) => isBelow(node, heading)))
    const next = lines[last + 1]
    if (next) return priceOf(next.text) !== null && hasPicture(around)
  }
  return false
}

// A sitelink may have a price as well; only a tile has a picture beside it.
function hasPicture(text: Element): boolean {
  let found = false
  let tile: Element = text
  for (let level = 0; level < 2 && tile.parent && isElement(tile.parent); level++) tile = tile.parent
  walk(tile, (node) => {
    if (isElement(node) && (node.name === 'img' || node.name === 'g-img')) found = true
    return !found
  })
  return found
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
