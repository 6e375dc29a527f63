/** Provider Oxylabs: its source for searches with ads, asked with a JSON body. @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads (November 2026) */

import { geoLocationOf } from '../../contract/geo-location.ts'
import type { Provider } from './provider.ts'
import { createAds, type ProviderAd, type ProviderSitelink } from './provider-ads.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'

/** `parse_status_code` of a page that their parser has read completely. */
const parsedCompletely = 12_000

export const oxylabs: Provider = {
  label: 'Oxylabs',
  baseUrl: 'https://realtime.oxylabs.io',

  /** The key is user name and password, separated by a colon. */
  buildRequest({ query, domain, locale, geo_location, device, page, renderJs }, { baseUrl, key }) {
    return {
      url: `${baseUrl}/v1/queries`,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      },
      body: JSON.stringify({
        source: 'google_ads',
        query,
        domain,
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

  readResponse(json, page) {
    const [result = {}] = itemsOf(fieldsOf(json).results)
    // 612 and 613: Google refused their requests.
    if (typeof result.status_code === 'number' && result.status_code !== 200) return { status: 'blocked', ads: [] }
    const content = fieldsOf(result.content)
    const results = fieldsOf(content.results)
    const ads = createAds(page, [...paidAds(results), ...productAds(results), ...localAds(results)])
    if (ads.length > 0) return { status: 'ok', ads }
    if (content.parse_status_code !== parsedCompletely) return { status: 'error', ads }
    if (itemsOf(results.organic).length > 0) return { status: 'no_ads', ads }
    const total = fieldsOf(results.search_information).total_results_count ?? results.total_results_count
    return { status: total === 0 ? 'no_results' : 'error', ads }
  },
}

/** A place in their words: codes of countries, points with a radius in metres, canonical names. @see https://developers.oxylabs.io/products/web-scraper-api/features/localization/serp-localization (November 2026) */
function placeOf(text: string): string {
  const place = geoLocationOf(text)
  if (place.kind === 'name') return place.name
  if (place.kind === 'country') return place.code
  return `lat: ${place.latitude}, lng: ${place.longitude}, rad: ${place.radiusM}`
}

/** They give the position among all results, not the block: an ad after the first organic result is in the bottom block. */
function blockOf({ pos_overall }: UncheckedFields, { organic }: UncheckedFields): 'top' | 'bottom' {
  const positions = itemsOf(organic).flatMap((one) => (typeof one.pos_overall === 'number' ? [one.pos_overall] : []))
  return typeof pos_overall === 'number' && pos_overall > Math.min(...positions) ? 'bottom' : 'top'
}

function paidAds(results: UncheckedFields): ProviderAd[] {
  return itemsOf(results.paid).map((ad) => ({
    block: blockOf(ad, results),
    kind: 'text',
    title: ad.title,
    link: ad.url,
    displayedUrl: ad.url_shown,
    description: ad.desc,
    tracking: ad.data_rw,
    sitelinks: sitelinksOf(ad.sitelinks),
  }))
}

function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { expanded, inline } = fieldsOf(sitelinks)
  return [...itemsOf(expanded), ...itemsOf(inline)].map(({ title, url, desc }) => ({
    title,
    link: url,
    description: desc,
  }))
}

/** Product listing ads. */
function productAds(results: UncheckedFields): ProviderAd[] {
  const products = fieldsOf(results.pla)
  return itemsOf(products.items).map((product) => ({
    block: blockOf(products, results),
    kind: 'shopping',
    title: product.title,
    link: product.url,
    advertiser: product.seller,
    price: product.price,
  }))
}

function localAds(results: UncheckedFields): ProviderAd[] {
  return itemsOf(fieldsOf(results.local_service_ads).items).map((ad) => ({
    block: 'local',
    kind: 'local',
    title: ad.title,
    link: ad.url,
  }))
}
