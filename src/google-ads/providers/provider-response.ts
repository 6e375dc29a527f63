/** JSON of a service that may change without notice → ads: every field is looked at before it is believed. */

import type { Ad } from '../ad.ts'
import { isGoogleHost, isOpaqueRedirect, landingPage } from '../google-urls.ts'
import { displayedOrigin } from '../page/ads/ad-urls.ts'
import { clean } from '../shapes.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The object's fields; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** The objects of a list; none for anything else. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** Text with something in it, white space folded; a number as its text. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? clean(value) : ''
  return text === '' ? null : text
}

export interface GivenAd {
  block: Ad['block']
  kind: Ad['kind']
  title: unknown
  /** The landing page, or a redirect of Google's. */
  link: unknown
  displayed?: unknown
  description?: unknown
  advertiser?: unknown
  tracking?: unknown
  phone?: unknown
  price?: unknown
  sitelinks?: readonly GivenSitelink[]
}

export interface GivenSitelink {
  title: unknown
  link: unknown
  description: unknown
}

/** Ads with their positions counted within each block, in the order given. One without title and link is none. */
export function adsOf(page: number, given: readonly GivenAd[]): Ad[] {
  const counts = new Map<Ad['block'], number>()
  return given
    .filter(({ title, link }) => textOf(title) !== null || textOf(link) !== null)
    .map((one) => {
      const position = (counts.get(one.block) ?? 0) + 1
      counts.set(one.block, position)
      const displayed = textOf(one.displayed)
      const link = textOf(one.link)
      return {
        page,
        block: one.block,
        position,
        kind: one.kind,
        title: textOf(one.title),
        url: pageBehind(link) ?? (link !== null && isOpaqueRedirect(link) ? displayedOrigin(displayed) : null),
        displayed_url: displayed,
        description: textOf(one.description),
        advertiser: textOf(one.advertiser),
        tracking_url: addressOf(textOf(one.tracking)) ?? (isGoogles(link) ? addressOf(link) : null),
        sitelinks: (one.sitelinks ?? []).flatMap(({ title, link: target, description }) => {
          const name = textOf(title)
          return name === null
            ? []
            : [{ title: name, url: pageBehind(textOf(target)), description: textOf(description) }]
        }),
        phone: textOf(one.phone),
        price: textOf(one.price),
      }
    })
}

const google = 'https://www.google.com/'

function pageBehind(link: string | null): string | null {
  return link === null ? null : landingPage(link, google)
}

function addressOf(link: string | null): string | null {
  const url = link === null ? null : URL.parse(link, google)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

function isGoogles(link: string | null): boolean {
  const url = link === null ? null : URL.parse(link, google)
  return url !== null && isGoogleHost(url.hostname)
}
