/** Reads cards that have a name but no displayed URL: stores, videos, apps whose title isn't a heading, and local businesses. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { elementsAround, hasElement, isElement } from '../../../html/traverse.ts'
import { type AdKind, blankAd, type UnplacedAd } from '../../ad/ad.ts'
import { landingPage } from '../../ad/google-urls.ts'
import { priceIn } from '../../text/amounts.ts'
import { isCopy } from '../../text/copied-text.ts'
import { isAdLabel, isPhoneNumber, phoneNumberIn, rankDisplayedUrl } from '../../text/short-texts.ts'
import { textLines, visibleLinks, visibleText, walkContent } from '../dom/text-lines.ts'
import { firstBelow, isHeading, isInside, isTooLarge, keysInside, maxDetailLines } from '../dom/tree.ts'
import { type AdLink, isLocalAd } from '../survey/ad-links.ts'
import { readCardLines, readRating } from './ad-details.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf, readPicture, trackingUrlOf } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'
import { hasPicture, isDistance, isHours, isVideo } from './tile-facts.ts'
import { nameOfHeading, readTileTexts, singleLines } from './tile-texts.ts'

/** The card of a unit that has no displayed URL; null if nothing indicates a card. */
export function readCard({ root, title: { heading, link } }: AdUnit, document: Document): UnplacedAd | null {
  const title = isHeading(heading) ? nameOfHeading(heading) : null
  if (title === null) return null
  const lines = singleLines(root)
    .filter(({ text }) => !isAdLabel(text) && !isCopy(text, title))
    .slice(0, maxDetailLines)
  const texts = lines.map(({ text }) => text)
  const kind = kindOf(root, link.element, texts)
  if (kind === null) return null
  const address = kind === 'store' ? addressInLines(lines, true) : null
  const isOwnLink = (element: Element) => element === link.element
  return {
    ...blankAd,
    kind,
    title,
    url: landingUrlOf(link, null, document.url),
    tracking_url: trackingUrlOf(link, document.baseUrl),
    phone: texts.map(phoneNumberIn).find((phone) => phone !== null) ?? null,
    ...readRating(root, lines, title),
    extensions: readCardLines(lines, isOwnLink, address),
    image_url: readPicture(root, document.baseUrl, (node) => node.name === 'a' && !isOwnLink(node)),
    address,
  }
}

function kindOf(root: Element, link: Element, texts: string[]): AdKind | null {
  if (texts.some((text) => priceIn(text) !== null)) return null
  if (isVideo(root, [link], texts)) return 'video'
  const parts = texts.flatMap((text) => text.split(/\s*[·⋅|•]\s*/))
  const isPlace = parts.some(isDistance) || (parts.some(isHours) && hasPicture(root))
  return isPlace ? 'store' : null
}

const maxCardLevels = 6
const appAddress = /^https?:\/\/(?:play\.google\.com\/store\/apps\/details|(?:apps|itunes)\.apple\.com\/[^?]*\/id)/

/** The app cards among the links that weren't read as part of an ad. `base` is the result page's URL. */
export function readAppCards(links: AdLink[], base: string) {
  const appLinks = links.filter(({ element }) => appAddress.test(element.attribs.href ?? ''))
  const hrefsIn = keysInside(links.map(({ element }) => [element, element.attribs.href ?? '']))
  const cards: { ad: UnplacedAd; element: Element; order: number }[] = []
  const apps = new Set<string>()
  for (const link of appLinks) {
    // The "Install" button leads to the same app.
    if (apps.has(link.element.attribs.href ?? '')) continue
    const root = cardAround(
      link.element,
      (above, card) => titleOf(card) !== null || (hrefsIn.get(above)?.size ?? 0) > 1,
      maxCardLevels,
    )
    const title = titleOf(root)
    if (title === null) continue
    apps.add(link.element.attribs.href ?? '')
    const lines = singleLines(root).filter(({ text }) => text !== title)
    const ad: UnplacedAd = {
      ...blankAd,
      kind: 'app',
      title,
      tracking_url: trackingUrlOf(link, base),
      price: lines.map(({ text }) => priceIn(text)).find((price) => price !== null) ?? null,
      ...readRating(root, lines, title),
      image_url: readPicture(root, base, () => false),
    }
    cards.push({ ad, element: root, order: link.order })
  }
  return cards
}

/** The largest element around a link that can be its card. `isComplete` is true if the card doesn't extend to the element above. */
function cardAround(link: Element, isComplete: (above: Element, card: Element) => boolean, maxLevels?: number) {
  let card = link
  for (const above of elementsAround(link.parent, maxLevels)) {
    if (above.name === 'body' || above.attribs.role || isTooLarge(above) || isComplete(above, card)) break
    card = above
  }
  return card
}

// A rating, a price and "Install" are below the name.
function titleOf(root: Element): string | null {
  const lines = singleLines(root).filter(({ text }) => !isAdLabel(text))
  const first = lines.find(({ isRating }) => !isRating)?.text
  if (lines.length < 2 || first === undefined || rankDisplayedUrl(first) > 1) return null
  return readTileTexts(root).title ?? first
}

const minDescriptionLength = 25
/** In lists of places. Google's pages have far fewer. */
const maxLocalBusinesses = 200

/**
 * Reads businesses with `data-is-ad`, and labelled businesses in a list of businesses (`data-cid`). Also reads local service ads, which are
 * cards that lead to the Google profile of a business.
 */
export function readLocalAds(document: Document) {
  const businesses: Element[] = []
  walkContent(document.root, (node) => {
    const { attribs } = node
    if (isLocalAd(attribs) || ('data-cid' in attribs && !isTooLarge(node) && isLabelledBusiness(node))) {
      if (businesses.length < maxLocalBusinesses) businesses.push(node)
      return false
    }
  })
  const cards = findServiceCards(document).filter((card) => !businesses.some((business) => isInside(card, business)))
  return [...businesses, ...cards].flatMap((root) => {
    const ad = readLocalAd(root, document, cards.includes(root))
    return ad ? [{ ad, root }] : []
  })
}

/** `isService`: true for a local service ad, which has no heading, so its first line is the title. */
function readLocalAd(root: Element, document: Document, isService: boolean): UnplacedAd | null {
  const heading = firstBelow(root, (node) => (isElement(node) && isHeading(node) ? node : null))
  const contentLines = textLines(root).filter((line) => !isAdLabel(line.text))
  const title = heading ? visibleText(heading) : isService ? (contentLines[0]?.text ?? '') : ''
  if (title === '') return null
  const lines = contentLines.filter((line) => line.text !== title)
  const phoneNumbers = lines.flatMap(({ text }) => text.split(' · ')).filter((text) => isPhoneNumber(text))
  const unlinked = lines.filter((line) => line.link === null || (heading !== null && isInside(heading, line.link)))
  const description = descriptionIn(unlinked.map((line) => line.text))
  return {
    ...blankAd,
    kind: 'local',
    title,
    url: firstBelow(root, (node) =>
      isElement(node) && node.name === 'a' ? landingPage(node.attribs.href ?? '', document.url) : null,
    ),
    description,
    phone: phoneNumbers[0] ?? null,
    ...readRating(root, lines, title),
    image_url: readPicture(root, document.baseUrl, () => false),
    address: addressInLines(
      unlinked.filter(({ text }) => text !== description),
      true,
    ),
  }
}

// All of a provider's links have its number in `spp`. Its card is the largest element without links to other providers. If a page shows
// only one provider, that isn't an ad but a business whose own panel accepts requests.
function findServiceCards(document: Document): Element[] {
  const linkOfProvider = new Map<string, Element>()
  const links: [Element, string][] = []
  for (const link of visibleLinks(document.root)) {
    const provider = /\/localservices\/[^#]*[?&]spp=([^&#]+)/.exec(link.attribs.href ?? '')?.[1]
    if (!provider || (linkOfProvider.size >= maxLocalBusinesses && !linkOfProvider.has(provider))) continue
    if (!linkOfProvider.has(provider)) linkOfProvider.set(provider, link)
    links.push([link, provider])
  }
  if (linkOfProvider.size < 2) return []
  const providersIn = keysInside(links)
  return [...linkOfProvider.values()].map((link) =>
    cardAround(link, (above) => (providersIn.get(above)?.size ?? 0) > 1),
  )
}

// The business's own sentence is the last line, after the rating, category, street and opening hours.
function descriptionIn(texts: string[]): string | null {
  const last = texts.at(-1) ?? ''
  const isSentence = last.length >= minDescriptionLength && !/ · |⋅/.test(last) && !phoneNumberIn(last)
  return texts.length > 1 && isSentence ? last : null
}

function isLabelledBusiness(business: Element): boolean {
  return textLines(business).some((line) => isAdLabel(line.text)) && hasElement(business, isHeading)
}
