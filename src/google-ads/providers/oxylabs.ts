/** Oxylabs: its source for searches with ads, asked with a JSON body. @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads (November 2026) */

import type { Provider } from './provider.ts'
import { adsOf, type Fields, fieldsOf, type GivenAd, type GivenSitelink, listOf } from './provider-response.ts'

/** `parse_status_code` of a page that their parser has read whole. */
const parsedWhole = 12_000

export const oxylabs: Provider = {
  label: 'Oxylabs',
  baseUrl: 'https://realtime.oxylabs.io',

  /** The key is user name and password with a colon between them. */
  call({ query, domain, locale, geo_location, page, renderJs }, { baseUrl, key }) {
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
        geo_location,
        start_page: page,
        pages: 1,
        parse: true,
        render: renderJs ? 'html' : undefined,
      }),
    }
  },

  read(answer, page) {
    const [result = {}] = listOf(fieldsOf(answer).results)
    // 612 and 613: their own requests to Google were refused.
    if (typeof result.status_code === 'number' && result.status_code !== 200) return { status: 'blocked', ads: [] }
    const content = fieldsOf(result.content)
    const found = fieldsOf(content.results)
    const ads = adsOf(page, [...paidAds(found), ...productAds(found), ...localAds(found)])
    if (ads.length > 0) return { status: 'ok', ads }
    if (content.parse_status_code !== parsedWhole) return { status: 'error', ads }
    if (listOf(found.organic).length > 0) return { status: 'no_ads', ads }
    const total = fieldsOf(found.search_information).total_results_count ?? found.total_results_count
    return { status: total === 0 ? 'no_results' : 'error', ads }
  },
}

// They say where an ad stands among all results, not in which block: what comes behind the first organic one is below it.
function blockOf({ pos_overall }: Fields, { organic }: Fields): 'top' | 'bottom' {
  const firsts = listOf(organic).flatMap((one) => (typeof one.pos_overall === 'number' ? [one.pos_overall] : []))
  return typeof pos_overall === 'number' && pos_overall > Math.min(...firsts) ? 'bottom' : 'top'
}

function paidAds(found: Fields): GivenAd[] {
  return listOf(found.paid).map((ad) => ({
    block: blockOf(ad, found),
    kind: 'text',
    title: ad.title,
    link: ad.url,
    displayed: ad.url_shown,
    description: ad.desc,
    tracking: ad.data_rw,
    sitelinks: sitelinksOf(ad.sitelinks),
  }))
}

function sitelinksOf(sitelinks: unknown): GivenSitelink[] {
  const { expanded, inline } = fieldsOf(sitelinks)
  return [...listOf(expanded), ...listOf(inline)].map(({ title, url, desc }) => ({
    title,
    link: url,
    description: desc,
  }))
}

function productAds(found: Fields): GivenAd[] {
  const products = fieldsOf(found.pla)
  return listOf(products.items).map((unit) => ({
    block: blockOf(products, found),
    kind: 'shopping',
    title: unit.title,
    link: unit.url,
    advertiser: unit.seller,
    price: unit.price,
  }))
}

function localAds(found: Fields): GivenAd[] {
  return listOf(fieldsOf(found.local_service_ads).items).map((ad) => ({
    block: 'local',
    kind: 'local',
    title: ad.title,
    link: ad.url,
  }))
}
