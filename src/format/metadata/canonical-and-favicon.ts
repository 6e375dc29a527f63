/** The `<link>` elements that state the page's canonical URL and its favicon. */

import type { Element } from 'domhandler'
import { resolveUrl } from '../../html/absolute-url.ts'
import type { Document } from '../../html/document.ts'

/** The first absolute URL of each; null where the page states none. */
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

/** Fills in the fields of `urls` that this element states and no earlier one did. `rel` holds its words in lower case. */
export function readLinkedUrls(element: Element, rel: readonly string[], urls: LinkedUrls, document: Document): void {
  const fields = linkFields.filter(({ field, rels }) => urls[field] === null && rels.some((name) => rel.includes(name)))
  // A URL takes as long to read as `<base>` is, so URLs that aren't needed aren't read.
  const url = fields.length > 0 ? resolveUrl(document, element.attribs.href) : null
  if (!url) return
  for (const { field } of fields) {
    if (field !== 'canonical' || /^https?:/.test(url)) urls[field] = url
  }
}

/** An icon for tabs is preferred to one for home screens. */
export function faviconOf({ icon, touchIcon }: LinkedUrls): string | null {
  return icon ?? touchIcon
}
