/**
 * The lists that contain paid results in Oxylabs's parsed result pages.
 * @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads (November 2026)
 */

import type { AdKind } from '../ad/ad.ts'
import { type ProviderAd, type ProviderSitelink, textValue } from './provider-ads.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'
import { paidResults, type ResultList } from './result-lists.ts'

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

export function oxylabsAds(results: UncheckedFields): ProviderAd[] {
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
  return {
    item,
    block,
    kind,
    title: item.title ?? item.airline,
    link: item.url ?? item.href ?? linkOf(item),
    displayedUrl: item.url_shown,
    description: item.desc ?? item.description ?? item.subtitle,
    advertiser: item.seller ?? item.airline,
    phone: item.phone,
    price: item.price,
    oldPrice: item.old_price ?? item.price_old,
    rating: item.rating,
    reviews: item.reviews_count ?? item.rating_count,
    extensions: extensionsOf(item),
    // `image_data` is the image itself.
    imageUrl: item.url_image ?? item.image_url,
    address: item.address,
  }
}

function linkOf({ links }: UncheckedFields): unknown {
  return itemsOf(links).find(({ title }) => /^website$/i.test(textValue(title) ?? ''))?.href
}

function extensionsOf({ extensions, delivery, google_guaranteed }: UncheckedFields): unknown[] {
  return [extensions, delivery, google_guaranteed === true ? 'Google Guaranteed' : null].flat()
}

function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { expanded, inline } = fieldsOf(sitelinks)
  return [...itemsOf(expanded), ...itemsOf(inline)].map(({ title, url, desc }) => ({
    title,
    link: url,
    description: desc,
  }))
}
