/** Where on the page stand ad links, titles, displayed addresses and organic results? One walk finds them all. */

import type { AnyNode, Element, ParentNode, Text } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, isText, nextElement, walk } from '../../../document/traverse.ts'
import { clean, isAdLabel, priceOf } from '../../shapes.ts'
import { isBelow, isHeading, linkOfHeading } from '../dom/headings.ts'
import { isLarge, maxAddresses, maxLinks, maxTitles } from '../dom/size-limits.ts'
import { isDialog, isHidden, linesOf, linkAround } from '../dom/text-lines.ts'
import { type AdLink, adLink, isAdGroup, isPaid, isPlaceAd, opaqueOf, saysAd, trackingOf } from './ad-links.ts'
import { type Address, addressElement, addressOf } from './displayed-urls.ts'
import { labelledGroups } from './labelled-groups.ts'
import { type Found, type FoundLink, judgeUnmarked } from './unmarked-links.ts'

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
  /** Elements that show nothing but the label of ads, outside of links. */
  labels: Element[]
  /** Ad links by their element. */
  linkOf: Map<Element, AdLink>
  /** There is more on the page than is read of one. */
  isCut: boolean
}

const maxLabelSource = 120
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
    labels: [],
    linkOf: new Map(),
    isCut: false,
  }
  const headings: Found[] = []
  const anchors: FoundLink[] = []
  const cites: Element[] = []
  const judged = new Set<ParentNode>()
  const addressed = new Set<Element>()
  const markers = new Map<Element, string>()
  let order = 0
  let adGroups = 0
  const enter = (node: AnyNode) => {
    order++
    if (isText(node)) {
      // Once for each element around: a text of many lines is not measured line by line.
      const around = node.parent === null || judged.has(node.parent) ? null : addressElement(node)
      if (node.parent && node.data.includes('.')) judged.add(node.parent)
      const found = around && !addressed.has(around) ? addressOf(around, order) : null
      if (around) addressed.add(around)
      if (found) keep(survey, survey.addresses, found, maxAddresses)
      if (node.parent && isElement(node.parent) && isLabel(node)) survey.labels.push(node.parent)
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
    if (isAdGroup(node)) adGroups++
    if (isHeading(node)) headings.push({ element: node, order })
    else if (node.name === 'cite') cites.push(node)
    if (saysAd(node)) keep(survey, survey.claims, node, maxTitles)
    const own = tracking ?? markers.get(node) ?? null
    if (own !== null && node.name === 'a' && node.children.length === 0 && nextElement(node)?.name === 'a') {
      markFollower(node, own, markers)
    } else if (own !== null || isPaid(node)) {
      addLink(survey, node, own, order)
    } else if (node.name === 'a' && node.attribs.href !== undefined)
      anchors.push({ element: node, order, inAdGroup: adGroups > 0 })
  }
  const leave = (node: AnyNode) => {
    if (isElement(node) && isAdGroup(node)) adGroups--
  }
  walk(document.root, enter, leave)
  const { ads, results } = judgeUnmarked(anchors, {
    headings,
    cites,
    labelled: labelledGroups(survey.labels),
    marked: survey.links.map(({ element }) => element),
    url: document.url,
  })
  for (const { element, order: at } of ads) addLink(survey, element, null, at)
  survey.organic.push(...results.map((one) => ({ ...one, hasHeading: false })))
  survey.links.sort((one, other) => one.order - other.order)
  survey.organic.sort((one, other) => one.order - other.order)
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
  titleClaims(survey, headings)
  joinOpaqueOffers(survey, headings)
  markTiles(survey)
  return survey
}

function isLabel(text: Text): boolean {
  return text.data.length < maxLabelSource && isAdLabel(clean(text.data)) && linkAround(text, null) === null
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

// An ad that says of itself to be one may have its heading beside its link.
function titleClaims(survey: Survey, headings: Found[]): void {
  for (const claim of survey.claims.filter(({ attribs }) => !isPlaceAd(attribs))) {
    if (survey.titles.some(({ heading }) => isBelow(heading, claim))) continue
    const link = survey.links.find(({ element }) => isBelow(element, claim))
    const heading = headings.find(({ element }) => isBelow(element, claim))
    if (link && heading)
      keep(survey, survey.titles, { heading: heading.element, link, order: heading.order }, maxTitles)
  }
  survey.titles.sort((one, other) => one.order - other.order)
}

// Every opaque link has a token of its own: what tells that two lead to one product is the title that they share.
function joinOpaqueOffers(survey: Survey, headings: Found[]): void {
  const counts = new Map<ParentNode, number>()
  for (const { element } of headings) {
    for (let above: ParentNode | null = element; above; above = above.parent) {
      counts.set(above, (counts.get(above) ?? 0) + 1)
    }
  }
  const names = new Map<ParentNode, string>()
  for (const link of survey.links) {
    if (!link.isOffer || opaqueOf(link.element) === null) continue
    let tile: ParentNode = link.element
    while (tile.parent && (counts.get(tile.parent) ?? 0) < 2) tile = tile.parent
    if (!survey.titles.some(({ heading }) => isBelow(heading, tile))) continue
    names.set(tile, names.get(tile) ?? `tile ${names.size}`)
    link.target = names.get(tile) as string
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

function markFollower(marker: Element, tracking: string, markers: Map<Element, string>): void {
  const next = nextElement(marker)
  if (next?.name === 'a') markers.set(next, tracking)
}
