/** Where an image's file may be: `src`, `srcset`, the sources of a `picture`, and attributes that scripts load from. */

import type { Element } from 'domhandler'
import { parseSrcset } from '../../../document/absolute-url.ts'
import { isElement } from '../../../document/traverse.ts'

const lazyAttributes = [
  ...['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-hi-res-src', 'data-full-src', 'data-actualsrc'],
  ...['data-echo', 'data-lazyload', 'data-ll-src', 'data-cfsrc'],
]
// Shown until a script has loaded the image. A real image may be called so too: `loading-dock.jpg`.
const likelyPlaceholder =
  /^data:|^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i
// Never a real image.
const surePlaceholder = /^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|1x1)[-_]?\d*\.(?:gif|png|svg)(?:\?|$)/i

/** URLs as written, likeliest first: what a script would load before what may be its placeholder. Without `data:` URLs. */
export function imageUrls(element: Element): string[] {
  const { attribs } = element
  const urls: string[] = []
  const src = attribs.src?.trim() ?? ''
  const lazy = lazyAttributes.flatMap((name) => attribs[name] ?? [])
  if (src !== '' && !likelyPlaceholder.test(src) && lazy.length === 0) urls.push(src)
  urls.push(...lazy)
  const sets = [attribs['data-srcset'], attribs['data-lazy-srcset'], attribs.srcset, ...pictureSources(element)]
  for (const set of sets) if (set) urls.push(...largestOf(set))
  if (!surePlaceholder.test(src)) urls.push(src)
  return urls.filter((url) => url !== '' && !/^\s*data:/i.test(url))
}

function pictureSources({ parent }: Element): (string | undefined)[] {
  if (!parent || !isElement(parent) || parent.name !== 'picture') return []
  return parent.children
    .filter(isElement)
    .filter(({ name }) => name === 'source')
    .map(({ attribs }) => attribs.srcset ?? attribs['data-srcset'])
}

const mostSrcsetChars = 20_000

/** The candidate of a `srcset` with the greatest width or density; none when all are placeholders. */
function largestOf(srcset: string): string[] {
  const ranked = parseSrcset(srcset.slice(0, mostSrcsetChars))
    .filter(({ url }) => !likelyPlaceholder.test(url))
    .map(({ url, descriptor }) => ({ url, size: Number.parseFloat(descriptor) || 1 }))
    .sort((a, b) => b.size - a.size)
  return ranked[0] ? [ranked[0].url] : []
}
