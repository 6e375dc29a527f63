/**
 * The DataForSEO provider. Uses its live search for organic results, which also returns ads. One request returns all pages. DataForSEO
 * bills all pages up to the last one requested: the first in full, each further page at 75%. Operators such as `site:` in the query
 * multiply the price by five.
 * @see https://docs.dataforseo.com/v3/serp/google/organic/live/advanced/, https://dataforseo.com/pricing/serp/google-organic-serp-api
 * (November 2026)
 */

import { countryNames } from '../../contract/ads/country-names.ts'
import { geoLocationOf, readGeoLocation } from '../../contract/ads/geo-location.ts'
import type { AskedPages, ParsedResultPage, ProviderAnswer, ProviderRefusal } from '../../contract/ads-reading.ts'
import type { GoogleAdsInput } from '../../contract/google-ads.ts'
import type { InputRule } from '../../contract/operation.ts'
import type { AdBlock, AdKind } from '../ad/ad.ts'
import { languageOf, resultsPerPage, type SearchRequest } from '../search/request.ts'
import { jsonRequest, type Provider, parameterNamed } from './provider.ts'
import { fieldsOf, itemsOf, type ProviderAd, textsOf, textValue, type UncheckedFields } from './provider-ads.ts'
import { createPage, isClick, isPaid } from './provider-page.ts'

const maxKeywordLength = 700
/** The maximum number of results for a live search. */
const maxDepth = 200
/** A radius is in millimeters, up to 199,999. */
const maxRadiusMm = 199_999
const minRadiusMm = 200

/** DataForSEO's restrictions on otherwise valid searches. */
const dataForSeoRules: readonly InputRule<GoogleAdsInput>[] = [
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
function keywordOf(query: string): string {
  return query.replaceAll('%', '%25').replaceAll('+', '%2B')
}

/** The language, which every search requires. The default is English. */
function languageCodeOf(locale: string | undefined): string {
  const { hl = 'en' } = languageOf(locale)
  return plainLanguages[hl] ?? hl
}

// DataForSEO lists these languages without a region.
const plainLanguages: Readonly<Record<string, string>> = { 'en-GB': 'en', 'fr-CA': 'fr' }

/** The location, which every search requires. The default is the locale's country, or else the domain's country. */
function locationOf({ geo_location, locale, domain }: SearchRequest) {
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

const parameterNames: Provider['parameterNames'] = {
  keyword: 'query',
  se_domain: 'domain',
  language_code: 'locale',
  location_name: 'geo_location',
  location_coordinate: 'geo_location',
  device: 'device',
  depth: 'start_page',
  max_crawl_pages: 'start_page',
}

export const dataForSeo: Provider = {
  label: 'DataForSEO',
  baseUrl: 'https://api.dataforseo.com',
  bringsAllPages: true,
  rules: dataForSeoRules,
  parameterNames,

  buildRequest(search, access) {
    const lastPage = search.page + search.pages - 1
    const task = {
      keyword: keywordOf(search.query),
      ...locationOf(search),
      language_code: languageCodeOf(search.locale),
      se_domain: search.domain === undefined ? undefined : `google.${search.domain}`,
      device: search.device,
      depth: lastPage * resultsPerPage,
      max_crawl_pages: lastPage,
    }
    return jsonRequest(`${access.baseUrl}/v3/serp/google/organic/live/advanced`, access.key, [task])
  },

  readResponse(json, asked) {
    const answer = fieldsOf(json)
    if (answer.status_code !== statusOk) return refused(answer, asked)
    const [task = {}] = itemsOf(answer.tasks)
    const { status_code, result } = task
    if (status_code !== statusOk) return refused(task, asked)
    const [first = {}] = itemsOf(result)
    const numbers = numbersOf(asked)
    const depth = (numbers.at(-1) ?? 1) * resultsPerPage
    return { kind: 'pages', pages: numbers.map((page) => readPage(first, page, depth)) }
  },
}

/** DataForSEO's status codes. @see https://docs.dataforseo.com/v3/appendix/errors (November 2026) */
const statusOk = 20_000
const noSearchResults = 40_102

function refused(part: UncheckedFields, asked: AskedPages): ProviderAnswer {
  const { status_code: code, status_message: message } = part
  if (code === noSearchResults) return allPages(asked, 'no_results')
  // The search engine returned an error (40101), or the task was not executed (40103).
  if (typeof code !== 'number' || !Number.isSafeInteger(code) || code === 40_101 || code === 40_103)
    return allPages(asked, 'error')
  return { kind: 'refused', refusal: refusalOf(code, textValue(message)), code }
}

function refusalOf(code: number, message: string | null): ProviderRefusal {
  if (code === 40_202 || code === 40_209) return { reason: 'too_many' }
  const group = Math.floor(code / 100)
  if (group === 401 || code === 40_204 || code === 40_207) return { reason: 'key' }
  if (group === 402) return { reason: 'spent' }
  return (group === 405 && parameterNamed(parameterNames, message)) || { reason: 'failed' }
}

function allPages(asked: AskedPages, status: 'error' | 'no_results'): ProviderAnswer {
  return { kind: 'pages', pages: numbersOf(asked).map(() => ({ status, ads: [] })) }
}

function numbersOf({ page, pages }: AskedPages): number[] {
  return Array.from({ length: pages }, (_, index) => page + index)
}

function readPage(result: UncheckedFields, page: number, depth: number): ParsedResultPage {
  const items = itemsOf(result.items)
  const ofPage = items.filter((item) => Number(textValue(item.page) ?? 1) === page)
  if (ofPage.length === 0) return { status: isPastEnd(result, page, depth) ? 'no_results' : 'error', ads: [] }
  return createPage({
    page,
    entries: dataForSeoAds(ofPage),
    // Grouped by type, because a type describes a place better than an index in one list of all items.
    root: byType(ofPage),
    statusWithoutAds: ofPage.some(isOrganic) ? 'no_ads' : 'error',
  })
}

const isOrganic = ({ type }: UncheckedFields) => type === 'organic'

/** True if the search doesn't have this page: DataForSEO stopped earlier, with fewer results than requested. */
function isPastEnd({ pages_count, items }: UncheckedFields, page: number, depth: number): boolean {
  const isShorter = typeof pages_count === 'number' && pages_count > 0 && pages_count < page
  return isShorter && itemsOf(items).filter(isOrganic).length < depth
}

/** The types of paid items. @see https://docs.dataforseo.com/v3/serp/google/organic/task_get/advanced/ (November 2026) */
const paidTypes = new Map<string, AdKind>([
  ['paid', 'text'],
  ['shopping', 'shopping'],
  ['commercial_units', 'travel'],
  ['local_services', 'local'],
])

/** Types in which ads are marked as such, mostly by `is_paid`. */
const mixedTypes = new Map<string, AdKind>([
  ['local_pack', 'local'],
  ['map', 'local'],
  ['hotels_pack', 'hotel'],
  ['google_hotels', 'hotel'],
  ['knowledge_graph', 'hotel'],
  ['knowledge_graph_hotels_booking_item', 'hotel'],
  ['popular_products', 'shopping'],
  ['explore_brands', 'store'],
  ['google_flights', 'travel'],
  ['top_sights', 'travel'],
  ['app', 'app'],
  ['video', 'video'],
  ['short_videos', 'video'],
])

function dataForSeoAds(items: readonly UncheckedFields[]): ProviderAd[] {
  const [firstOrganic = Number.POSITIVE_INFINITY] = items.filter(isOrganic).flatMap(rankOf)
  return items.flatMap((item) => {
    const type = typeof item.type === 'string' ? item.type : ''
    const paidKind = paidTypes.get(type)
    const kind = paidKind ?? mixedTypes.get(type)
    if (kind === undefined) return []
    const block = kind === 'local' ? 'local' : blockOf(item, firstOrganic)
    return elementsOf(item)
      .filter((element) => paidKind !== undefined || isPaid(element))
      .map((element) => card(element, kind, block))
  })
}

/** The items by type. An item whose elements are ads is replaced by its elements. */
function byType(items: readonly UncheckedFields[]): Record<string, UncheckedFields[]> {
  const types = new Map<string, UncheckedFields[]>()
  for (const item of items) {
    const type = textValue(item.type) ?? 'items'
    const elements = paidTypes.has(type) ? elementsOf(item) : [item]
    types.set(type, (types.get(type) ?? []).concat(elements))
  }
  return Object.fromEntries(types)
}

/** An item without elements counts as an element. The elements of a knowledge graph are one level deeper. */
function elementsOf(item: UncheckedFields): UncheckedFields[] {
  const elements = itemsOf(item.items)
  if (elements.length === 0) return [item]
  return item.type === 'knowledge_graph' ? elements.flatMap((element) => itemsOf(element.items)) : elements
}

const rankOf = ({ rank_absolute: rank }: UncheckedFields) => (typeof rank === 'number' ? [rank] : [])

/** Everything after the first organic result is in the bottom block. */
function blockOf(item: UncheckedFields, firstOrganic: number): AdBlock {
  if (item.position === 'right') return 'right'
  return rankOf(item).some((rank) => rank > firstOrganic) ? 'bottom' : 'top'
}

function card(item: UncheckedFields, kind: AdKind, block: AdBlock): ProviderAd {
  const images = itemsOf(item.images)
  const rating = fieldsOf(item.rating)
  return {
    item,
    block,
    kind,
    title: item.title ?? item.source,
    link: item.url,
    displayedUrl: item.breadcrumb,
    description: item.description ?? item.snippet ?? textsOf(item.description_rows).join(' '),
    advertiser: item.website_name ?? item.seller ?? item.source,
    // `ad_aclk` is the click ID. The click URL is only in the images.
    tracking: images.map(({ url }) => url).find(isClick),
    phone: item.phone,
    ...pricesOf(item.price),
    rating: rating.value,
    ratingScale: rating.rating_max ?? (rating.rating_type === 'Percents' ? 100 : undefined),
    reviews: rating.votes_count,
    extensions: item.tags,
    imageUrl: item.image_url ?? item.profile_image_url ?? images[0]?.image_url,
    address: item.address,
    sitelinks: itemsOf(item.links).map(({ title, url, description }) => ({ title, link: url, description })),
  }
}

/** The price as shown, and the regular price if it is higher. If the text is missing, uses the numbers with their currency. */
function pricesOf(price: unknown): Pick<ProviderAd, 'price' | 'oldPrice'> {
  const { current, regular, currency, displayed_price } = fieldsOf(price)
  const inCurrency = (value: unknown) =>
    typeof value === 'number' ? [textValue(value), textValue(currency)].filter(Boolean).join(' ') : null
  const isReduced = typeof regular === 'number' && typeof current === 'number' && regular > current
  return {
    price: textValue(displayed_price) ?? textValue(price) ?? inCurrency(current),
    oldPrice: isReduced ? inCurrency(regular) : null,
  }
}
