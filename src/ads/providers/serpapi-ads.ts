/**
 * The lists in SerpApi's responses that contain paid results.
 * @see https://serpapi.com/google-ads-organic-results, https://serpapi.com/inline-shopping-results, https://serpapi.com/local-ads (November 2026)
 */

import type { AdBlock, AdKind } from '../ad/ad.ts'
import { type ProviderAd, type ProviderSitelink, textsOf, textValue } from './provider-ads.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'
import { paidResults, type ResultList } from './result-lists.ts'

const lists: readonly ResultList[] = [
  { path: ['shopping_results'], kind: 'shopping', isMixed: false },
  { path: ['inline_shopping_results'], kind: 'shopping', isMixed: false },
  { path: ['immersive_products'], kind: 'shopping', isMixed: true },
  { path: ['local_ads', 'ads'], kind: 'local', isMixed: false },
  { path: ['local_ads'], kind: 'local', isMixed: false },
  { path: ['ads_results'], kind: 'local', isMixed: false },
  { path: ['local_results', 'places'], kind: 'local', isMixed: true },
  { path: ['local_results'], kind: 'local', isMixed: true },
  { path: ['knowledge_graph', 'ads'], kind: 'travel', isMixed: false },
  { path: ['answer_box', 'hotels'], kind: 'hotel', isMixed: true },
  { path: ['hotels_results', 'hotels'], kind: 'hotel', isMixed: true },
  { path: ['hotels_results'], kind: 'hotel', isMixed: true },
  { path: ['answer_box', 'flights'], kind: 'travel', isMixed: true },
  { path: ['flights_results', 'flights'], kind: 'travel', isMixed: true },
  { path: ['vehicles_for_sale'], kind: 'vehicle', isMixed: true },
  { path: ['inline_videos'], kind: 'video', isMixed: true },
]

export function serpApiAds(fields: UncheckedFields): ProviderAd[] {
  return [
    ...itemsOf(fields.ads).flatMap(textAds),
    ...lists.flatMap((list) =>
      paidResults(fields, list).map((item) => card(item, list.kind, list.kind === 'local' ? 'local' : blockOf(item))),
    ),
  ]
}

const knownBlocks = new Set<AdBlock>(['top', 'bottom', 'right', 'middle'])

function blockOf({ block_position }: UncheckedFields): AdBlock {
  return knownBlocks.has(block_position as AdBlock) ? (block_position as AdBlock) : 'top'
}

/** An ad in the list `ads`, and the vehicles that it shows (since November 2024). */
function textAds(ad: UncheckedFields): ProviderAd[] {
  const block = blockOf(ad)
  const isCall = textValue(ad.link) === null && textValue(ad.phone) !== null
  const vehicles = itemsOf(ad.vehicles_for_sale).map((vehicle) => card(vehicle, 'vehicle', block))
  return [{ ...card(ad, isCall ? 'call' : 'text', block), sitelinks: sitelinksOf(ad.sitelinks) }, ...vehicles]
}

function card(item: UncheckedFields, kind: AdKind, block: AdBlock): ProviderAd {
  const { website } = fieldsOf(item.links)
  return {
    item,
    block,
    kind,
    title: item.title ?? item.name,
    link: item.link ?? website ?? item.product_link,
    displayedUrl: item.displayed_link,
    description: item.description ?? item.snippet,
    advertiser: item.source ?? item.seller ?? item.dealer,
    tracking: item.tracking_link,
    phone: item.phone,
    price: item.price,
    oldPrice: item.old_price ?? item.original_price,
    rating: item.rating,
    reviews: item.reviews ?? item.rating_count ?? item.reviews_original,
    extensions: extensionNames.flatMap((name) => item[name]),
    imageUrl: item.thumbnail ?? item.image,
    address: item.address,
  }
}

/** Fields of callouts, promotions and facts: strings, or arrays of them. */
const extensionNames = [
  'extensions',
  'details',
  'badge',
  'tag',
  'shipping',
  'delivery',
  'second_hand_condition',
  'service_area',
  'hours',
  'years_in_business',
  'mileage',
] as const

/** `sitelinks` is a list, or an object with one list per display format. */
function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { inline, expanded, list } = fieldsOf(sitelinks)
  return [...itemsOf(sitelinks), ...itemsOf(expanded), ...itemsOf(inline), ...itemsOf(list)].map((sitelink) => ({
    title: sitelink.title,
    link: sitelink.link,
    description: sitelink.snippet ?? sitelink.description ?? textsOf(sitelink.snippets).join(' '),
  }))
}
