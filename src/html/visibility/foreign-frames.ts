/** Finds frames and embedded documents that a visitor sees but the document doesn't contain. */

import type { Element } from 'domhandler'
import { isContentFrame } from '../../page/frame-kinds.ts'
import { resolveUrl, withoutFragment } from '../absolute-url.ts'
import type { Document } from '../document.ts'
import { policies } from './policies.ts'
import { HidingRuleSet } from './rule-set.ts'

/**
 * URLs of frames, including those on the page's own site, and of documents in `embed` and `object`, keyed by element. If a browser loaded
 * the page, it reported which frames it didn't read. Otherwise, attributes show which frames are visible.
 */
export function findForeignFrames(document: Document): ReadonlyMap<Element, string> {
  const { frames, frameElements, elements } = document
  const found = new Map<Element, string>()
  if (frames) for (const [element, { url }] of frames) found.set(element, shownBy(url))
  else {
    for (const element of frameElements) {
      const url = resolveUrl(document, frameSource(element))
      if (url !== null && isShown(element, url, document)) found.set(element, shownBy(url))
    }
  }
  for (const element of [...elements.named('embed'), ...elements.named('object')]) {
    const { src, data, type = '' } = element.attribs
    const url = resolveUrl(document, element.name === 'embed' ? src : data)
    const isReadable = /^(?:text\/html|application\/pdf)/i.test(type) || (url !== null && isDocumentUrl(url))
    if (url !== null && isReadable && isShown(element, url, document)) found.set(element, url)
  }
  return found
}

/** Attributes from which scripts load a frame later, or once visitors have accepted its cookies (November 2026). */
const laterSources = [
  ...['data-src', 'data-lazy-src', 'data-litespeed-src', 'data-cookieblock-src', 'data-src-cmplz', 'data-cmp-src'],
  ...['data-suppressedsrc', 'consent-original-src-_'],
]

/** Returns the URL of a frame as written. */
export function frameSource({ attribs }: Element): string | undefined {
  const isPlaceholder = attribs.src === undefined || /^\s*(?:$|(?:about|data|javascript):)/i.test(attribs.src)
  return (isPlaceholder && laterSources.map((name) => attribs[name]).find(Boolean)) || attribs.src
}

/** The URL of the document that a viewer such as `viewer.html?file=report.pdf` shows; otherwise, the URL itself. */
function shownBy(url: string): string {
  const file = URL.parse(url)?.searchParams.get('file')
  const shown = file ? URL.parse(file, url)?.href : undefined
  return shown !== undefined && isDocumentUrl(shown) ? shown : url
}

const frameRules = new HidingRuleSet(policies.frames.rules)

/** True if a frame's own markup hides it. */
export function isFrameHiddenByMarkup(element: Element): boolean {
  return frameRules.find(element) !== null
}

function isShown(element: Element, url: string, { url: pageUrl }: Document): boolean {
  if (!/^https?:/.test(url) || withoutFragment(url) === withoutFragment(pageUrl) || !isContentFrame(url)) return false
  return !isTiny(element) && !isFrameHiddenByMarkup(element)
}

/** True for the URL of a document that Gleaner can read, judging by its file extension. */
export function isDocumentUrl(url: string): boolean {
  const { pathname = '' } = URL.parse(url) ?? {}
  return /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub)$/i.test(pathname)
}

/** Frames no larger than this contain nothing to read. */
const tinyPx = 10

function isTiny({ attribs: { width, height, style = '' } }: Element): boolean {
  const sides = /(?:^|[;\s])(?:width|height)\s*:\s*(\d+)(?:px)?\s*(?:!important)?\s*(?:;|$)/gi
  const styled = [...style.slice(0, 2000).matchAll(sides)].map(([, size]) => size)
  return [width, height, ...styled].some(
    (size) => /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(size ?? '') && Number.parseFloat(size ?? '') <= tinyPx,
  )
}
