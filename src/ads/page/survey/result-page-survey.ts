/** Surveys a result page: ad links, tiles, titles, displayed URLs, organic results and ad labels. */

import type { AnyNode, Element, ParentNode, Text } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { elementsAround, isElement, isText, nextElement, textOf, walk } from '../../../html/traverse.ts'
import { priceIn } from '../../text/amounts.ts'
import { isCopy } from '../../text/copied-text.ts'
import { cleanText, isAdLabel, rankDisplayedUrl } from '../../text/short-texts.ts'
import { isHiddenInMarkup, isNonContent, linkAround, type TextLine, textLines, textNodesOf } from '../dom/text-lines.ts'
import {
  ancestorsOf,
  containsPicture,
  isHeading,
  isInside,
  isTooLarge,
  itemsInside,
  linkOfHeading,
} from '../dom/tree.ts'
import {
  type AdLink,
  type AdTitle,
  clickCounterOf,
  createAdLink,
  type DisplayedUrl,
  displayedUrlElement,
  displayedUrlOf,
  findLabelledGroups,
  hasPaidAttribute,
  isAdGroup,
  isDeclaredAd,
  isLocalAd,
  opaqueHref,
} from './ad-links.ts'
import { type OrderedElement, separateUnmarkedLinks, type UnmarkedLink } from './unmarked-links.ts'

export interface ResultPageSurvey {
  links: AdLink[]
  titles: AdTitle[]
  displayedUrls: DisplayedUrl[]
  organic: (OrderedElement & { hasHeading: boolean })[]
  declaredAds: Element[]
  /** Elements outside of links, with an ad label as their only text. */
  labels: Element[]
  linkOf: Map<Element, AdLink>
  /** True if the page exceeds a limit, so the rest was left out. */
  isTruncated: boolean
}

const maxLabelLength = 120
// Google's pages stay far below these limits: the largest number of ad links seen is about a hundred.
const maxAdLinks = 800
const maxTitles = 300
/** Strings with the form of a displayed URL, including those of organic results. */
const maxDisplayedUrls = 2000

/** The lists are in document order. */
export function surveyResultPage(document: Document): ResultPageSurvey {
  const survey: ResultPageSurvey = {
    links: [],
    titles: [],
    displayedUrls: [],
    organic: [],
    declaredAds: [],
    labels: [],
    linkOf: new Map(),
    isTruncated: false,
  }
  const { headings, cites, unmarkedLinks } = walkPage(document, survey)
  const labelledGroups = findLabelledGroups(survey.labels)
  const paidLinks = survey.links.map(({ element }) => element)
  const { url } = document
  const { ads, results } = separateUnmarkedLinks(unmarkedLinks, { headings, cites, labelledGroups, paidLinks, url })
  for (const { element, order } of ads) addLink(survey, element, null, order)
  survey.organic.push(...results.map((result) => ({ ...result, hasHeading: false })))
  survey.links.sort((a, b) => a.order - b.order)
  for (const link of survey.links) survey.linkOf.set(link.element, link)
  survey.organic.sort((a, b) => a.order - b.order)
  addTitles(survey, headings)
  addTitlesOfDeclaredAds(survey, headings)
  joinOpaqueOffers(survey.links, survey.titles, headings)
  markTiles(survey.links, survey.titles)
  return survey
}

/** Adds evidence from single nodes to the survey. Returns the nodes that can be judged only once the whole page is known. */
function walkPage(document: Document, survey: ResultPageSurvey) {
  const headings: OrderedElement[] = []
  const cites: Element[] = []
  /** Links with neither a click counter nor a paid attribute. */
  const unmarkedLinks: UnmarkedLink[] = []
  // Each element is measured only once, even if many of its text nodes contain a full stop.
  const measuredParents = new Set<AnyNode>()
  const urlElements = new Set<Element>()
  /** Click counters of hidden or empty links, keyed by the visible link that follows. */
  const precedingCounters = new Map<Element, string>()
  let order = 0
  let adGroupDepth = 0

  const enterText = (text: Text) => {
    const { parent } = text
    const element = parent === null || measuredParents.has(parent) ? null : displayedUrlElement(text)
    if (parent && text.data.includes('.')) measuredParents.add(parent)
    const displayedUrl = element && !urlElements.has(element) ? displayedUrlOf(element, order) : null
    if (element) urlElements.add(element)
    if (displayedUrl) addWithinLimit(survey, survey.displayedUrls, displayedUrl, maxDisplayedUrls)
    if (parent && isElement(parent) && isLabelOutsideLinks(text)) survey.labels.push(parent)
  }
  const enterElement = (element: Element) => {
    const ownCounter = clickCounterOf(element)
    if (isHiddenInMarkup(element)) {
      const counter = ownCounter ?? opaqueHref(element)
      if (counter !== null && element.name === 'a') setCounterOfNextLink(element, counter, precedingCounters)
      return false
    }
    if (isNonContent(element)) return false
    if (isAdGroup(element)) adGroupDepth++
    if (isHeading(element)) headings.push({ element, order })
    else if (element.name === 'cite') cites.push(element)
    if (isDeclaredAd(element)) addWithinLimit(survey, survey.declaredAds, element, maxTitles)
    const counter = ownCounter ?? precedingCounters.get(element) ?? null
    const isLink = element.name === 'a'
    if (counter !== null && isLink && element.children.length === 0 && nextElement(element)?.name === 'a') {
      setCounterOfNextLink(element, counter, precedingCounters)
    } else if (counter !== null || hasPaidAttribute(element)) {
      addLink(survey, element, counter, order)
    } else if (isLink && element.attribs.href !== undefined) {
      unmarkedLinks.push({ element, order, inAdGroup: adGroupDepth > 0 })
    }
  }
  walk(
    document.root,
    (node) => {
      order++
      if (isText(node)) return enterText(node)
      if (isElement(node)) return enterElement(node)
    },
    (node) => {
      if (isElement(node) && isAdGroup(node)) adGroupDepth--
    },
  )
  return { headings, cites, unmarkedLinks }
}

function isLabelOutsideLinks(text: Text): boolean {
  return text.data.length < maxLabelLength && isAdLabel(cleanText(text.data)) && linkAround(text, null) === null
}

function setCounterOfNextLink(element: Element, counter: string, counters: Map<Element, string>): void {
  const next = nextElement(element)
  if (next?.name === 'a') counters.set(next, counter)
}

function addLink(survey: ResultPageSurvey, element: Element, clickCounter: string | null, order: number): void {
  addWithinLimit(survey, survey.links, createAdLink(element, clickCounter, order), maxAdLinks)
}

function addWithinLimit<Item>(survey: ResultPageSurvey, list: Item[], item: Item, limit: number): void {
  if (list.length < limit) list.push(item)
  else survey.isTruncated = true
}

function addTitles(survey: ResultPageSurvey, headings: OrderedElement[]): void {
  const organicOf = new Map(survey.organic.map((organic) => [organic.element, organic]))
  const titledLinks = new Set<AdLink>()
  for (const { element, order } of headings) {
    const organic = linkOfHeading(element, organicOf)
    if (organic) organic.hasHeading = true
    const link = linkOfHeading(element, survey.linkOf)
    if (!link || titledLinks.has(link)) continue
    titledLinks.add(link)
    addWithinLimit(survey, survey.titles, { heading: element, link, order }, maxTitles)
  }
}

/** Maximum length of an advertiser's name before an ad's title. Labels and displayed URLs don't count. */
const maxCharsBeforeTitle = 60

// A heading below the ad's own text is Google's, such as "People also search for".
function isAtBeginning(heading: Element, ad: Element): boolean {
  let chars = 0
  for (const node of textLines(ad).flatMap(({ nodes }) => nodes)) {
    if (isInside(node, heading)) return true
    const text = textOf(node)
    if (!isAdLabel(text) && rankDisplayedUrl(text) === 0) chars += text.length
    if (chars > maxCharsBeforeTitle) return false
  }
  return false
}

// In a declared ad, the heading may be next to the link.
function addTitlesOfDeclaredAds(survey: ResultPageSurvey, headings: OrderedElement[]): void {
  const aroundTitles = ancestorsOf(survey.titles.map(({ heading }) => heading))
  const untitled = new Set(survey.declaredAds.filter((ad) => !isLocalAd(ad.attribs) && !aroundTitles.has(ad)))
  const linksOf = itemsInside(untitled, survey.links)
  const headingsOf = itemsInside(untitled, headings)
  for (const ad of untitled) {
    const [link] = linksOf.get(ad) ?? []
    const [heading] = headingsOf.get(ad) ?? []
    if (!link || !heading || aroundTitles.has(ad) || isTooLarge(ad) || !isAtBeginning(heading.element, ad)) continue
    addWithinLimit(survey, survey.titles, { heading: heading.element, link, order: heading.order }, maxTitles)
    for (const around of ancestorsOf([heading.element])) aroundTitles.add(around)
  }
  survey.titles.sort((a, b) => a.order - b.order)
}

const maxTileLevels = 5
const maxTileChildren = 60

/**
 * Gives opaque links to one product the same target. Each opaque link has a different token, so only the title in a shared tile shows that
 * two links lead to the same product.
 */
function joinOpaqueOffers(links: AdLink[], titles: AdTitle[], headings: { element: Element }[]): void {
  const headingCounts = new Map<ParentNode, number>()
  const texts = headings.map(({ element }) => cleanText(textOf(element)))
  for (const [at, { element }] of headings.entries()) {
    // A tile's name may be in several headings: once truncated and once in full, or once for each view.
    if (isCopy(texts[at] ?? '', texts[at - 1] ?? '')) continue
    for (let above: ParentNode | null = element; above; above = above.parent)
      headingCounts.set(above, (headingCounts.get(above) ?? 0) + 1)
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
function markTiles(links: AdLink[], titles: AdTitle[]): void {
  const targets = new Set(titles.filter(({ heading }) => isAbovePrice(heading)).map(({ link }) => link.target))
  for (const link of links) if (targets.has(link.target)) link.isTile = true
}

function isAbovePrice(heading: Element): boolean {
  const nodesOfHeading = new Set<AnyNode>(textNodesOf(heading))
  for (const around of elementsAround(heading.parent, maxTileLevels)) {
    if (around.children.length > maxTileChildren || isTooLarge(around)) return false
    const lines = textLines(around)
    const last = lines.findLastIndex((line) => line.nodes.some((node) => nodesOfHeading.has(node)))
    const name = lines[last]?.text ?? ''
    const next = lines.slice(last + 1).find(({ text }) => !isCopy(text, name))
    // A sitelink may also have a price, but only a tile has an image up to two levels above.
    if (next) return isBesidePrice(lines, last, next) && containsPicture(elementsAround(around, 3).at(-1) ?? around)
  }
  return false
}

function isBesidePrice(lines: TextLine[], nameAt: number, next: TextLine): boolean {
  if (priceIn(next.text) !== null) return true
  const before = lines.slice(0, nameAt).findLast(({ text }) => !isCopy(text, lines[nameAt]?.text ?? ''))
  return before !== undefined && priceIn(before.text) !== null && rankDisplayedUrl(next.text) === 0
}
