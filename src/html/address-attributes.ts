/** The attributes that hold URLs, and functions that make their values absolute. */

import type { Element } from 'domhandler'
import { parseSrcset } from './absolute-url.ts'

/** Names are in lower case. */
export const urlAttributes: ReadonlySet<string> = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data', 'background', 'longdesc', 'xlink:href'],
  ...['data-src', 'data-lazy-src', 'data-original'],
])

/** Attributes that hold several URLs, each with a width or density descriptor. */
export const srcsetAttributes: ReadonlySet<string> = new Set(['srcset', 'imagesrcset', 'data-srcset'])

/** Makes the URLs of elements absolute. Leaves URLs that can't be resolved unchanged. */
export function writeAbsoluteUrls(elements: readonly Element[], resolve: (written: string) => string | null): void {
  for (const { attribs } of elements) {
    for (const [name, written] of Object.entries(attribs)) {
      if (urlAttributes.has(name)) attribs[name] = resolve(written) ?? written
      else if (srcsetAttributes.has(name)) attribs[name] = absoluteSrcset(written, (url) => resolve(url) ?? url)
    }
  }
}

/** Returns a `srcset` with each URL replaced by the result of `resolve`. URLs for which `resolve` returns null are left out. */
export function absoluteSrcset(srcset: string, resolve: (written: string) => string | null): string {
  return parseSrcset(srcset)
    .flatMap(({ url, descriptor }) => {
      const resolved = resolve(url)
      return resolved === null ? [] : `${resolved}${descriptor && ` ${descriptor}`}`
    })
    .join(', ')
}
