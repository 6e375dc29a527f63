/** Builds the URL of a Google result page for a query, a language, a country and a location. */

import { type GeoLocation, geoLocationOf } from '../../contract/ads/geo-location.ts'
import type { GoogleAdsInput } from '../../contract/google-ads.ts'

export type SearchRequest = Pick<GoogleAdsInput, 'query' | 'domain' | 'locale' | 'geo_location' | 'device'> & {
  /** Result page number, from 1. */
  page: number
  /** Time of the search, in milliseconds since 1970. The encoding of a point includes it. */
  timeMs: number
}

/** Google shows ten results per page. `start` counts results. */
export const resultsPerPage = 10

// Languages whose regions Google's interface distinguishes. For all other locales, `hl` is only the language.
const regionalLanguages = new Set(['pt-BR', 'pt-PT', 'zh-CN', 'zh-TW', 'zh-HK', 'es-419', 'fr-CA', 'en-GB'])

/**
 * Returns the URL of a result page for valid input. `template` is the setting `GLEANER_GOOGLE_URL`. `num` is not set: Google has ignored it
 * since September 2025.
 * @example
 * const search = { query: 'shoes', locale: 'de-CH', page: 2, timeMs: Date.now() }
 * searchUrl('https://www.google.{domain}', search) // 'https://www.google.com/search?q=shoes&hl=de&gl=CH&start=10&pws=0'
 */
export function searchUrl(template: string, request: SearchRequest): string {
  const url = new URL(`${template.replaceAll('{domain}', request.domain ?? 'com').replace(/\/+$/, '')}/search`)
  url.searchParams.set('q', request.query)
  for (const [name, value] of Object.entries(languageOf(request.locale))) url.searchParams.set(name, value)
  if (request.geo_location !== undefined) url.searchParams.set('uule', uule(request.geo_location, request.timeMs))
  if (request.page > 1) url.searchParams.set('start', String((request.page - 1) * resultsPerPage))
  url.searchParams.set('pws', '0')
  return url.href
}

/** The parameters `hl` (interface language) and `gl` (country) for a BCP 47 tag (docs/google-ads.md). */
export function languageOf(locale: string | undefined): { hl?: string; gl?: string } {
  if (locale === undefined) return {}
  const { language, region } = new Intl.Locale(locale)
  const regional = `${language}-${region}`
  return {
    hl: regionalLanguages.has(regional) ? regional : language,
    ...(region !== undefined && /^[A-Z]{2}$/.test(region) ? { gl: region } : {}),
  }
}

/** The parameter for a valid `geo_location`, before it is encoded for a URL. */
export function uule(place: string, timeMs: number): string {
  const location = geoLocationOf(place)
  return location.kind === 'point' ? uuleOfPoint(location, timeMs) : uuleOfName(location.name)
}

/** The protobuf message {1: 2, 2: 32, 4: name} in base64 after `w+`. The length is a varint, so names of any length work. */
function uuleOfName(place: string): string {
  const name = Buffer.from(place)
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name])
  return `w+${message.toString('base64')}`
}

type Point = Extract<GeoLocation, { kind: 'point' }>

/** A text-format protobuf message in base64 after `a `, whose space becomes `+` in a URL. Time in microseconds, radius in millimeters. */
function uuleOfPoint({ latitude, longitude, radiusM }: Point, timeMs: number): string {
  const message = `role:1
producer:12
provenance:6
timestamp:${timeMs}000
latlng{
latitude_e7:${Math.round(latitude * 1e7)}
longitude_e7:${Math.round(longitude * 1e7)}
}
radius:${Math.round(radiusM * 1000)}`
  return `a ${Buffer.from(message).toString('base64')}`
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}
