/** Surveys a result page in one pass: ad links, titles, displayed URLs, organic results and ad labels. */

import type { AnyNode, Element, Text } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { isElement, isText, nextElement, textOf, walk } from '../../../html/traverse.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { cleanText } from '../../text/clean-text.ts'
import { rankDisplayedUrl } from '../../text/displayed-url.ts'
import { ancestorsOf, itemsInside } from '../dom/ancestors.ts'
import { isHeading, isInside, linkOfHeading } from '../dom/headings.ts'
import { isTooLarge, maxAdLinks, maxDisplayedUrls, maxTitles } from '../dom/size-limits.ts'
import { isHiddenInMarkup, isNonContent, linkAround, textLines } from '../dom/text-lines.ts'
import {
  type AdLink,
  clickCounterOf,
  createAdLink,
  hasPaidAttribute,
  isAdGroup,
  isDeclaredAd,
  isLocalAd,
  opaqueHref,
} from './ad-links.ts'
import { type DisplayedUrl, displayedUrlElement, displayedUrlOf } from './displayed-urls.ts'
import { findLabelledGroups } from './labelled-groups.ts'
import { joinOpaqueOffers, markTiles } from './tile-links.ts'
import { type OrderedElement, separateUnmarkedLinks, type UnmarkedLink } from './unmarked-links.ts'

/** A heading that is an ad link, or is inside or around one. It is the title of an ad or of one of its sitelinks. */
export interface AdTitle {
  heading: Element
  link: AdLink
  order: number
}

interface OrganicLink {
  element: Element
  hasHeading: boolean
  order: number
}

export interface ResultPageSurvey {
  links: AdLink[]
  titles: AdTitle[]
  displayedUrls: DisplayedUrl[]
  organic: OrganicLink[]
  declaredAds: Element[]
  /** Elements outside of links, with an ad label as their only text. */
  labels: Element[]
  linkOf: Map<Element, AdLink>
  /** True if the page exceeds a limit in size-limits.ts, so the rest was left out. */
  isTruncated: boolean
}

const maxLabelLength = 120

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
  const { ads, results } = separateUnmarkedLinks(unmarkedLinks, {
    headings,
    cites,
    labelledGroups: findLabelledGroups(survey.labels),
    paidLinks: survey.links.map(({ element }) => element),
    url: document.url,
  })
  for (const { element, order } of ads) addLink(survey, element, null, order)
  survey.organic.push(...results.map((result) => ({ ...result, hasHeading: false })))
  survey.links.sort((a, b) => a.order - b.order)
  survey.organic.sort((a, b) => a.order - b.order)
  addTitles(survey, headings)
  addTitlesOfDeclaredAds(survey, headings)
  joinOpaqueOffers(survey.links, survey.titles, headings)
  markTiles(survey.links, survey.titles)
  return survey
}

interface WalkedPage {
  headings: OrderedElement[]
  cites: Element[]
  /** Links with neither a click counter nor a paid attribute. */
  unmarkedLinks: UnmarkedLink[]
}

/** Adds evidence from single nodes to the survey. Returns the nodes that can be judged only once the whole page is known. */
function walkPage(document: Document, survey: ResultPageSurvey): WalkedPage {
  const walked: WalkedPage = { headings: [], cites: [], unmarkedLinks: [] }
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
    if (isHeading(element)) walked.headings.push({ element, order })
    else if (element.name === 'cite') walked.cites.push(element)
    if (isDeclaredAd(element)) addWithinLimit(survey, survey.declaredAds, element, maxTitles)
    const counter = ownCounter ?? precedingCounters.get(element) ?? null
    const isLink = element.name === 'a'
    if (counter !== null && isLink && element.children.length === 0 && nextElement(element)?.name === 'a') {
      setCounterOfNextLink(element, counter, precedingCounters)
    } else if (counter !== null || hasPaidAttribute(element)) {
      addLink(survey, element, counter, order)
    } else if (isLink && element.attribs.href !== undefined) {
      walked.unmarkedLinks.push({ element, order, inAdGroup: adGroupDepth > 0 })
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
  return walked
}

function isLabelOutsideLinks(text: Text): boolean {
  return text.data.length < maxLabelLength && isAdLabel(cleanText(text.data)) && linkAround(text, null) === null
}

function setCounterOfNextLink(element: Element, counter: string, counters: Map<Element, string>): void {
  const next = nextElement(element)
  if (next?.name === 'a') counters.set(next, counter)
}

function addLink(survey: ResultPageSurvey, element: Element, clickCounter: string | null, order: number): void {
  const link = createAdLink(element, clickCounter, order)
  if (addWithinLimit(survey, survey.links, link, maxAdLinks)) survey.linkOf.set(element, link)
}

function addWithinLimit<Item>(survey: ResultPageSurvey, list: Item[], item: Item, limit: number): boolean {
  const hasRoom = list.length < limit
  if (hasRoom) list.push(item)
  else survey.isTruncated = true
  return hasRoom
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
