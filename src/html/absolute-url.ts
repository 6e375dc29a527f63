/** The attributes that hold URLs, and functions that resolve their values. */

import type { Element } from 'domhandler'
import { attempt } from '../base/attempt.ts'
import { unfollowedSchemes } from '../base/url-schemes.ts'
import type { Document } from './document.ts'

/**
 * Returns the absolute form of an `href` or `src`; null if it is invalid or has one of the `unfollowedSchemes`.
 * @example
 * resolveUrl(parseDocument('<p>', 'https://example.com/a/'), '../b') // 'https://example.com/b'
 * resolveUrl(parseDocument('<p>', 'https://example.com/a/'), 'javascript:void(0)') // null
 */
export function resolveUrl(document: Document, written: string | undefined): string | null {
  const text = written?.trim()
  if (!text) return null
  // A URL that is only a fragment refers to this page, regardless of `<base>`.
  const url = text.startsWith('#') ? URL.parse(text, document.url) : parseUrl(document, text)
  if (!url || unfollowedSchemes.has(url.protocol)) return null
  return url.href
}

/** If either limit is exceeded, URLs aren't cached and are parsed each time. */
const maxKnownUrls = 10_000
const maxKnownUrlChars = 2000

/**
 * Resolves a URL of the page against its base; null if that isn't possible. Parsing is expensive, and a page's outputs share URLs, so most
 * results are cached on the document. Don't modify them.
 */
export function parseUrl({ baseUrl, knownUrls }: Document, written: string): Readonly<URL> | null {
  const text = written.trim()
  const known = knownUrls.get(text)
  if (known !== undefined) return known
  const url = URL.parse(text, baseUrl)
  if (knownUrls.size < maxKnownUrls && text.length <= maxKnownUrlChars) knownUrls.set(text, url)
  return url
}

/** The URL up to the `#`. */
export function withoutFragment(url: string): string {
  const at = url.indexOf('#')
  return at === -1 ? url : url.slice(0, at)
}

/** Attributes that hold one URL. Names are in lower case. */
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

/** Percent-decodes part of a URL, or a whole URL with `decodeURI`. Returns it unchanged if its percent-encoding is invalid. */
export function percentDecoded(text: string, decode = decodeURIComponent): string {
  return attempt(() => decode(text), URIError) ?? text
}

/** The URLs of a `srcset` as written, in order, with their descriptors. Takes linear time. @see HTML standard, parse a srcset attribute */
export function parseSrcset(srcset: string): { url: string; descriptor: string }[] {
  const candidates: { url: string; descriptor: string }[] = []
  let at = 0
  while (at < srcset.length) {
    const start = skip(srcset, at, separators)
    const end = skip(srcset, start, noSpaces)
    if (end === start) break
    let last = end
    while (srcset[last - 1] === ',') last--
    // A comma inside a URL belongs to it. After a URL or a descriptor, a comma ends the candidate.
    const comma = last < end ? end : srcset.indexOf(',', end)
    at = comma === -1 ? srcset.length : comma
    candidates.push({ url: srcset.slice(start, last), descriptor: srcset.slice(end, at).trim() })
  }
  return candidates
}

function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

const separators = /[\s,]*/y
const noSpaces = /\S*/y
