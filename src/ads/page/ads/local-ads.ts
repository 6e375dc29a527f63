/** Reads the ads among local businesses: paid entries in a list, and local service ads. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { hasElement, isElement } from '../../../html/traverse.ts'
import { blankAd, type UnplacedAd } from '../../ad/ad.ts'
import { landingPage } from '../../ad/google-urls.ts'
import { isAdLabel, isPhoneNumber, phoneNumberIn } from '../../text/short-texts.ts'
import { textLines, visibleLinks, visibleText, walkContent } from '../dom/text-lines.ts'
import { elementsAround, firstBelow, isHeading, isInside, isTooLarge, keysInside } from '../dom/tree.ts'
import { isLocalAd } from '../survey/ad-links.ts'
import { readRating } from './ad-details.ts'
import { readPicture } from './ad-urls.ts'
import { addressInLines } from './business-addresses.ts'

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
  return [...linkOfProvider.values()].map((link) => {
    let card = link
    for (const above of elementsAround(link.parent)) {
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
