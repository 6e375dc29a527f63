/**
 * The Oxylabs provider. Uses its source for searches with ads, requested with a JSON body. Oxylabs bills one result per page delivered. The
 * rate is different if `render` is set.
 * @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads (November 2026)
 */

import { geoLocationOf } from '../../contract/ads/geo-location.ts'
import type { ResultPageStatus } from '../../contract/ads-reading.ts'
import type { AdKind } from '../ad/ad.ts'
import { jsonRequest, type Provider } from './provider.ts'
import {
  fieldsOf,
  itemsOf,
  type ProviderAd,
  type ProviderSitelink,
  textValue,
  type UncheckedFields,
} from './provider-ads.ts'
import { createPage, paidResults, type ResultList } from './provider-page.ts'

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

  buildRequest({ query, locale, geo_location, device, page, renderJs }, { baseUrl, key }) {
    return jsonRequest(`${baseUrl}/v1/queries`, key, {
      source: 'google_ads',
      query,
      locale,
      geo_location: geo_location === undefined ? undefined : placeOf(geo_location),
      user_agent_type: device,
      start_page: page,
      pages: 1,
      parse: true,
      render: renderJs ? 'html' : undefined,
    })
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

const lists: readonly ResultList[] = [
  { path: ['pla', 'items'], kind: 'shopping', isMixed: false },
  { path: ['local_service_ads', 'items'], kind: 'local', isMixed: false },
  { path: ['local_pack', 'items'], kind: 'local', isMixed: true },
  { path: ['hotels', 'results'], kind: 'hotel', isMixed: true },
  { path: ['flights', 'results'], kind: 'travel', isMixed: true },
  { path: ['popular_products', 'items'], kind: 'shopping', isMixed: true },
  { path: ['item_carousel', 'items'], kind: 'text', isMixed: true },
  { path: ['videos', 'items'], kind: 'video', isMixed: true },
]

function oxylabsAds(results: UncheckedFields): ProviderAd[] {
  return [
    ...itemsOf(results.paid).map((ad) => textAd(ad, blockOf(ad, results))),
    ...lists.flatMap((list) => {
      const [unit = ''] = list.path
      const block = list.kind === 'local' ? 'local' : blockOf(fieldsOf(results[unit]), results)
      return paidResults(results, list).map((item) => card(item, list.kind, block))
    }),
  ]
}

/** Oxylabs reports the position among all results, but no block. An ad after the first organic result is in the bottom block. */
function blockOf({ pos_overall }: UncheckedFields, { organic }: UncheckedFields): 'top' | 'bottom' {
  if (typeof pos_overall !== 'number') return 'top'
  return itemsOf(organic).some((one) => typeof one.pos_overall === 'number' && one.pos_overall < pos_overall)
    ? 'bottom'
    : 'top'
}

function textAd(ad: UncheckedFields, block: 'top' | 'bottom'): ProviderAd {
  const [landing] = Array.isArray(ad.data_pcu) ? ad.data_pcu : []
  const isCall = textValue(ad.url) === null && textValue(ad.phone) !== null
  return {
    ...card(ad, isCall ? 'call' : 'text', block),
    link: ad.url ?? landing,
    displayedUrl: ad.url_shown,
    tracking: ad.data_rw,
    sitelinks: sitelinksOf(ad.sitelinks),
  }
}

function card(item: UncheckedFields, kind: AdKind, block: ProviderAd['block']): ProviderAd {
  const website = itemsOf(item.links).find(({ title }) => /^website$/i.test(textValue(title) ?? ''))
  return {
    item,
    block,
    kind,
    title: item.title ?? item.airline,
    link: item.url ?? item.href ?? website?.href,
    displayedUrl: item.url_shown,
    description: item.desc ?? item.description ?? item.subtitle,
    advertiser: item.seller ?? item.airline,
    phone: item.phone,
    price: item.price,
    oldPrice: item.old_price ?? item.price_old,
    rating: item.rating,
    reviews: item.reviews_count ?? item.rating_count,
    extensions: [item.extensions, item.delivery, item.google_guaranteed === true ? 'Google Guaranteed' : null].flat(),
    // `image_data` is the image itself.
    imageUrl: item.url_image ?? item.image_url,
    address: item.address,
  }
}

function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { expanded, inline } = fieldsOf(sitelinks)
  return [...itemsOf(expanded), ...itemsOf(inline)].map(({ title, url, desc }) => ({
    title,
    link: url,
    description: desc,
  }))
}
