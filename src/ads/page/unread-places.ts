/** Describes where unread ads are on the page and how they start, so that someone can investigate. */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { isElement, walk } from '../../html/traverse.ts'
import type { AdBlock } from '../ad/ad.ts'
import { adBlockFinder } from './ads/ad-blocks.ts'
import { isTooLarge } from './dom/size-limits.ts'
import { visibleText } from './dom/text-lines.ts'
import type { ParsedAds } from './parse-ads.ts'
import { isAdGroup } from './survey/ad-links.ts'

/** The first few places are enough to find what changed. */
const maxPlaces = 3
const maxWordsLength = 60
const maxLevels = 4

const placeOfBlock: Record<AdBlock, string> = {
  top: 'above the results',
  bottom: 'below the results',
  right: 'next to the results',
  middle: 'between the results',
  local: 'in the list of businesses',
}

/** One description per place, such as `above the results: "Running shoes by"`. */
export function unreadPlaces(document: Document, { unread, survey }: ParsedAds): string[] {
  if (unread.length === 0 && !survey.isTruncated) return []
  const orders = new Map<AnyNode, number>()
  walk(document.root, (node) => {
    orders.set(node, orders.size)
  })
  const organic = survey.organic.map((link) => ({ ...link, order: orders.get(link.element) ?? 0 }))
  const blockOf = adBlockFinder({ organic })
  const places = new Set<string>()
  for (const element of unread) {
    if (places.size === maxPlaces) break
    const place = placeOfBlock[blockOf(element, orders.get(element) ?? 0)]
    const words = wordsOf(element)
    places.add(words === '' ? `${place}, without text` : `${place}: "${words}"`)
  }
  if (survey.isTruncated) places.add('beyond the maximum number of links or titles')
  return [...places].slice(0, maxPlaces)
}

// A link may be empty, so its surroundings are more useful.
function wordsOf(element: Element): string {
  let around: AnyNode | null = element
  for (let level = 0; level < maxLevels && around && isElement(around); level++, around = around.parent) {
    if (isTooLarge(around)) break
    const text = visibleText(around)
    if (text !== '') return text.length > maxWordsLength ? `${text.slice(0, maxWordsLength).trimEnd()}…` : text
    if (isAdGroup(around)) break
  }
  return ''
}
