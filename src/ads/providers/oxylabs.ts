/**
 * The Oxylabs provider. Uses its source for searches with ads, requested with a JSON body. Oxylabs bills one result per page delivered. The
 * rate is different if `render` is set.
 * @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads (November 2026)
 */

import { geoLocationOf } from '../../contract/ads/geo-location.ts'
import type { ResultPageStatus } from '../../contract/ads-reading.ts'
import { oxylabsAds } from './oxylabs-ads.ts'
import type { Provider } from './provider.ts'
import { textValue } from './provider-ads.ts'
import { createPage } from './provider-page.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'

const parsedCompletely = 12_000

export const oxylabs: Provider = {
  label: 'Oxylabs',
  baseUrl: 'https://realtime.oxylabs.io',
  bringsAllPages: false,
  rules: [
    {
      param: 'domain',
      // @see https://developers.oxylabs.io/changelog/march-2026/google-domain-parameter-no-longer-available
      check: ({ domain = 'com' }) =>
        domain === 'com'
          ? null
          : 'Value error, since March 2026 Oxylabs has searched only google.com. Set the location with geo_location and locale',
    },
  ],
  parameterNames: {
    geo_location: 'geo_location',
    locale: 'locale',
    user_agent_type: 'device',
    start_page: 'start_page',
    query: 'query',
  },

  /** The key consists of the user name and password, separated by a colon. */
  buildRequest({ query, locale, geo_location, device, page, renderJs }, { baseUrl, key }) {
    return {
      url: `${baseUrl}/v1/queries`,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      },
      body: JSON.stringify({
        source: 'google_ads',
        query,
        locale,
        geo_location: geo_location === undefined ? undefined : placeOf(geo_location),
        user_agent_type: device,
        start_page: page,
        pages: 1,
        parse: true,
        render: renderJs ? 'html' : undefined,
      }),
    }
  },

  readResponse(json, { page }) {
    const [result = {}] = itemsOf(fieldsOf(json).results)
    // Status codes 612 and 613 mean that Google refused Oxylabs's requests.
    if (typeof result.status_code === 'number' && result.status_code !== 200) {
      return { kind: 'pages', pages: [{ status: 'blocked', ads: [] }] }
    }
    const content = fieldsOf(result.content)
    const results = fieldsOf(content.results)
    const isAsked = isPage(content, page) && isPage(result, page)
    const entries = isAsked ? oxylabsAds(results) : []
    const statusWithoutAds = isAsked ? statusOf(content, results) : 'error'
    return { kind: 'pages', pages: [createPage({ page, entries, root: results, echoes, statusWithoutAds })] }
  },
}

const echoes = new Set(['search_information', 'navigation'])

function isPage(fields: UncheckedFields, page: number): boolean {
  const text = textValue(fields.page)
  return text === null || Number(text) === page
}

function statusOf(content: UncheckedFields, results: UncheckedFields): ResultPageStatus {
  if (content.parse_status_code !== parsedCompletely) return 'error'
  if (itemsOf(results.organic).length > 0) return 'no_ads'
  const total = fieldsOf(results.search_information).total_results_count ?? results.total_results_count
  return total === 0 ? 'no_results' : 'error'
}

/**
 * A location in Oxylabs's format: a country code, a point with a radius in meters, or a canonical name.
 * @see https://developers.oxylabs.io/products/web-scraper-api/features/localization/serp-localization (November 2026)
 */
function placeOf(text: string): string {
  const place = geoLocationOf(text)
  if (place.kind === 'name') return place.name
  if (place.kind === 'country') return place.code
  return `lat: ${place.latitude}, lng: ${place.longitude}, rad: ${place.radiusM}`
}
