/** Reads a service's JSON, whose shape can change at any time, and converts its ads to the contract's ad format. */

import { isJsonObject } from '../../base/json-value.ts'
import { isHttp } from '../../base/url-schemes.ts'
import type { Ad, AdBlock, AdKind, Sitelink } from '../ad/ad.ts'
import { displayedOrigin, isGoogleHost, isOpaqueRedirect, landingPage, pictureUrl } from '../ad/google-urls.ts'
import { countOf, decimalOf, ratingOutOf5 } from '../text/amounts.ts'
import { cleanText, isAdLabel } from '../text/short-texts.ts'

/** A JSON object whose values have not been checked. */
export type UncheckedFields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): UncheckedFields {
  return isJsonObject(value) ? value : {}
}

/** Real lists contain at most a few hundred items. */
const maxItems = 10_000

/** The first 10,000 objects of a list; empty for any other value. */
export function itemsOf(value: unknown): UncheckedFields[] {
  return Array.isArray(value) ? value.slice(0, maxItems).filter(isJsonObject) : []
}

/** An ad whose block and kind are known. All other fields are unchanged from the service's JSON. */
export interface ProviderAd {
  item: UncheckedFields
  block: AdBlock
  kind: AdKind
  title: unknown
  /** URL of the landing page, or of one of Google's redirects. */
  link: unknown
  displayedUrl?: unknown
  description?: unknown
  advertiser?: unknown
  /** URL of the click counter. */
  tracking?: unknown
  phone?: unknown
  price?: unknown
  oldPrice?: unknown
  /** A number, or text such as "4,6". */
  rating?: unknown
  /** The highest possible rating; 5 if missing. */
  ratingScale?: unknown
  /** A number, or text such as "1.2K". */
  reviews?: unknown
  /** An array of strings. Other values are skipped. */
  extensions?: unknown
  imageUrl?: unknown
  address?: unknown
  sitelinks?: readonly ProviderSitelink[]
}

export interface ProviderSitelink {
  title: unknown
  link: unknown
  description: unknown
}

/** Maximum number of ads in a result, which is more than any page shows. */
const maxAds = 1000
const maxTextLength = 2000
const maxUrlLength = 8000
/** Maximum number of sitelinks, and of extensions, per ad. */
const maxParts = 50

/** The entries that become ads: those with a title or a link, up to the maximum. */
export function usableAds(entries: readonly ProviderAd[]): ProviderAd[] {
  return entries.filter(({ title, link }) => titleValue(title) || urlText(link)).slice(0, maxAds)
}

export function createAds(page: number, entries: readonly ProviderAd[]): Ad[] {
  const counts = new Map<AdBlock, number>()
  return usableAds(entries).map((entry) => {
    const position = (counts.get(entry.block) ?? 0) + 1
    counts.set(entry.block, position)
    const displayedUrl = textValue(entry.displayedUrl)
    const link = urlText(entry.link)
    const tracking = urlText(entry.tracking)
    return {
      page,
      block: entry.block,
      position,
      kind: entry.kind,
      title: titleValue(entry.title),
      url:
        landingUrl(link) ??
        (isGoogleLink(tracking) ? landingUrl(tracking) : null) ??
        (isOpaqueRedirect(link) ? displayedOrigin(displayedUrl) : null),
      displayed_url: displayedUrl,
      description: textValue(entry.description),
      advertiser: textValue(entry.advertiser),
      tracking_url: absoluteUrl(tracking) ?? (isGoogleLink(link) ? absoluteUrl(link) : null),
      sitelinks: (entry.sitelinks ?? []).slice(0, maxParts).flatMap(createSitelink),
      phone: textValue(entry.phone),
      price: textValue(entry.price),
      old_price: textValue(entry.oldPrice),
      rating: ratingOutOf5(numberValue(entry.rating), numberValue(entry.ratingScale)),
      reviews: countValue(entry.reviews),
      extensions: Array.isArray(entry.extensions) ? textsOf(entry.extensions) : [],
      image_url: pictureUrl(urlText(entry.imageUrl), googleUrl),
      address: textValue(entry.address),
    }
  })
}

/** The cleaned text, or a number as text; null for empty text and other values. Text longer than 2,000 characters is truncated. */
export function textValue(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const text = cleanText(value.slice(0, 2 * maxTextLength).replace(/\p{Cc}+/gu, ' '))
  return text === '' ? null : text.slice(0, maxTextLength).toWellFormed()
}

/** The distinct strings in a list; a single string is returned as a list. */
export function textsOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value.slice(0, maxParts) : [value]).flatMap((one) => textValue(one) ?? [])
  return [...new Set(texts)]
}

// Services sometimes mistake a label for a name (seen with SerpApi in 2024).
function titleValue(value: unknown): string | null {
  const text = textValue(value)
  return text === null || isAdLabel(text) ? null : text
}

/** The text of a URL; empty if it is too long to be one. */
function urlText(value: unknown): string {
  return typeof value === 'string' && value.length <= maxUrlLength ? cleanText(value) : ''
}

function numberValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return isShortText(value) ? decimalOf(value) : null
}

function countValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  // Accepts "(1,234)" and "1,234 reviews".
  return isShortText(value) ? countOf(value.replace(/^[\s(]+|[)\s]+$/g, '').replace(/(?<=\d)\s+\p{L}{4,}$/u, '')) : null
}

const isShortText = (value: unknown): value is string => typeof value === 'string' && value.length <= 100

function createSitelink({ title, link, description }: ProviderSitelink): Sitelink[] {
  const name = textValue(title)
  return name === null ? [] : [{ title: name, url: landingUrl(urlText(link)), description: textValue(description) }]
}

/** Base URL for relative links, which services copy from Google's pages. */
const googleUrl = 'https://www.google.com/'

const landingUrl = (link: string) => landingPage(link, googleUrl)

function absoluteUrl(link: string): string | null {
  const url = link === '' ? null : URL.parse(link, googleUrl)
  return isHttp(url) ? url.href : null
}

function isGoogleLink(link: string): boolean {
  return isGoogleHost(URL.parse(link, googleUrl)?.hostname ?? '')
}
