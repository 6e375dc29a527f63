/** Describes unread ads by their first words, so that someone can find and investigate them. */

import type { AnyNode, Element } from 'domhandler'
import { isElement } from '../../html/traverse.ts'
import { isTooLarge } from './dom/size-limits.ts'
import { visibleText } from './dom/text-lines.ts'
import type { ParsedAds } from './parse-ads.ts'
import { isAdGroup } from './survey/ad-links.ts'

/** The first few places are enough to find out what changed. */
const maxPlaces = 3
const maxWordsLength = 60
const maxLevels = 4

/** One description for each place: its first words in quotation marks. */
export function unreadPlaces({ unread, survey }: ParsedAds): string[] {
  const places = new Set<string>()
  for (const element of unread) {
    if (places.size === maxPlaces) break
    const words = wordsOf(element)
    places.add(words === '' ? 'one without text' : `"${words}"`)
  }
  if (survey.isTruncated) places.add('some beyond the maximum number of links or titles')
  return [...places].slice(0, maxPlaces)
}

// A link may be empty, so the text around it is more useful.
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
