/** Provider SerpApi: its engine for searches with ads, asked by query string. @see https://serpapi.com/google-ads-organic-results (November 2026) */

import type { AdBlock } from '../ad.ts'
import { languageOf, resultsPerPage } from '../search/request.ts'
import { uule } from '../search/uule.ts'
import type { Provider } from './provider.ts'
import { createAds, type ProviderAd, type ProviderSitelink, textValue } from './provider-ads.ts'
import { fieldsOf, itemsOf, type UncheckedFields } from './response-fields.ts'

export const serpApi: Provider = {
  label: 'SerpApi',
  baseUrl: 'https://serpapi.com',

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

  readResponse(json, page) {
    const fields = fieldsOf(json)
    const ads = createAds(page, [...textAds(fields), ...shoppingAds(fields), ...localAds(fields)])
    if (ads.length > 0) return { status: 'ok', ads }
    if (textValue(fieldsOf(fields.search_metadata).status) !== 'Success') return { status: 'error', ads }
    const error = textValue(fields.error)
    // "Google hasn't returned any results for this query." comes in the field for errors.
    if (error !== null) return { status: /hasn['’]t returned any results/i.test(error) ? 'no_results' : 'error', ads }
    return { status: itemsOf(fields.organic_results).length > 0 ? 'no_ads' : 'error', ads }
  },
}

const knownBlocks = new Set<AdBlock>(['top', 'bottom', 'right', 'middle'])

function blockOf({ block_position }: UncheckedFields): AdBlock {
  return knownBlocks.has(block_position as AdBlock) ? (block_position as AdBlock) : 'top'
}

function textAds({ ads }: UncheckedFields): ProviderAd[] {
  return itemsOf(ads).map((ad) => ({
    block: blockOf(ad),
    kind: textValue(ad.link) === null && textValue(ad.phone) !== null ? 'call' : 'text',
    title: ad.title,
    link: ad.link,
    displayedUrl: ad.displayed_link,
    description: ad.description,
    advertiser: ad.source,
    tracking: ad.tracking_link,
    phone: ad.phone,
    price: ad.price,
    sitelinks: sitelinksOf(ad.sitelinks),
  }))
}

/** `sitelinks` is a list, or an object with a list for each form of display. */
function sitelinksOf(sitelinks: unknown): ProviderSitelink[] {
  const { inline, expanded, list } = fieldsOf(sitelinks)
  return [...itemsOf(sitelinks), ...itemsOf(expanded), ...itemsOf(inline), ...itemsOf(list)].map((sitelink) => ({
    title: sitelink.title,
    link: sitelink.link,
    description:
      sitelink.snippet ?? (Array.isArray(sitelink.snippets) ? sitelink.snippets.join(' ') : sitelink.description),
  }))
}

function shoppingAds({ shopping_results, inline_shopping_results }: UncheckedFields): ProviderAd[] {
  return [...itemsOf(shopping_results), ...itemsOf(inline_shopping_results)].map((product) => ({
    block: blockOf(product),
    kind: 'shopping',
    title: product.title,
    link: product.link,
    tracking: product.tracking_link,
    advertiser: product.source,
    price: product.price,
  }))
}

function localAds({ local_ads }: UncheckedFields): ProviderAd[] {
  return itemsOf(fieldsOf(local_ads).ads).map((ad) => ({
    block: 'local',
    kind: 'local',
    title: ad.title,
    link: ad.link,
    phone: ad.phone,
  }))
}
