/** Keeps the page's own heading and what follows it. A byline, a share bar or a wrapper often separates the heading from its text. */

import type { Element } from 'domhandler'
import { elementsBelow } from '../../html/page-elements.ts'
import { closest } from '../../html/traverse.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import type { MainContentBlock, PageComposition } from './blocks.ts'
import type { PageKind } from './page-kind.ts'

const minDekWords = 6
const maxDekWords = 80
const dekNames =
  /(?:^|[-_\s])(?:dek|deck|standfirst|strapline|subtitle|subheading|sub-?headline|lede?|tagline|teaser|summary|intro)(?:$|[-_\s])/i
const maxLinkedShare = 0.3

/**
 * Keeps the page's only visible `h1` if text below the heading is kept. Also keeps the heading's dek, the price near the heading, and the
 * captions and facts between the heading and the text. The dek is the sentence directly after the heading in the same header. A heading
 * that only links to the home page is the site's name. Also keeps the first heading whose words are all in the page's title, because a
 * thread's `h1` is often the site's name. `url`: the URL that the page states for itself; null if it has none. `view`: the page as the
 * reader sees it.
 */
export function keepPageHeading(
  { blocks, counts }: PageComposition,
  chances: Float64Array,
  kept: boolean[],
  { url, view, kind }: { url: URL | null; view: PageView; kind: PageKind },
): void {
  const title = blocks.findIndex(
    ({ section, words }, n) => words >= minTitleWords && (counts.inTitle[n] as number) >= words && section.isHeading,
  )
  if (title >= 0 && kept.includes(true, title)) kept[title] = true
  const heading = onlyHeading(blocks, view)
  if (!heading || !kept.includes(true, heading.end) || leadsHome(heading.element, url)) return
  kept.fill(true, heading.first, heading.end)
  const next = blocks[heading.end]
  if (next && isDek(next, heading.element)) kept[heading.end] = true
  const end = Math.min(blocks.length, heading.end + maxBlocksToPrice)
  const text = blocks.findIndex(({ words }, n) => n >= heading.end && kept[n] && words > maxWordsBetween)
  const isShortWay = text - heading.end <= maxBlocksToText
  for (let n = heading.end; n < end; n++) {
    const block = blocks[n] as MainContentBlock
    const isPrice = block.words <= maxPriceWords && price.test(block.text)
    const maxWords = n < heading.boxEnd ? maxDekWords : maxWordsBetween
    const isBetween = isShortWay && n < text && block.words <= maxWords
    // In a thread, these facts are about the member who wrote the first post.
    if (kind === 'forum' && factElements.has(block.section.element.name)) continue
    const minBetween = minChancesBetween[block.section.element.name] ?? minChanceBetween
    const minChance = isPrice ? minPriceChance : isBetween ? minBetween : 1
    if (block.linked === 0 && (chances[n] as number) >= minChance) kept[n] = true
  }
}

const minTitleWords = 3
const price = /[$€£¥₹]\s?\d|\d\s?(?:[$€£¥]|USD|EUR|GBP)/
const maxPriceWords = 8
const maxBlocksToPrice = 15
const minPriceChance = 0.1
const maxBlocksToText = 8
const maxWordsBetween = 25
/** Minimum chances of captions and facts, by tag. */
const minChancesBetween: Readonly<Record<string, number>> = { figcaption: 0.25, dt: 0.12, dd: 0.12, th: 0.15, td: 0.15 }
const minChanceBetween = 0.33
const factElements = new Set(['dt', 'dd', 'th', 'td'])

interface PageHeading {
  element: Element
  /** The heading's blocks: indices from `first` up to, but not including, `end`. */
  first: number
  end: number
  boxEnd: number
}

/** Null if the page has no visible `h1` with text, or more than one. */
function onlyHeading(blocks: readonly MainContentBlock[], view: PageView): PageHeading | null {
  let heading: PageHeading | null = null
  for (let n = 0; n < blocks.length; n++) {
    const { section } = blocks[n] as MainContentBlock
    const element = closest(section.element, ({ name }) => name === 'h1')
    if (!element || closest(element, (around) => view.leavesOut(around))) continue
    if (heading && heading.element !== element) return null
    heading ??= { element, first: n, end: n, boxEnd: section.parent?.last ?? n }
    heading.end = n + 1
  }
  return heading
}

function leadsHome(heading: Element, url: URL | null): boolean {
  const isLink = ({ name }: Element) => name === 'a'
  const links = [closest(heading, isLink) ?? [], elementsBelow(heading).filter(isLink)].flat()
  return links.some(({ attribs: { href } }) => {
    const target = href === undefined ? null : URL.parse(href, url?.href ?? 'https://relative.invalid/page')
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
