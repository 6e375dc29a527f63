/** The attributes that hold URLs, and how their values are made absolute. */

import { parseSrcset } from './absolute-url.ts'

/** Names are in lower case. */
export const urlAttributes: ReadonlySet<string> = new Set([
  ...['href', 'src', 'action', 'formaction', 'poster', 'cite', 'data', 'background', 'longdesc', 'xlink:href'],
  ...['data-src', 'data-lazy-src', 'data-original'],
])

/** Attributes that hold several URLs, each with a width or density. */
export const srcsetAttributes: ReadonlySet<string> = new Set(['srcset', 'imagesrcset', 'data-srcset'])

/** Returns a `srcset` with each URL replaced by the result of `resolve`; URLs for which it returns null are left out. */
export function absoluteSrcset(srcset: string, resolve: (written: string) => string | null): string {
  return parseSrcset(srcset)
    .flatMap(({ url, descriptor }) => {
      const resolved = resolve(url)
      return resolved === null ? [] : `${resolved}${descriptor && ` ${descriptor}`}`
    })
    .join(', ')
}
