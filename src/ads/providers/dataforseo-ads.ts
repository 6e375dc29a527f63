/**
 * The paid items in DataForSEO's results, by type.
 * @see https://docs.dataforseo.com/v3/serp/google/organic/task_get/advanced/ (November 2026)
 */

import type { AdBlock, AdKind } from '../ad/ad.ts'
import { fieldsOf, itemsOf, type ProviderAd, textsOf, textValue, type UncheckedFields } from './provider-ads.ts'
import { isClick, isPaid } from './provider-page.ts'

const paidTypes: Readonly<Record<string, AdKind>> = {
  paid: 'text',
  shopping: 'shopping',
  commercial_units: 'travel',
  local_services: 'local',
}

/** Types in which ads are marked as such, mostly by `is_paid`. */
const mixedTypes: Readonly<Record<string, AdKind>> = {
  local_pack: 'local',
  map: 'local',
  hotels_pack: 'hotel',
  google_hotels: 'hotel',
  knowledge_graph: 'hotel',
  knowledge_graph_hotels_booking_item: 'hotel',
  popular_products: 'shopping',
  explore_brands: 'store',
  google_flights: 'travel',
  top_sights: 'travel',
  app: 'app',
  video: 'video',
  short_videos: 'video',
}

/** All paid elements among the items of one page, in order. */
export function dataForSeoAds(items: readonly UncheckedFields[]): ProviderAd[] {
  const [firstOrganic = Number.POSITIVE_INFINITY] = items.flatMap((item) =>
    item.type === 'organic' ? rankOf(item) : [],
  )
  return items.flatMap((item) => {
    const type = typeof item.type === 'string' ? item.type : ''
    const paidKind = kindIn(paidTypes, type)
    const kind = paidKind ?? kindIn(mixedTypes, type)
    if (kind === undefined) return []
    const block = kind === 'local' ? 'local' : blockOf(item, firstOrganic)
    return elementsOf(item)
      .filter((element) => paidKind !== undefined || isPaid(element))
      .map((element) => card(element, kind, block))
  })
}

/** The items by type. An item whose elements are ads is replaced by its elements. */
export function byType(items: readonly UncheckedFields[]): Record<string, UncheckedFields[]> {
  const types = new Map<string, UncheckedFields[]>()
  for (const item of items) {
    const type = textValue(item.type) ?? 'items'
    const elements = kindIn(paidTypes, type) === undefined ? [item] : elementsOf(item)
    types.set(type, (types.get(type) ?? []).concat(elements))
  }
  return Object.fromEntries(types)
}

const kindIn = (kinds: Readonly<Record<string, AdKind>>, type: string) =>
  Object.hasOwn(kinds, type) ? kinds[type] : undefined

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
