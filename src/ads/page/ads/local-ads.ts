/** Reads the ads among local businesses: paid entries in a list, and local service ads. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { hasElement, isElement, walk } from '../../../html/traverse.ts'
import { noDetails, type UnplacedAd } from '../../ad/ad.ts'
import { landingPage } from '../../ad/google-urls.ts'
import { isAdLabel } from '../../text/ad-label.ts'
import { isPhoneNumber, phoneNumberIn } from '../../text/phone-number.ts'
import { keysInside } from '../dom/ancestors.ts'
import { isHeading, isInside } from '../dom/headings.ts'
import { isTooLarge, maxLocalBusinesses } from '../dom/size-limits.ts'
import { isHiddenInMarkup, isNonContent, textLines, visibleText } from '../dom/text-lines.ts'
import { isLocalAd } from '../survey/ad-links.ts'
import { readRating } from './ad-ratings.ts'
import { addressInLines } from './business-addresses.ts'
import { readPicture } from './pictures.ts'

interface LocalAd {
  ad: UnplacedAd
  root: Element
}

const minDescriptionLength = 25

/**
 * Reads businesses with `data-is-ad`, and labelled businesses in a list of businesses (`data-cid`). Also reads local service ads, which are
 * cards that lead to the Google profile of a business.
 */
export function readLocalAds(document: Document): LocalAd[] {
  const businesses: Element[] = []
  walk(document.root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    const { attribs } = node
    if (isLocalAd(attribs) || ('data-cid' in attribs && !isTooLarge(node) && isLabelledBusiness(node))) {
      if (businesses.length < maxLocalBusinesses) businesses.push(node)
      return false
    }
  })
  const cards = findServiceCards(document).filter((card) => !businesses.some((business) => isInside(card, business)))
  return [
    ...businesses.map((root) => ({ root, ad: readLocalAd(root, document, false) })),
    ...cards.map((root) => ({ root, ad: readLocalAd(root, document, true) })),
  ].flatMap(({ root, ad }) => (ad ? [{ ad, root }] : []))
}

/** `isService`: true for a local service ad, which has no heading, so its first line is the title. */
function readLocalAd(root: Element, document: Document, isService: boolean): UnplacedAd | null {
  let heading: Element | null = null
  let website: string | null = null
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHeading(node)) heading ??= node
    if (node.name === 'a') website ??= landingPage(node.attribs.href ?? '', document.url)
  })
  const contentLines = textLines(root).filter((line) => !isAdLabel(line.text))
  const title = heading ? visibleText(heading) : isService ? (contentLines[0]?.text ?? '') : ''
  if (title === '') return null
  const lines = contentLines.filter((line) => line.text !== title)
  const phoneNumbers = lines.flatMap(({ text }) => text.split(' · ')).filter((text) => isPhoneNumber(text))
  const unlinked = lines.filter((line) => line.link === null || (heading !== null && isInside(heading, line.link)))
  const description = descriptionIn(unlinked.map((line) => line.text))
  return {
    kind: 'local',
    title,
    url: website,
    displayed_url: null,
    description,
    advertiser: null,
    tracking_url: null,
    sitelinks: [],
    phone: phoneNumbers[0] ?? null,
    price: null,
    ...noDetails(),
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
  walk(document.root, (node) => {
    if (!isElement(node)) return
    if (isHiddenInMarkup(node) || isNonContent(node)) return false
    const provider =
      node.name === 'a' ? /\/localservices\/[^#]*[?&]spp=([^&#]+)/.exec(node.attribs.href ?? '')?.[1] : null
    if (!provider || (linkOfProvider.size >= maxLocalBusinesses && !linkOfProvider.has(provider))) return
    if (!linkOfProvider.has(provider)) linkOfProvider.set(provider, node)
    links.push([node, provider])
  })
  if (linkOfProvider.size < 2) return []
  const providersIn = keysInside(links)
  return [...linkOfProvider.values()].map((link) => {
    let card = link
    for (let above = link.parent; above && isElement(above); above = above.parent) {
      if ((providersIn.get(above)?.size ?? 0) > 1) break
      if (above.name === 'body' || above.attribs.role || isTooLarge(above)) break
      card = above
    }
    return card
  })
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
