/** Which piece of the page is one ad? Titles and displayed addresses that belong together mark it. */

import type { Element, ParentNode } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import { isBelow } from '../dom/headings.ts'
import { isLarge } from '../dom/size-limits.ts'
import { type AdLink, isAdGroup } from '../survey/ad-links.ts'
import type { Address } from '../survey/displayed-urls.ts'
import type { Survey, Title } from '../survey/survey.ts'

/** One ad with a title of its own. */
export interface Unit {
  root: Element
  title: Title
  /** The displayed address, as often as the ad repeats it; empty for ads of kinds without one. */
  addresses: Address[]
}

export interface Units {
  units: Unit[]
  /** Displayed addresses of ads whose title nobody could find. */
  orphans: Address[]
}

/** Where an address belongs. */
interface Place {
  address: Address
  title: Title
  /** The innermost element that holds both. */
  common: ParentNode
  depth: number
  /** Both stand in one link. */
  isInLink: boolean
}

interface Mark {
  titles: Title[]
  links: AdLink[]
  organic: number
  offers: number
}

// How far up an unmarked bare domain ("shop.example") may stand from its title.
const maxBareDistance = 8
const maxListDepth = 6
const landmarks = new Set(['main', 'region', 'complementary', 'navigation', 'contentinfo', 'search', 'banner'])
const landmarkTags = new Set(['body', 'html', 'main', 'aside', 'nav', 'header', 'footer', 'form'])

/** `isTile` tells links that are whole tiles: a title of theirs without a displayed address is read elsewhere. */
export function unitsOf(survey: Survey, isTile: (link: AdLink) => boolean): Units {
  const titles = survey.titles.filter((title) => !title.link.isTile)
  const marks = marksOf(survey, titles)
  const orphans: Address[] = []
  const found = new Map<Title, Place[]>()
  for (const address of survey.addresses) {
    const place = placeOf(address, marks)
    if (place === 'none') continue
    if (place === 'untitled' || isLarge(place.common)) {
      orphans.push(address)
      continue
    }
    const places = found.get(place.title) ?? []
    found.set(place.title, places)
    places.push(place)
  }
  const owned = new Map<Title, { common: ParentNode; addresses: Address[] }>()
  for (const [title, places] of found) {
    const best = places.reduce((one, other) => (isBetter(other, one) ? other : one))
    const same = places.filter(({ address }) => address.text === best.address.text)
    const strangers = places.filter(({ address, depth }) => address.text !== best.address.text && depth < best.depth)
    orphans.push(...strangers.map(({ address }) => address))
    owned.set(title, { common: best.common, addresses: same.map(({ address }) => address) })
  }
  const units: Unit[] = []
  for (const [title, { common, addresses }] of owned) {
    units.push({ root: grow(common, marks, (other) => owned.has(other)), title, addresses })
  }
  for (const title of titles) {
    if (
      owned.has(title) ||
      isTile(title.link) ||
      (title !== titles[0] && isInList(title.heading)) ||
      units.some((unit) => isBelow(title.heading, unit.root))
    )
      continue
    units.push({ root: grow(title.link.element, marks, (other) => other !== title), title, addresses: [] })
  }
  units.sort((one, other) => one.title.order - other.title.order)
  return { units, orphans: orphans.filter((address) => isPaidFor(address, survey, units)) }
}

function marksOf(survey: Survey, titles: Title[]): Map<ParentNode, Mark> {
  const marks = new Map<ParentNode, Mark>()
  const markUp = (element: Element, put: (mark: Mark) => void) => {
    for (let above: ParentNode | null = element; above; above = above.parent) {
      let mark = marks.get(above)
      if (!mark) {
        mark = { titles: [], links: [], organic: 0, offers: 0 }
        marks.set(above, mark)
      }
      put(mark)
    }
  }
  for (const title of titles) {
    // A heading and its link stand one inside the other: the inner one is what must be inside.
    const inner = isBelow(title.heading, title.link.element) ? title.heading : title.link.element
    markUp(inner, (mark) => mark.titles.push(title))
  }
  for (const link of survey.links) {
    if (link.isTile) markUp(link.element, (mark) => mark.offers++)
    else markUp(link.element, (mark) => mark.links.push(link))
  }
  for (const { element } of survey.organic) markUp(element, (mark) => mark.organic++)
  return marks
}

function placeOf(address: Address, marks: Map<ParentNode, Mark>): 'none' | 'untitled' | Place {
  let distance = 0
  for (let above: ParentNode | null = address.element; above; above = above.parent, distance++) {
    const mark = marks.get(above)
    const isGroup = isElement(above) && isAdGroup(above)
    if (!mark && isGroup) return address.rank > 1 ? 'untitled' : 'none'
    if (!mark) continue
    if (mark.offers > 0 && mark.titles.length === 0) return 'none'
    const isWeak = address.rank === 1 && !address.isMarked
    if (mark.titles.length > 0) {
      if (isWeak && distance > maxBareDistance) return 'none'
      const before = mark.titles.filter((title) => title.order < address.order).at(-1)
      const title = before ?? mark.titles[0]
      if (!title) return 'none'
      const isInLink = isBelow(above, title.link.element)
      return { address, title, common: above, depth: depthOf(above), isInLink }
    }
    if (mark.organic > 0) return 'none'
    if (mark.links.length > 0) return isWeak ? 'none' : 'untitled'
  }
  return 'none'
}

function isBetter(one: Place, other: Place): boolean {
  const more = one.depth - other.depth + 4 * (weight(one.address) - weight(other.address))
  // Inside the link the advertiser's name comes first, the address after it, even where both read as domains.
  return more > 0 || (more === 0 && one.depth === other.depth && one.isInLink && other.isInLink)
}

// "Booking.com" names the advertiser where "https://www.booking.com" beside it is the address.
function weight(address: Address): number {
  return address.isMarked ? 4 : address.rank
}

// Up from where title and address meet, as long as nothing comes in that belongs to somebody else.
function grow(from: ParentNode, marks: Map<ParentNode, Mark>, isForeign: (title: Title) => boolean): Element {
  let root = from
  const own = new Set(marks.get(from)?.titles)
  for (let above = from.parent; above; above = above.parent) {
    const mark = marks.get(above)
    if (!isElement(above) || isLandmark(above) || !mark || isLarge(above)) break
    if (mark.organic > 0 && (marks.get(root)?.organic ?? 0) < mark.organic) break
    if (mark.offers > (marks.get(root)?.offers ?? 0)) break
    if (mark.titles.some((title) => !own.has(title) && isForeign(title))) break
    root = above
  }
  return root as Element
}

function isLandmark({ name, attribs }: Element): boolean {
  if (landmarkTags.has(name) || (attribs.role !== undefined && landmarks.has(attribs.role))) return true
  return /^(?:tads|tadsb|bottomads|tvcap|taw|res|main|center_col|rhs)$/.test(attribs.id ?? '')
}

// A displayed address that nobody owns says that an ad was missed, unless it is only mentioned inside one that was read.
function isPaidFor(address: Address, survey: Survey, units: Unit[]): boolean {
  const inUnit = units.some((unit) => isBelow(address.element, unit.root))
  if (!inUnit) return true
  return (
    address.isMarked &&
    survey.links.some(
      (link) => isBelow(address.element, link.element) && !units.some((unit) => unit.title.link === link),
    )
  )
}

// Sitelinks stand in a list of their own; ads are numbered, or in no list at all.
function isInList(heading: Element): boolean {
  let above: ParentNode | null = heading
  for (let level = 0; level < maxListDepth && above && isElement(above); level++, above = above.parent) {
    if (above.name === 'ul' || /^list(?:item)?$/.test(above.attribs.role ?? '')) return true
  }
  return false
}

function depthOf(node: ParentNode): number {
  let depth = 0
  for (let above: ParentNode | null = node; above; above = above.parent) depth++
  return depth
}
