/** Recognizes tracking pixels, and finds the URLs of an image file: in `src`, `srcset`, the sources of a `picture`, attributes that scripts load images from, and `noscript` elements. */

import type { ChildNode, Element, ParentNode } from 'domhandler'
import { isOfTracker, isTrackerUrl } from '../page/tracking.ts'
import { parseSrcset } from './absolute-url.ts'
import { isElement, textOf } from './traverse.ts'

const lazyAttributes = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-hi-res-src', 'data-full-src', 'data-actualsrc'],
  ...['data-echo', 'data-lazyload', 'data-ll-src', 'data-cfsrc'],
]
const lazySets = ['data-srcset', 'data-lazy-srcset']
const anyLazy = new Set([...lazyAttributes, ...lazySets])
// Placeholders shown until a script has loaded the image. The name of a real image may match too: `loading-dock.jpg`.
const likelyPlaceholder =
  /^data:|^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i
// Names that placeholders have, but real images never do.
const surePlaceholder =
  /^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|1x1|loading|(?:[a-z]+[-_])?loader)[-_]?\d*\.(?:gif|png|svg)(?:\?|$)/i
const dot = /^\s*[01](?:\.0+)?(?:px)?\s*$/
const dotStyle = /(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:!important)?\s*(?=;|$)/gi

/**
 * Returns the URLs of an image as written, likeliest first. URLs that a script would load precede a `src` that may be a placeholder.
 * `data:` URLs are left out.
 * @example
 * imageUrls(new Element('img', { src: 'blank.gif', 'data-src': 'shoe.jpg' })) // ['shoe.jpg']
 */
export function imageUrls(element: Element): string[] {
  const { attribs, parent } = element
  const urls: string[] = []
  const src = attribs.src?.trim() ?? ''
  const isLazy = isLazyImage(element)
  const lazy = isLazy ? lazyAttributes.flatMap((name) => attribs[name] ?? []) : []
  if (lazy.length === 0 && !likelyPlaceholder.test(src) && !surePlaceholder.test(src)) urls.push(src)
  urls.push(...lazy)
  const sources = parent && isElement(parent) && parent.name === 'picture' ? sourcesIn(parent) : []
  const lazySrcsets = isLazy ? lazySets.map((name) => attribs[name]) : []
  const sets = [...lazySrcsets, attribs.srcset, ...sources.flatMap(setsOf)]
  urls.push(...sets.flatMap((set) => bestCandidate(set)))
  if (!surePlaceholder.test(src)) urls.push(src)
  return urls.filter((url) => url !== '' && !/^\s*data:/i.test(url))
}

/** Like `imageUrls`, for a `picture` without an `img`. */
export function pictureUrls(picture: Element): string[] {
  return sourcesIn(picture)
    .flatMap(setsOf)
    .flatMap((set) => bestCandidate(set))
}

/** True if the image has attributes from which scripts load it. */
export function isLazyImage({ attribs }: Element): boolean {
  // An element has fewer attributes than scripts read.
  for (const name in attribs) if (anyLazy.has(name)) return true
  return false
}

/** True for an image of at most one pixel, and for an image from a known tracker. */
export function isTrackingPixel(element: Element): boolean {
  const { name, attribs } = element
  if (name !== 'img') return false
  const { width, height, style, src } = attribs
  if (width !== undefined && height !== undefined && dot.test(width) && dot.test(height)) return true
  if (style !== undefined && (style.slice(0, 2000).match(dotStyle)?.length ?? 0) >= 2) return true
  if (src === undefined) return false
  return isLazyImage(element) ? isOfTracker(src) : isTrackerUrl(src)
}

function sourcesIn({ children }: ParentNode): Element[] {
  const isSource = (child: ChildNode): child is Element => isElement(child) && child.name === 'source'
  return children.slice(0, maxSiblings).filter(isSource)
}

const maxSiblings = 60
/** A placeholder image may have a srcset that a script fills in later. */
const setsOf = ({ attribs }: Element) => [attribs.srcset, attribs['data-srcset']]

const maxSrcsetChars = 20_000

/** The candidate in a `srcset` with the greatest width or density. Empty if all candidates are placeholders. */
function bestCandidate(srcset = ''): string[] {
  const ranked = parseSrcset(srcset.slice(0, maxSrcsetChars))
    .filter(({ url }) => !likelyPlaceholder.test(url))
    .map(({ url, descriptor }) => ({ url, size: Number.parseFloat(descriptor) || 1 }))
    .sort((a, b) => b.size - a.size)
  return ranked[0] ? [ranked[0].url] : []
}

const wrappers = new Set(['div', 'span', 'a', 'picture', 'figure'])

/**
 * Returns the replacement for `image` in a `noscript` near the image; null if there isn't one. If both images have an `alt`, the `alt` must
 * be the same.
 * @example
 * const { elements } = parseDocument('<img data-src="a"><noscript><img src="a.jpg"></noscript>', 'https://example.com/')
 * replacementOf(elements.named('img')[0])?.attribs.src // 'a.jpg'
 */
export function replacementOf(image: Element): Element | null {
  let around = image
  for (let level = 0; level < 3; level++) {
    let found: Element | null = null
    for (const near of [...elementsBeside(around, 'next', 2), ...elementsBeside(around, 'prev', 1)]) {
      const other = near.name === 'noscript' ? onlyImageIn(near) : null
      if (!other) continue
      if (other.attribs.alt === image.attribs.alt) return other
      if (other.attribs.alt && image.attribs.alt) continue
      found ??= other
    }
    if (found) return found
    const { parent } = around
    if (!parent || !isElement(parent) || !wrappers.has(parent.name) || parent.children.length > 12) return null
    around = parent
  }
  return null
}

/** True for a `noscript` whose image is already in the output, or which is next to an image that it replaces. */
export function replacesImageBeside(noscript: Element, written: ReadonlySet<unknown>): boolean {
  const image = onlyImageIn(noscript)
  if (image && written.has(image)) return true
  return [...elementsBeside(noscript, 'prev', 1), ...elementsBeside(noscript, 'next', 1)].some(
    ({ name }) => name === 'img' || name === 'picture',
  )
}

function elementsBeside(element: Element, side: 'prev' | 'next', max: number): Element[] {
  const found: Element[] = []
  let read = 0
  for (let node = element[side]; node && found.length < max && read < 6; node = node[side], read++) {
    if (isElement(node)) found.push(node)
  }
  return found
}

function onlyImageIn(noscript: Element): Element | null {
  const [first, ...others] = noscript.children.filter(isElement)
  if (!first || others.length > 0) return null
  const image = first.name === 'img' ? first : first.children.filter(isElement).find(({ name }) => name === 'img')
  return image && textOf(first) === '' ? image : null
}
