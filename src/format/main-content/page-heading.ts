/** Keeps the page's own heading and its dek. A byline, a share bar or a wrapper often separates the heading from its text. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { isElement, walk } from '../../html/traverse.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { MainContentSection } from './sections.ts'

const minDekWords = 6
const maxDekWords = 80
const dekNames =
  /(?:^|[-_\s])(?:dek|deck|standfirst|strapline|subtitle|subheading|sub-?headline|lede?|tagline|teaser|summary|intro)(?:$|[-_\s])/i
const maxLinkedShare = 0.3

/**
 * Keeps the page's `h1`, if it is the only one and text below it is kept, the price near it, and its dek: the sentence that directly follows
 * it in the same header. A heading that only links to the home page is the site's name. Also keeps the first heading whose words are all in
 * the page's title: a thread's `h1` is often the site's name. `url` is the page's; null if it has none.
 */
export function keepPageHeading(
  { blocks, counts }: PageComposition,
  chances: Float64Array,
  kept: boolean[],
  url: URL | null,
): void {
  const title = blocks.findIndex(
    ({ section, words }, n) =>
      words >= minTitleWords && (counts.inTitle[n] as number) >= words && isHeadingElement(section.element),
  )
  if (title >= 0 && kept.includes(true, title)) kept[title] = true
  const heading = onlyHeading(blocks)
  if (!heading || !kept.includes(true, heading.end) || leadsHome(heading.element, url)) return
  kept.fill(true, heading.first, heading.end)
  const next = blocks[heading.end]
  if (next && isDek(next, heading.element)) kept[heading.end] = true
  for (let n = heading.end; n < Math.min(blocks.length, heading.end + maxBlocksToPrice); n++) {
    const { text, words, linked } = blocks[n] as MainContentBlock
    const isPrice = words <= maxPriceWords && linked === 0 && price.test(text)
    if (isPrice && (chances[n] as number) >= minPriceChance) kept[n] = true
  }
}

const minTitleWords = 3
const price = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥]|USD|EUR|GBP)/
const maxPriceWords = 8
const maxBlocksToPrice = 15
const minPriceChance = 0.1

interface PageHeading {
  element: Element
  /** Its blocks: indices from `first` up to, not including, `end`. */
  first: number
  end: number
}

/** Null if the page has no `h1` with text, or more than one. */
function onlyHeading(blocks: readonly MainContentBlock[]): PageHeading | null {
  let heading: PageHeading | null = null
  for (let n = 0; n < blocks.length; n++) {
    const element = headingAround((blocks[n] as MainContentBlock).section)
    if (!element) continue
    if (heading && heading.element !== element) return null
    heading ??= { element, first: n, end: n }
    heading.end = n + 1
  }
  return heading
}

function headingAround(section: MainContentSection): Element | null {
  for (let at: MainContentSection | null = section; at; at = at.parent) if (at.element.name === 'h1') return at.element
  return null
}

function leadsHome(heading: Element, url: URL | null): boolean {
  const links: Element[] = []
  for (let at: AnyNode | null = heading.parent; at && isElement(at); at = at.parent) if (at.name === 'a') links.push(at)
  walk(heading, (node) => {
    if (isElement(node) && node.name === 'a') links.push(node)
    return true
  })
  return links.some(({ attribs: { href } }) => {
    const target = href === undefined ? null : URL.parse(href, url?.href)
    return (
      target !== null &&
      /^\/(?:index\.\w+)?$/.test(target.pathname) &&
      target.search === '' &&
      (!url || target.host === url.host)
    )
  })
}

function isDek({ section, words, chars, linked }: MainContentBlock, heading: Element): boolean {
  if (words < minDekWords || words > maxDekWords || linked > maxLinkedShare * chars) return false
  const { element } = section
  if (dekNames.test(`${element.attribs.class ?? ''} ${element.attribs.itemprop ?? ''}`)) return true
  const isText = element.name === 'p' || /^h[2-4]$/.test(element.name)
  return (
    isText &&
    element.parent === heading.parent &&
    /^(?:header|hgroup)$/.test((heading.parent as Element | null)?.name ?? '')
  )
}
