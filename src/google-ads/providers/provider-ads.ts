/** Turns the unchecked fields of a service's ads into ads of the contract. */

import type { Ad, AdBlock, AdKind, Sitelink } from '../ad.ts'
import { displayedOrigin, isGoogleHost, isOpaqueRedirect, landingPage } from '../google-urls.ts'
import { cleanText } from '../text/clean-text.ts'

/** An ad whose block and kind are known; every other field is as the service wrote it. */
export interface ProviderAd {
  block: AdBlock
  kind: AdKind
  title: unknown
  /** URL of the landing page, or of a redirect of Google's. */
  link: unknown
  displayedUrl?: unknown
  description?: unknown
  advertiser?: unknown
  /** URL of the click counter. */
  tracking?: unknown
  phone?: unknown
  price?: unknown
  sitelinks?: readonly ProviderSitelink[]
}

export interface ProviderSitelink {
  title: unknown
  link: unknown
  description: unknown
}

/** The ads in the given order, with positions counted within each block. Entries without title and link are left out. */
export function createAds(page: number, entries: readonly ProviderAd[]): Ad[] {
  const counts = new Map<AdBlock, number>()
  return entries
    .filter(({ title, link }) => textValue(title) !== null || textValue(link) !== null)
    .map((entry) => {
      const position = (counts.get(entry.block) ?? 0) + 1
      counts.set(entry.block, position)
      const displayedUrl = textValue(entry.displayedUrl)
      const link = textValue(entry.link)
      return {
        page,
        block: entry.block,
        position,
        kind: entry.kind,
        title: textValue(entry.title),
        url: landingUrl(link) ?? (link !== null && isOpaqueRedirect(link) ? displayedOrigin(displayedUrl) : null),
        displayed_url: displayedUrl,
        description: textValue(entry.description),
        advertiser: textValue(entry.advertiser),
        tracking_url: absoluteUrl(textValue(entry.tracking)) ?? (isGoogleLink(link) ? absoluteUrl(link) : null),
        sitelinks: (entry.sitelinks ?? []).flatMap(createSitelink),
        phone: textValue(entry.phone),
        price: textValue(entry.price),
      }
    })
}

/** Cleaned text that is not empty, or a number as text; null for any other value. */
export function textValue(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? cleanText(value) : ''
  return text === '' ? null : text
}

function createSitelink({ title, link, description }: ProviderSitelink): Sitelink[] {
  const name = textValue(title)
  return name === null ? [] : [{ title: name, url: landingUrl(textValue(link)), description: textValue(description) }]
}

/** Base of relative links: services copy them from Google's pages. */
const googleUrl = 'https://www.google.com/'

function landingUrl(link: string | null): string | null {
  return link === null ? null : landingPage(link, googleUrl)
}

function absoluteUrl(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link, googleUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

function isGoogleLink(link: string | null): boolean {
  const url = link === null ? null : URL.parse(link, googleUrl)
  return url !== null && isGoogleHost(url.hostname)
}
