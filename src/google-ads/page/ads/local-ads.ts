/** Which businesses in a list of places paid to stand there? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import type { Document } from '../../../document/document.ts'
import { isElement, walk } from '../../../document/traverse.ts'
import type { ReadAd } from '../../ad.ts'
import { landingPage } from '../../google-urls.ts'
import { isAdLabel, isPhone, phoneIn } from '../../shapes.ts'
import { isBelow, isHeading } from '../dom/headings.ts'
import { isLarge, maxPlaces } from '../dom/size-limits.ts'
import { isDialog, isHidden, linesOf, visibleText } from '../dom/text-lines.ts'
import { isPlaceAd } from '../survey/ad-links.ts'

export interface LocalAd {
  ad: ReadAd
  root: Element
}

const minDescription = 25

/**
 * Places that are marked as ads (`data-is-ad`), or that carry a label in a list of places (`data-cid`), and local service
 * ads: businesses whose card leads to their profile with Google.
 */
export function readLocalAds(document: Document): LocalAd[] {
  const roots: Element[] = []
  walk(document.root, (node) => {
    if (!isElement(node)) return
    if (isHidden(node) || isDialog(node)) return false
    const { attribs } = node
    if (isPlaceAd(attribs) || ('data-cid' in attribs && !isLarge(node) && isLabelled(node))) {
      if (roots.length < maxPlaces) roots.push(node)
      return false
    }
  })
  const all = [...roots, ...serviceCards(document).filter((card) => !roots.some((root) => isBelow(card, root)))]
  return all.flatMap((root) => {
    const ad = readLocalAd(root, document, !roots.includes(root))
    return ad ? [{ ad, root }] : []
  })
}

function readLocalAd(root: Element, document: Document, isService: boolean): ReadAd | null {
  let heading: Element | null = null
  let website: string | null = null
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHeading(node)) heading ??= node
    if (node.name === 'a') website ??= landingPage(node.attribs.href ?? '', document.url)
  })
  const said = linesOf(root).filter((line) => !isAdLabel(line.text))
  const title = heading ? visibleText(heading) : isService ? (said[0]?.text ?? '') : ''
  if (title === '') return null
  const lines = said.filter((line) => line.text !== title)
  const phones = lines.flatMap(({ text }) => text.split(' · ')).filter((text) => isPhone(text))
  return {
    kind: 'local',
    title,
    url: website,
    displayed_url: null,
    description: quoteOf(
      lines
        .filter((line) => line.link === null || (heading !== null && isBelow(heading, line.link)))
        .map((line) => line.text),
    ),
    advertiser: null,
    tracking_url: null,
    sitelinks: [],
    phone: phones[0] ?? null,
    price: null,
  }
}

// A provider's links all carry its number; the card is what stands around them and no other provider's. One link alone is
// a business whose own panel takes requests.
function serviceCards(document: Document): Element[] {
  const links = new Map<string, Element>()
  const providers = new Map<ParentNode, Set<string>>()
  walk(document.root, (node) => {
    if (!isElement(node)) return
    if (isHidden(node) || isDialog(node)) return false
    const provider =
      node.name === 'a' ? /\/localservices\/[^#]*[?&]spp=([^&#]+)/.exec(node.attribs.href ?? '')?.[1] : null
    if (!provider || (links.size >= maxPlaces && !links.has(provider))) return
    if (!links.has(provider)) links.set(provider, node)
    for (let above: ParentNode | null = node; above; above = above.parent) {
      providers.set(above, (providers.get(above) ?? new Set()).add(provider))
    }
  })
  if (links.size < 2) return []
  return [...links.values()].map((link) => {
    let card = link
    for (let above = link.parent; above && isElement(above); above = above.parent) {
      if ((providers.get(above)?.size ?? 0) > 1 || above.name === 'body' || above.attribs.role || isLarge(above)) break
      card = above
    }
    return card
  })
}

// Rating, category, street and opening hours come first; what the business says of itself stands last.
function quoteOf(texts: string[]): string | null {
  const last = texts.at(-1) ?? ''
  return texts.length > 1 && last.length >= minDescription && !/ · |⋅/.test(last) && !phoneIn(last) ? last : null
}

function isLabelled(place: Element): boolean {
  return linesOf(place).some((line) => isAdLabel(line.text)) && hasHeading(place)
}

function hasHeading(place: AnyNode): boolean {
  let found = false
  if (isElement(place)) {
    walk(place, (node) => {
      if (isElement(node) && isHeading(node)) found = true
      return !found
    })
  }
  return found
}
