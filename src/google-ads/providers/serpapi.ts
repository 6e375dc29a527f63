/** SerpApi: its engine for searches with ads, asked by query string. @see https://serpapi.com/google-ads-organic-results (November 2026) */

import type { Ad } from '../ad.ts'
import { languageOf, resultsPerPage, uule } from '../search/request.ts'
import type { Provider } from './provider.ts'
import { adsOf, type Fields, fieldsOf, type GivenAd, type GivenSitelink, listOf, textOf } from './provider-response.ts'

export const serpApi: Provider = {
  label: 'SerpApi',
  baseUrl: 'https://serpapi.com',

  call({ query, domain, locale, geo_location, page }, { baseUrl, key }) {
    const { hl, gl } = languageOf(locale)
    const parameters: Record<string, string | undefined> = {
      engine: 'google_ads',
      q: query,
      google_domain: domain === undefined ? undefined : `google.${domain}`,
      // SerpApi writes languages and countries in small letters: pt-br, us.
      hl: hl?.toLowerCase(),
      gl: gl?.toLowerCase(),
      uule: geo_location === undefined ? undefined : uule(geo_location),
      start: page > 1 ? String((page - 1) * resultsPerPage) : undefined,
      api_key: key,
    }
    const url = new URL(`${baseUrl}/search.json`)
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return { url: url.href, headers: {}, body: null }
  },

  read(answer, page) {
    const fields = fieldsOf(answer)
    const ads = adsOf(page, [...textAds(fields), ...shoppingAds(fields), ...localAds(fields)])
    if (ads.length > 0) return { status: 'ok', ads }
    if (textOf(fieldsOf(fields.search_metadata).status) !== 'Success') return { status: 'error', ads }
    const error = textOf(fields.error)
    // "Google hasn't returned any results for this query." stands in the field for errors.
    if (error !== null) return { status: /hasn['’]t returned any results/i.test(error) ? 'no_results' : 'error', ads }
    return { status: listOf(fields.organic_results).length > 0 ? 'no_ads' : 'error', ads }
  },
}

const blocks = new Set<Ad['block']>(['top', 'bottom', 'right', 'middle'])

function blockOf({ block_position }: Fields): Ad['block'] {
  return blocks.has(block_position as Ad['block']) ? (block_position as Ad['block']) : 'top'
}

function textAds({ ads }: Fields): GivenAd[] {
  return listOf(ads).map((ad) => ({
    block: blockOf(ad),
    kind: textOf(ad.link) === null && textOf(ad.phone) !== null ? 'call' : 'text',
    title: ad.title,
    link: ad.link,
    displayed: ad.displayed_link,
    description: ad.description,
    advertiser: ad.source,
    tracking: ad.tracking_link,
    phone: ad.phone,
    price: ad.price,
    sitelinks: sitelinksOf(ad.sitelinks),
  }))
}

/** A list, or a list for each way of showing them. */
function sitelinksOf(sitelinks: unknown): GivenSitelink[] {
  const { inline, expanded, list } = fieldsOf(sitelinks)
  return [...listOf(sitelinks), ...listOf(expanded), ...listOf(inline), ...listOf(list)].map((one) => ({
    title: one.title,
    link: one.link,
    description: one.snippet ?? (Array.isArray(one.snippets) ? one.snippets.join(' ') : one.description),
  }))
}

function shoppingAds({ shopping_results, inline_shopping_results }: Fields): GivenAd[] {
  return [...listOf(shopping_results), ...listOf(inline_shopping_results)].map((unit) => ({
    block: blockOf(unit),
    kind: 'shopping',
    title: unit.title,
    link: unit.link,
    tracking: unit.tracking_link,
    advertiser: unit.source,
    price: unit.price,
  }))
}

function localAds({ local_ads }: Fields): GivenAd[] {
  return listOf(fieldsOf(local_ads).ads).map((ad) => ({
    block: 'local',
    kind: 'local',
    title: ad.title,
    link: ad.link,
    phone: ad.phone,
  }))
}
