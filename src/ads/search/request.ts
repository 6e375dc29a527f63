/** Builds the URL of a Google result page for a query, a language, a country and a location. */

import type { GoogleAdsInput } from '../../contract/google-ads.ts'
import { uule } from './uule.ts'

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
