/**
 * The SerpApi provider. Uses its engine for searches with ads, requested with a query string. SerpApi bills one search per page. Failed searches
 * and those answered from its cache (one hour) are free.
 * @see https://serpapi.com/google-ads-api, https://serpapi.com/pricing (November 2026)
 */

import type { AdBlock, AdKind } from '../ad/ad.ts'
import { languageOf, resultsPerPage, uule } from '../search/request.ts'
import type { Provider } from './provider.ts'
import {
  fieldsOf,
  itemsOf,
  type ProviderAd,
  type ProviderSitelink,
  textsOf,
  textValue,
  type UncheckedFields,
} from './provider-ads.ts'
import { createPage, paidResults, type ResultList } from './provider-page.ts'

/** Fields about the request and the service. */
const echoes = new Set('search_metadata search_parameters search_information pagination serpapi_pagination'.split(' '))

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

function serpApiAds(fields: UncheckedFields): ProviderAd[] {
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
const extensionNames = (
  'extensions details badge tag shipping delivery second_hand_condition service_area ' +
  'hours years_in_business mileage'
).split(' ')

/** `sitelinks` is a list, or an object with one list per display format. */
function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { inline, expanded, list } = fieldsOf(sitelinks)
  return [...itemsOf(sitelinks), ...itemsOf(expanded), ...itemsOf(inline), ...itemsOf(list)].map((sitelink) => ({
    title: sitelink.title,
    link: sitelink.link,
    description: sitelink.snippet ?? sitelink.description ?? textsOf(sitelink.snippets).join(' '),
  }))
}
