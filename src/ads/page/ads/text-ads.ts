/** Reads ads with a headline: text ads, call ads and app ads. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { isText, walk } from '../../../html/traverse.ts'
import type { AdKind, UnplacedAd } from '../../ad/ad.ts'
import { isAdLabel, isStoreLabel } from '../../text/ad-label.ts'
import { rankDisplayedUrl } from '../../text/displayed-url.ts'
import { isPhoneNumber, phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isInside } from '../dom/headings.ts'
import { type TextLine, textLines, visibleText } from '../dom/text-lines.ts'
import { visibleLinks } from '../dom/visible-links.ts'
import type { AdLink } from '../survey/ad-links.ts'
import { appOrCall } from '../survey/app-and-call-links.ts'
import type { ResultPageSurvey } from '../survey/result-page-survey.ts'
import { readRating } from './ad-ratings.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf, trackingUrlOf } from './ad-urls.ts'
import { findLinkedAddress } from './business-addresses.ts'
import { readCard } from './cards.ts'
import { findPromotions, readCallouts } from './extensions.ts'
import { readPicture } from './pictures.ts'
import { readSitelinks } from './sitelinks.ts'

const minDescriptionLength = 5
const maxPhoneLinkLength = 40

interface TextAdContext {
  survey: ResultPageSurvey
  document: Document
  titleLinks: Set<AdLink>
  /** Lines shared by the ads of several advertisers, which are therefore Google's own words. */
  commonLines: Set<string>
}

/** The ad in a unit. Its title is null if the heading has no visible text. */
export function readTextAd(unit: AdUnit, { survey, document, titleLinks, commonLines }: TextAdContext): UnplacedAd {
  const card = unit.displayedUrls.length === 0 && !isCallOrApp(unit) ? readCard(unit, document) : null
  if (card) return card
  const displayedUrl = unit.displayedUrls[0]?.text ?? null
  const title = visibleText(unit.title.heading) || null
  const lines = textLines(unit.root)
  const headerNodes = headerNodesOf(unit)
  const advertiser = findAdvertiser(unit, lines, title)
  const kind = kindByLink(unit, title)
  const description = findDescription(lines, headerNodes, unit, new Set([title, advertiser, ...commonLines]))
  const isTitleLink = (link: Element) => link === unit.title.link.element
  const furtherLinks = visibleLinks(unit.root).filter((link) => !isTitleLink(link))
  const place = findLinkedAddress(furtherLinks)
  const promotions = findPromotions(furtherLinks)
  // The other links in an app ad install the app.
  const sitelinks =
    kind === 'app'
      ? []
      : readSitelinks(unit, survey, {
          titleLinks,
          otherLinks: [place, ...promotions].flatMap((one) => one?.link ?? []),
          base: document.url,
        })
  const ownLines = lines.filter(
    ({ text, nodes }) =>
      text !== description &&
      !nodes.some((node) => headerNodes.has(node)) &&
      !sitelinks.some((sitelink) => sitelink.title === text || sitelink.description?.includes(text)),
  )
  return {
    kind,
    title,
    url: landingUrlOf(unit.title.link, displayedUrl, document.url),
    displayed_url: displayedUrl,
    description,
    advertiser,
    tracking_url: trackingUrlOf(unit.title.link, document.baseUrl),
    sitelinks,
    phone: findPhoneNumber(lines, headerNodes, title, unit),
    price: null,
    old_price: null,
    ...readRating(unit.root, ownLines.filter(isOfRating), title),
    extensions: [
      ...readCallouts(ownLines.filter(({ text }) => !commonLines.has(text))),
      ...promotions.map(({ text }) => text),
    ],
    image_url: readPicture(unit.root, document.baseUrl, isTitleLink),
    address: place?.address ?? null,
  }
}

/** True if ads of this kind have no displayed URL. */
export function isKindWithoutDisplayedUrl(kind: AdKind): boolean {
  return kindsWithoutDisplayedUrl.has(kind)
}

const kindsWithoutDisplayedUrl = new Set<AdKind>(['call', 'app', 'store', 'video'])

function isCallOrApp(unit: AdUnit): boolean {
  return kindByLink(unit, visibleText(unit.title.heading) || null) !== 'text'
}

function kindByLink({ root, displayedUrls, title: { link } }: AdUnit, title: string | null): AdKind {
  const kind = appOrCall(link)
  if (kind !== null) return kind
  // An opaque redirect doesn't reveal the store, but the label does.
  if (displayedUrls.length === 0 && textLines(root).some(({ text }) => isStoreLabel(text))) return 'app'
  const isNumber = title !== null && phoneNumberIn(title) !== null
  return isNumber && !/^https?:\/\/(?!www\.google)/.test(link.element.attribs.href ?? '') ? 'call' : 'text'
}

function headerNodesOf(unit: AdUnit): Set<AnyNode> {
  const nodes = new Set<AnyNode>()
  for (const element of [unit.title.heading, ...unit.displayedUrls.map((displayedUrl) => displayedUrl.element)]) {
    walk(element, (node) => {
      if (isText(node)) nodes.add(node)
    })
  }
  return nodes
}

/** The advertiser's first sentence: after the last header line, or else after the first one, or else after the displayed URL. */
function findDescription(
  lines: TextLine[],
  headerNodes: Set<AnyNode>,
  unit: AdUnit,
  knownTexts: Set<string | null>,
): string | null {
  const isHeaderLine = lines.map((line) => line.nodes.some((node) => headerNodes.has(node)))
  const sentenceAfter = (index: number) =>
    lines.find((line, at) => at > index && !isHeaderLine[at] && isSentence(line, unit, knownTexts))?.text ?? null
  return (
    sentenceAfter(isHeaderLine.lastIndexOf(true)) ??
    sentenceAfter(isHeaderLine.indexOf(true)) ??
    sentenceBehindUrl(lines, isHeaderLine, unit, knownTexts)
  )
}

// Until about 2013 the description followed the displayed URL, after a dash or a line break.
function sentenceBehindUrl(
  lines: TextLine[],
  isHeaderLine: boolean[],
  unit: AdUnit,
  knownTexts: Set<string | null>,
): string | null {
  const displayedUrl = unit.displayedUrls[0]?.text ?? ''
  const behindUrl = (text: string) => {
    const at = displayedUrl === '' ? -1 : text.indexOf(displayedUrl)
    const isFirst = at === 0 || isAdLabel(text.slice(0, Math.max(at, 0)).trim())
    return isFirst ? text.slice(at + displayedUrl.length).replace(/^[\s·•–-]+/u, '') : ''
  }
  const line = lines.find(({ text }, at) => isHeaderLine[at] && behindUrl(text) !== '')
  const text = behindUrl(line?.text ?? '')
  return line && isSentence({ ...line, text }, unit, knownTexts) ? text : null
}

/** True if the line is the advertiser's own text, rather than another link, a number, a rating, a label or known text. */
function isSentence(line: TextLine, unit: AdUnit, knownTexts: Set<string | null>): boolean {
  const { text } = line
  if (line.link !== null && line.link !== unit.title.link.element) return false
  if (line.isRating || text.length < minDescriptionLength || knownTexts.has(text)) return false
  if (isAdLabel(text) || isStoreLabel(text)) return false
  if (isPhoneNumber(text) || priceIn(text) || rankDisplayedUrl(text) > 0) return false
  return /\p{L}/u.test(text) && !/^\d[.,]\d\s*(?:\(|★|\/)/.test(text)
}

function findPhoneNumber(
  lines: TextLine[],
  headerNodes: Set<AnyNode>,
  title: string | null,
  unit: AdUnit,
): string | null {
  const titleLink = unit.title.link.element
  const called = /^tel:(.+)$/.exec(titleLink.attribs.href ?? '')?.[1]
  if (called !== undefined) return phoneNumberIn(title ?? '') ?? decodeURIComponent(called)
  const ownLine = lines.find(({ text, nodes }) => isPhoneNumber(text) && !nodes.some((node) => headerNodes.has(node)))
  const linkLine = lines.find(
    ({ link, text }) =>
      link !== null && text.length < maxPhoneLinkLength && phoneNumberIn(text) !== null && link !== titleLink,
  )
  return (
    ownLine?.text ??
    phoneTextNode(unit) ??
    (linkLine ? phoneNumberIn(linkLine.text) : null) ??
    phoneNumberIn(title ?? '')
  )
}

// Since 2019 the number has been in a separate element after the displayed URL, on the same line.
function phoneTextNode(unit: AdUnit): string | null {
  let phoneNumber: string | null = null
  walk(unit.root, (node) => {
    if (phoneNumber) return false
    if (isText(node) && isPhoneNumber(node.data.trim())) phoneNumber = node.data.trim()
    return phoneNumber === null
  })
  return phoneNumber
}

// Since 2023 the advertiser's name has come directly before the displayed URL. In older ads, the label is in that place.
function findAdvertiser(unit: AdUnit, lines: TextLine[], title: string | null): string | null {
  const displayedUrl = unit.displayedUrls[0]
  if (!displayedUrl) return null
  const urlNodes: AnyNode[] = []
  walk(displayedUrl.element, (node) => {
    if (isText(node)) urlNodes.push(node)
  })
  const urlLineAt = lines.findIndex((line) => line.nodes.some((node) => urlNodes.includes(node)))
  const urlLine = lines[urlLineAt]
  if (!urlLine) return null
  const before = urlLine.text.endsWith(displayedUrl.text) ? urlLine.text.slice(0, -displayedUrl.text.length).trim() : ''
  const nameLine = before ? urlLine : lines[urlLineAt - 1]
  const name = before || (nameLine?.text ?? '')
  if (!nameLine || name === '' || name === title || isAdLabel(name) || /·$/.test(name) || isPhoneNumber(name))
    return null
  const titleLink = unit.title.link.element
  const isInTitleLink = nameLine.nodes.every((node) => isInside(node, titleLink))
  return isInTitleLink && isInside(displayedUrl.element, titleLink) ? name : null
}

// Advertisers mention ratings in their own sentences. Google's own rating line has stars or a link to the ratings, or starts with the
// number.
function isOfRating({ text, isRating, link }: TextLine): boolean {
  if (isRating || /^\p{Nd}[.,٫]\p{Nd}(?:$|[\s(])/u.test(text)) return true
  if (link !== null && /\/shopping\/(?:ratings|seller)\b/.test(link.attribs.href ?? '')) return true
  return /^[(（]\p{Nd}[^)）]*[)）](?:$|\s·\s)/u.test(text)
}
