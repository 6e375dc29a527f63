/** Reads an ad's sitelinks: additional links below its text, some with descriptions. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement, walk } from '../../../html/traverse.ts'
import type { Sitelink } from '../../ad/ad.ts'
import { phoneNumberIn } from '../../text/phone-number.ts'
import { priceIn } from '../../text/price.ts'
import { isInside } from '../dom/headings.ts'
import { textLines, visibleText } from '../dom/text-lines.ts'
import type { AdLink } from '../survey/ad-links.ts'
import type { ResultPageSurvey } from '../survey/result-page-survey.ts'
import type { AdUnit } from './ad-units.ts'
import { landingUrlOf } from './ad-urls.ts'

interface SitelinkContext {
  titleLinks: Set<AdLink>
  /** Links that show the business's street address or a promotion. */
  otherLinks: Element[]
  base: string
}

/** In document order, without duplicate titles. */
export function readSitelinks(unit: AdUnit, survey: ResultPageSurvey, context: SitelinkContext): Sitelink[] {
  const { titleLinks, otherLinks, base } = context
  const links = linksInside(unit.root, survey).filter((link) => !titleLinks.has(link))
  const adTitle = visibleText(unit.title.heading)
  const sitelinks = new Map<string, Sitelink>()
  for (const link of links) {
    if (otherLinks.includes(link.element)) continue
    const [title, ...linesInLink] = textLines(link.element).map((line) => line.text)
    if (title === undefined || phoneNumberIn(title) !== null || /^tel:/.test(link.element.attribs.href ?? '')) continue
    if (sitelinks.has(title) || title === adTitle) continue
    const linesAround = textLines(itemOf(link, links, unit.root)).map((line) =>
      trimSeparators(line.text.replace(title, '')),
    )
    const description = [...new Set([...linesInLink, ...linesAround])].filter(isDescription).join(' ')
    sitelinks.set(title, { title, url: landingUrlOf(link, null, base), description: description || null })
  }
  return [...sitelinks.values()]
}

function trimSeparators(text: string): string {
  return text.replace(/^[\s·•–-]+|[\s·•–-]+$/gu, '')
}

function isDescription(text: string): boolean {
  return /\p{L}/u.test(text) && !priceIn(text) && phoneNumberIn(text) === null
}

/** The largest element around the link that starts with the link and contains no other links from the ad. */
function itemOf(link: AdLink, links: AdLink[], root: ParentNode): Element {
  let item: Element = link.element
  for (let above: AnyNode | null = item.parent; above && above !== root && isElement(above); above = above.parent) {
    const candidate = above
    if (links.some((other) => other !== link && isInside(other.element, candidate))) break
    if (textLines(above)[0]?.link !== link.element) break
    item = above
    if (item.name === 'li') break
  }
  return item
}

function linksInside(root: Element, { linkOf }: ResultPageSurvey): AdLink[] {
  const links: AdLink[] = []
  const own = linkOf.get(root)
  if (own) links.push(own)
  walk(root, (node) => {
    const link = isElement(node) ? linkOf.get(node) : undefined
    if (link) links.push(link)
  })
  return links
}
