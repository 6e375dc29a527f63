/** Translates a search into DataForSEO's parameters. @see https://docs.dataforseo.com/v3/serp/google/organic/task_post/ (November 2026) */

import { countryNames } from '../../contract/ads/country-names.ts'
import { geoLocationOf, readGeoLocation } from '../../contract/ads/geo-location.ts'
import type { GoogleAdsInput } from '../../contract/google-ads.ts'
import type { InputRule } from '../../contract/operation.ts'
import { languageOf, resultsPerPage, type SearchRequest } from '../search/request.ts'

const maxKeywordLength = 700
/** The maximum number of results for a live search. */
const maxDepth = 200
/** A radius is in millimeters, up to 199,999. */
const maxRadiusMm = 199_999
const minRadiusMm = 200

/** DataForSEO's restrictions on otherwise valid searches. */
export const dataForSeoRules: readonly InputRule<GoogleAdsInput>[] = [
  {
    param: 'query',
    check({ query }) {
      if (query === undefined) return null
      if (/(?:^|\s)cache:/i.test(query)) return 'Value error, DataForSEO does not support cache: in a query'
      return keywordOf(query).length > maxKeywordLength
        ? `Value error, DataForSEO supports queries of up to ${maxKeywordLength} characters, counting % and + as three each`
        : null
    },
  },
  {
    param: 'device',
    check: ({ device }) =>
      device === 'tablet' ? 'Value error, DataForSEO supports desktop and mobile, but not tablet' : null,
  },
  {
    param: 'geo_location',
    check({ geo_location }) {
      const place = geo_location === undefined ? null : readGeoLocation(geo_location)
      if (place === null || 'problem' in place || place.kind !== 'point' || !place.hasRadius) return null
      const radiusMm = place.radiusM * 1000
      return radiusMm < minRadiusMm || radiusMm > maxRadiusMm
        ? 'Value error, DataForSEO supports a point with a radius of 1 to 199 meters or without a radius'
        : null
    },
  },
  {
    param: 'start_page',
    check({ start_page = 1, pages = 1 }) {
      const last = start_page + pages - 1
      return last * resultsPerPage > maxDepth
        ? `Value error, DataForSEO supports result pages up to ${maxDepth / resultsPerPage}; this search would end at page ${last}`
        : null
    },
  },
]

/** The query, escaped as a keyword, because DataForSEO decodes percent signs and reads plus signs as spaces. */
export function keywordOf(query: string): string {
  return query.replaceAll('%', '%25').replaceAll('+', '%2B')
}

/** The language, which every search requires. The default is English. */
export function languageCodeOf(locale: string | undefined): string {
  const { hl = 'en' } = languageOf(locale)
  return plainLanguages[hl] ?? hl
}

// DataForSEO lists these languages without a region.
const plainLanguages: Readonly<Record<string, string>> = { 'en-GB': 'en', 'fr-CA': 'fr' }

type Place = { location_name: string } | { location_coordinate: string }

/** The location, which every search requires. The default is the locale's country, or else the domain's country. */
export function locationOf({ geo_location, locale, domain }: SearchRequest): Place {
  if (geo_location === undefined)
    return { location_name: countryOf(languageOf(locale).gl) ?? countryOf(regionOf(domain)) ?? 'United States' }
  const place = geoLocationOf(geo_location)
  if (place.kind !== 'point') return { location_name: place.name }
  const radiusMm = place.hasRadius ? Math.round(place.radiusM * 1000) : maxRadiusMm
  return { location_coordinate: [degrees(place.latitude), degrees(place.longitude), radiusMm].join(',') }
}

// Writes at most seven decimal places and never an exponent.
const degrees = (value: number) => String(Number(value.toFixed(7)) === 0 ? 0 : value.toFixed(7).replace(/\.?0+$/, ''))

const countryOf = (code: string | undefined) => (code === undefined ? undefined : countryNames().get(code)?.[0])

/** The alpha-2 country code for a Google domain. */
function regionOf(domain: string | undefined): string | undefined {
  const label = domain?.split('.').at(-1)?.toUpperCase()
  return label === 'UK' ? 'GB' : label === 'CAT' ? 'ES' : label
}
