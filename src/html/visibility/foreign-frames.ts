/** Finds other sites' frames that a visitor sees but the document doesn't contain. */

import type { Element } from 'domhandler'
import { resolveUrl } from '../absolute-url.ts'
import type { Document } from '../document.ts'
import { isContentFrame } from '../frame-kinds.ts'
import { createSiteTest } from '../site.ts'
import { policies } from './policies.ts'
import { findHidingRule } from './rule-set.ts'

/** URLs of the frames by element. The browser reports which frames it hasn't read; for a page as the server sent it, attributes decide. */
export function findForeignFrames(document: Document): ReadonlyMap<Element, string> {
  const { frames, frameElements, url: pageUrl } = document
  if (frames) return new Map([...frames].map(([element, { url }]) => [element, url]))
  const found = new Map<Element, string>()
  if (frameElements.length === 0) return found
  const isOwn = createSiteTest(pageUrl)
  for (const element of frameElements) {
    const url = resolveUrl(document, element.attribs.src ?? element.attribs['data-src'])
    if (url === null || isOwn(new URL(url)) !== false || !isContentFrame(url)) continue
    if (!isTiny(element) && findHidingRule(policies.frames.rules, element) === null) found.set(element, url)
  }
  return found
}

/** Frames of at most this size have nothing to read. */
const tinyPx = 10

function isTiny({ attribs: { width, height, style = '' } }: Element): boolean {
  const sides = /(?:^|[;\s])(?:width|height)\s*:\s*(\d+)(?:px)?\s*(?:!important)?\s*(?:;|$)/gi
  const styled = [...style.slice(0, 2000).matchAll(sides)].map(([, size]) => size)
  return [width, height, ...styled].some(
    (size) => /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(size ?? '') && Number.parseFloat(size ?? '') <= tinyPx,
  )
}
