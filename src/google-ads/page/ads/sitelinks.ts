/** Which further links does an ad offer below its text? */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement } from '../../../document/traverse.ts'
import type { Ad } from '../../ad.ts'
import { phoneIn, priceOf } from '../../shapes.ts'
import { isBelow } from '../dom/headings.ts'
import { linesOf, visibleText } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import type { Survey } from '../survey/survey.ts'
import type { Unit } from './ad-units.ts'
import { landingOf } from './ad-urls.ts'

/** The sitelinks of an ad, in order, each title once. `titles` are the links of all ads' titles. */
export function sitelinksOf(unit: Unit, survey: Survey, titles: Set<AdLink>, base: string): Ad['sitelinks'] {
  const links = survey.links.filter((link) => !titles.has(link) && isBelow(link.element, unit.root))
  const ad = visibleText(unit.title.heading)
  const found = new Map<string, Ad['sitelinks'][number]>()
  for (const link of links) {
    const [title, ...own] = linesOf(link.element).map((line) => line.text)
    if (title === undefined || phoneIn(title) !== null || /^tel:/.test(link.element.attribs.href ?? '')) continue
    if (found.has(title) || title === ad) continue
    const around = linesOf(itemOf(link, links, unit.root)).map((line) => bare(line.text.replace(title, '')))
    const description = [...new Set([...own, ...around])].filter(isWording).join(' ')
    found.set(title, { title, url: landingOf(link, null, base), description: description || null })
  }
  return [...found.values()]
}

function bare(text: string): string {
  return text.replace(/^[\s·•–-]+|[\s·•–-]+$/gu, '')
}

function isWording(text: string): boolean {
  return /\p{L}/u.test(text) && !priceOf(text) && phoneIn(text) === null
}

// The largest piece around the link that holds no other link of the ad, and is no more than a link with its text.
function itemOf(link: AdLink, links: AdLink[], root: ParentNode): Element {
  let item: Element = link.element
  for (let above: AnyNode | null = item.parent; above && above !== root && isElement(above); above = above.parent) {
    const holds = above
    if (links.some((other) => other !== link && isBelow(other.element, holds))) break
    if (linesOf(above)[0]?.link !== link.element) break
    item = above
    if (item.name === 'li') break
  }
  return item
}
