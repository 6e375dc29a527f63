/** Reads the page's canonical URL and favicon from its `<link>` elements. */

import type { Element } from 'domhandler'
import { resolveUrl } from '../../html/absolute-url.ts'
import type { Document } from '../../html/document.ts'

/** The first usable URL of each, made absolute; null if there isn't one. */
export interface LinkedUrls {
  canonical: string | null
  icon: string | null
  touchIcon: string | null
}

const linkFields: readonly { field: keyof LinkedUrls; rels: readonly string[] }[] = [
  { field: 'canonical', rels: ['canonical'] },
  { field: 'icon', rels: ['icon'] },
  { field: 'touchIcon', rels: ['apple-touch-icon', 'apple-touch-icon-precomposed'] },
]

/** Sets those fields of `urls` that this element is the first to provide. `rel` holds the words of its `rel` in lower case. */
export function readLinkedUrls(element: Element, rel: readonly string[], urls: LinkedUrls, document: Document): void {
  const fields = linkFields.filter(({ field, rels }) => urls[field] === null && rels.some((name) => rel.includes(name)))
  // Resolving a URL takes time proportional to the length of `<base>`, so only the URLs needed are resolved.
  const url = fields.length > 0 ? resolveUrl(document, element.attribs.href) : null
  if (!url) return
  for (const { field } of fields) {
    if (field !== 'canonical' || /^https?:/.test(url)) urls[field] = url
  }
}

/** Prefers a browser tab icon to a home screen icon. */
export function faviconOf({ icon, touchIcon }: LinkedUrls): string | null {
  return icon ?? touchIcon
}
