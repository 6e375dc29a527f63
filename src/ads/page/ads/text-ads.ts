/** Reads ads with a headline: text ads with their sitelinks, call ads and app ads. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { elementsAround, isText } from '../../../html/traverse.ts'
import { type AdKind, blankAd, type Sitelink, type UnplacedAd } from '../../ad/ad.ts'
import { priceIn } from '../../text/amounts.ts'
import { isAdLabel, isPhoneNumber, isStoreLabel, phoneNumberIn, rankDisplayedUrl } from '../../text/short-texts.ts'
import { type TextLine, textLines, textNodesOf, visibleLinks, visibleText } from '../dom/text-lines.ts'
import { firstBelow, isInside } from '../dom/tree.ts'
import { type AdLink, appOrCall } from '../survey/ad-links.ts'
import { findPromotions, readCallouts, readRating } from './ad-details.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf, readPicture, trackingUrlOf } from './ad-urls.ts'
import { findLinkedAddress } from './business-addresses.ts'
import { readCard } from './cards.ts'

const minDescriptionLength = 5
const maxPhoneLinkLength = 40

interface TextAdContext {
  document: Document
  /** The ad links in the unit, except titles. */
  links: AdLink[]
  /** Lines shared by the ads of several advertisers, which are therefore Google's own words. */
  commonLines: Set<string>
}

/** The ad in a unit. Its title is null if the heading has no visible text. */
export function readTextAd(unit: AdUnit, { document, links, commonLines }: TextAdContext): UnplacedAd {
  const { root, displayedUrls } = unit
  const { heading, link } = unit.title
  const title = visibleText(heading) || null
  const kind = kindByLink(unit, title)
  const card = displayedUrls.length === 0 && kind === 'text' ? readCard(unit, document) : null
  if (card) return card
  const displayedUrl = displayedUrls[0]?.text ?? null
  const lines = textLines(root)
  const headerElements = [heading, ...displayedUrls.map(({ element }) => element)]
  const headerNodes = new Set<AnyNode>(headerElements.flatMap(textNodesOf))
  const isHeader = ({ nodes }: TextLine) => nodes.some((node) => headerNodes.has(node))
  const advertiser = findAdvertiser(unit, lines, title)
  const knownTexts = new Set([title, advertiser, ...commonLines])
  const isOwnSentence = (line: TextLine) => !knownTexts.has(line.text) && isSentence(line, link.element)
  const description = findDescription(lines, displayedUrl, isHeader, isOwnSentence)
  const isTitleLink = (one: Element) => one === link.element
  const furtherLinks = visibleLinks(root).filter((one) => !isTitleLink(one))
  const place = findLinkedAddress(furtherLinks)
  const promotions = findPromotions(furtherLinks)
  const otherLinks = [place, ...promotions].flatMap((one) => one?.link ?? [])
  // The other links in an app ad install the app.
  const sitelinks = kind === 'app' ? [] : readSitelinks(unit, links, otherLinks, document.url)
  const ownLines = lines.filter(
    (line) =>
      line.text !== description &&
      !isHeader(line) &&
      !sitelinks.some((one) => one.title === line.text || one.description?.includes(line.text)),
  )
  return {
    ...blankAd,
    kind,
    title,
    url: landingUrlOf(link, displayedUrl, document.url),
    displayed_url: displayedUrl,
    description,
    advertiser,
    tracking_url: trackingUrlOf(link, document.baseUrl),
    sitelinks,
    phone: findPhoneNumber(unit, lines, isHeader, title),
    ...readRating(root, ownLines.filter(isOfRating), title),
    extensions: [
      ...readCallouts(ownLines.filter(({ text }) => !commonLines.has(text))),
      ...promotions.map(({ text }) => text),
    ],
    image_url: readPicture(root, document.baseUrl, isTitleLink),
    address: place?.address ?? null,
  }
}

function kindByLink({ root, displayedUrls, title: { link } }: AdUnit, title: string | null): AdKind {
  const kind = appOrCall(link)
  if (kind !== null) return kind
  // An opaque redirect doesn't reveal the store, but the label does.
  if (displayedUrls.length === 0 && textLines(root).some(({ text }) => isStoreLabel(text))) return 'app'
  const isNumber = title !== null && phoneNumberIn(title) !== null
  return isNumber && !/^https?:\/\/(?!www\.google)/.test(link.element.attribs.href ?? '') ? 'call' : 'text'
}

/** The advertiser's first sentence: after the last header line, or else after the first one, or else after the displayed URL. */
function findDescription(
  lines: TextLine[],
  displayedUrl: string | null,
  isHeader: (line: TextLine) => boolean,
  isOwnSentence: (line: TextLine) => boolean,
): string | null {
  const sentenceAfter = (index: number) =>
    lines.slice(index + 1).find((line) => !isHeader(line) && isOwnSentence(line))?.text
  // Until about 2013 the description followed the displayed URL, after a dash or a line break.
  const behindUrl = lines
    .filter(isHeader)
    .map((line) => ({ ...line, text: textBehind(displayedUrl, line.text) }))
    .find(({ text }) => text !== '')
  return (
    sentenceAfter(lines.findLastIndex(isHeader)) ??
    sentenceAfter(lines.findIndex(isHeader)) ??
    (behindUrl && isOwnSentence(behindUrl) ? behindUrl.text : null)
  )
}

/** The text after a displayed URL that is at the start of its line or follows an ad label. */
function textBehind(displayedUrl: string | null, text: string): string {
  const at = displayedUrl === null ? -1 : text.indexOf(displayedUrl)
  const isFirst = at === 0 || isAdLabel(text.slice(0, Math.max(at, 0)).trim())
  return displayedUrl !== null && isFirst ? text.slice(at + displayedUrl.length).replace(/^[\s·•–-]+/u, '') : ''
}

/** True if the line is the advertiser's own text, rather than another link, a number, a rating or a label. */
function isSentence({ text, link, isRating }: TextLine, titleLink: Element): boolean {
  if (link !== null && link !== titleLink) return false
  if (isRating || text.length < minDescriptionLength || isAdLabel(text) || isStoreLabel(text)) return false
  if (isPhoneNumber(text) || priceIn(text) || rankDisplayedUrl(text) > 0) return false
  return /\p{L}/u.test(text) && !/^\d[.,]\d\s*(?:\(|★|\/)/.test(text)
}

function findPhoneNumber(
  { root, title: { link } }: AdUnit,
  lines: TextLine[],
  isHeader: (line: TextLine) => boolean,
  title: string | null,
): string | null {
  const called = /^tel:(.+)$/.exec(link.element.attribs.href ?? '')?.[1]
  if (called !== undefined) return phoneNumberIn(title ?? '') ?? decodeURIComponent(called)
  const linked = lines.find(
    (line) =>
      line.link !== null &&
      line.link !== link.element &&
      line.text.length < maxPhoneLinkLength &&
      phoneNumberIn(line.text) !== null,
  )
  return (
    lines.find((line) => isPhoneNumber(line.text) && !isHeader(line))?.text ??
    // Since 2019 the number has been in a separate element after the displayed URL, on the same line.
    firstBelow(root, (node) => (isText(node) && isPhoneNumber(node.data.trim()) ? node.data.trim() : null)) ??
    phoneNumberIn(linked?.text ?? title ?? '')
  )
}

// Since 2023 the advertiser's name has come directly before the displayed URL. In older ads, the label is in that place.
function findAdvertiser({ displayedUrls, title: { link } }: AdUnit, lines: TextLine[], title: string | null) {
  const [displayedUrl] = displayedUrls
  if (!displayedUrl) return null
  const urlNodes = new Set<AnyNode>(textNodesOf(displayedUrl.element))
  const urlLineAt = lines.findIndex((line) => line.nodes.some((node) => urlNodes.has(node)))
  const urlLine = lines[urlLineAt]
  if (!urlLine) return null
  const before = urlLine.text.endsWith(displayedUrl.text) ? urlLine.text.slice(0, -displayedUrl.text.length).trim() : ''
  const nameLine = before ? urlLine : lines[urlLineAt - 1]
  const name = before || (nameLine?.text ?? '')
  if (!nameLine || name === '' || name === title || isAdLabel(name) || /·$/.test(name) || isPhoneNumber(name))
    return null
  const isInTitleLink = nameLine.nodes.every((node) => isInside(node, link.element))
  return isInTitleLink && isInside(displayedUrl.element, link.element) ? name : null
}

// Advertisers mention ratings in their own sentences. Google's own rating line has stars or a link to the ratings, or starts with the
// number.
function isOfRating({ text, isRating, link }: TextLine): boolean {
  if (isRating || /^\p{Nd}[.,٫]\p{Nd}(?:$|[\s(])/u.test(text)) return true
  if (link !== null && /\/shopping\/(?:ratings|seller)\b/.test(link.attribs.href ?? '')) return true
  return /^[(（]\p{Nd}[^)）]*[)）](?:$|\s·\s)/u.test(text)
}

/**
 * In document order, without duplicate titles. `links` are the unit's ad links, except titles. `otherLinks` show the business's street
 * address or a promotion. `base` is the result page's URL.
 */
function readSitelinks(unit: AdUnit, links: AdLink[], otherLinks: Element[], base: string): Sitelink[] {
  const adTitle = visibleText(unit.title.heading)
  const sitelinks = new Map<string, Sitelink>()
  for (const link of links) {
    if (otherLinks.includes(link.element)) continue
    const [title, ...linesInLink] = textLines(link.element).map((line) => line.text)
    if (title === undefined || phoneNumberIn(title) !== null || /^tel:/.test(link.element.attribs.href ?? '')) continue
    if (sitelinks.has(title) || title === adTitle) continue
    const linesAround = textLines(itemOf(link, links, unit.root)).map((line) =>
      line.text.replace(title, '').replace(/^[\s·•–-]+|[\s·•–-]+$/gu, ''),
    )
    const description = [...new Set([...linesInLink, ...linesAround])].filter(isDescription).join(' ')
    sitelinks.set(title, { title, url: landingUrlOf(link, null, base), description: description || null })
  }
  return [...sitelinks.values()]
}

function isDescription(text: string): boolean {
  return /\p{L}/u.test(text) && !priceIn(text) && phoneNumberIn(text) === null
}

/** The largest element around the link that starts with the link and contains no other links from the ad. */
function itemOf(link: AdLink, links: AdLink[], root: ParentNode): Element {
  let item: Element = link.element
  for (const above of elementsAround(item.parent)) {
    if (above === root || links.some((other) => other !== link && isInside(other.element, above))) break
    if (textLines(above)[0]?.link !== link.element) break
    item = above
    if (item.name === 'li') break
  }
  return item
}
