/** Reads one response from Google: its status and its ads. */

import type { AnyNode, Element } from 'domhandler'
import type { ParsedResultPage } from '../../contract/ads-reading.ts'
import type { Document } from '../../html/document.ts'
import { decodeBody } from '../../html/parse/decode.ts'
import { parseDocument } from '../../html/parse/parse.ts'
import { isElement } from '../../html/traverse.ts'
import type { Page } from '../../page/page.ts'
import { isTooLarge } from './dom/size-limits.ts'
import { visibleText } from './dom/text-lines.ts'
import { classifyPage, type ResultPageResponse } from './page-status.ts'
import { type ParsedAds, parseAds } from './parse-ads.ts'
import { isAdGroup } from './survey/ad-links.ts'

/**
 * For `layout_changed`, the ads are those that could be read. For any other status except `ok`, there are no ads. Fetches nothing, least of
 * all a tracking URL. `page` is the page number for the ads.
 */
export function readResultPage(
  document: Document,
  { page, ...response }: ResultPageResponse & { page: number },
): ParsedResultPage {
  const parsed = parseAds(document)
  const status = classifyPage(document, response, parsed)
  const result = { status, ads: parsed.ads.map((ad) => ({ page, ...ad })) }
  return status === 'layout_changed' ? { ...result, unread: unreadPlaces(parsed) } : result
}

export function parseResultPage(page: Page): Document {
  return parseDocument(decodeBody(page), page.finalUrl)
}

/** The first few places are enough to find out what changed. */
const maxPlaces = 3
const maxWordsLength = 60
const maxLevels = 4

/** One description for each place: its first words in quotation marks. */
function unreadPlaces({ unread, survey }: ParsedAds): string[] {
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
