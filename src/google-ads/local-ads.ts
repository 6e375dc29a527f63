/** Which businesses in a list of places paid to stand there? */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../document/parse.ts'
import { isElement, walk } from '../document/traverse.ts'
import type { ReadAd } from './ad.ts'
import { isPlaceAd } from './ad-links.ts'
import { isLarge, maxPlaces } from './bounds.ts'
import { landingPage } from './google-addresses.ts'
import { isDialog, isHidden, linesOf, visibleText } from './lines.ts'
import { isAdLabel, isPhone, phoneIn } from './shapes.ts'
import { isBelow, isHeading } from './survey.ts'

export interface LocalAd {
  ad: ReadAd
  root: Element
}

const minDescription = 25

/** Places that are marked as ads (`data-is-ad`), or that carry a label in a list of places (`data-cid`). */
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
  return roots.flatMap((root) => {
    const ad = readLocalAd(root, document)
    return ad ? [{ ad, root }] : []
  })
}

function readLocalAd(root: Element, document: Document): ReadAd | null {
  let heading: Element | null = null
  let website: string | null = null
  walk(root, (node) => {
    if (!isElement(node)) return
    if (isHeading(node)) heading ??= node
    if (node.name === 'a') website ??= landingPage(node.attribs.href ?? '', document.url)
  })
  if (!heading) return null
  const title = visibleText(heading)
  if (title === '') return null
  const lines = linesOf(root).filter((line) => line.text !== title && !isAdLabel(line.text))
  const phones = lines.flatMap(({ text }) => text.split(' · ')).filter((text) => isPhone(text))
  return {
    kind: 'local',
    title,
    url: website,
    displayed_url: null,
    description: quoteOf(
      lines.filter((line) => line.link === null || isBelow(heading as Element, line.link)).map((line) => line.text),
    ),
    advertiser: null,
    tracking_url: null,
    sitelinks: [],
    phone: phones[0] ?? null,
    price: null,
  }
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
