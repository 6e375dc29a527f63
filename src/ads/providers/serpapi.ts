/**
 * The SerpApi provider. Uses its engine for searches with ads, requested with a query string. SerpApi bills one search per page. Failed searches
 * and those answered from its cache (one hour) are free.
 * @see https://serpapi.com/google-ads-api, https://serpapi.com/pricing (November 2026)
 */

import { languageOf, resultsPerPage } from '../search/request.ts'
import { uule } from '../search/uule.ts'
import type { Provider } from './provider.ts'
import { textValue } from './provider-ads.ts'
import { createPage } from './provider-page.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'
import { serpApiAds } from './serpapi-ads.ts'

/** Fields about the request and the service. */
const echoes = new Set([
  'search_metadata',
  'search_parameters',
  'search_information',
  'pagination',
  'serpapi_pagination',
])

export const serpApi: Provider = {
  label: 'SerpApi',
  baseUrl: 'https://serpapi.com',
  bringsAllPages: false,
  rules: [],
  parameterNames: {
    google_domain: 'domain',
    hl: 'locale',
    gl: 'locale',
    uule: 'geo_location',
    location: 'geo_location',
    device: 'device',
    start: 'start_page',
    q: 'query',
  },

  buildRequest({ query, domain, locale, geo_location, device, page, timeMs }, { baseUrl, key }) {
    const { hl, gl } = languageOf(locale)
    const parameters: Record<string, string | undefined> = {
      engine: 'google_ads',
      q: query,
      google_domain: domain === undefined ? undefined : `google.${domain}`,
      // SerpApi writes languages and countries in lower case: pt-br, us.
      hl: hl?.toLowerCase(),
      gl: gl?.toLowerCase(),
      uule: geo_location === undefined ? undefined : uule(geo_location, timeMs),
      device,
      start: page > 1 ? String((page - 1) * resultsPerPage) : undefined,
      api_key: key,
    }
    const url = new URL(`${baseUrl}/search.json`)
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return { url: url.href, headers: {}, body: null }
  },

  readResponse(json, { page }) {
    const fields = fieldsOf(json)
    const entries = isPage(fields, page) ? serpApiAds(fields) : []
    return {
      kind: 'pages',
      pages: [createPage({ page, entries, root: fields, echoes, statusWithoutAds: statusOf(fields, page) })],
    }
  },
}

function isPage({ search_parameters }: UncheckedFields, page: number): boolean {
  const { start } = fieldsOf(search_parameters)
  const text = textValue(start)
  return text === null || Number(text) === (page - 1) * resultsPerPage
}

function statusOf(fields: UncheckedFields, page: number) {
  if (textValue(fieldsOf(fields.search_metadata).status) !== 'Success' || !isPage(fields, page)) return 'error'
  const error = textValue(fields.error)
  // "Google hasn't returned any results for this query." is in the error field.
  if (error !== null) return /hasn['’]t returned any results/i.test(error) ? 'no_results' : 'error'
  return itemsOf(fields.organic_results).length > 0 ? 'no_ads' : 'error'
}
