/** Ads in the places where they stand on a results page. */

export interface ShownAd {
  page: number
  block: string
  position: number
  kind: string
  title: string | null
  url: string | null
  displayed_url: string | null
  description: string | null
  advertiser: string | null
  phone: string | null
  price: string | null
  old_price?: string | null
  rating?: number | null
  reviews?: number | null
  extensions?: readonly string[]
  image_url?: string | null
  sitelinks: readonly { title: string; url: string | null; description?: string | null }[]
  [field: string]: unknown
}

interface AdsBlock {
  block: string
  ads: readonly ShownAd[]
}

interface AdsPageLayout {
  page: number
  blocks: readonly AdsBlock[]
}

const blockOrder = ['top', 'local', 'middle', 'right', 'bottom']

/** Pages with their blocks from top to bottom; within a block by position. Blocks that come later stand last. */
export function layOutAds(ads: readonly ShownAd[]): AdsPageLayout[] {
  const byPage = Map.groupBy(ads, ({ page }) => page)
  return [...byPage]
    .sort(([a], [b]) => a - b)
    .map(([page, onPage]) => {
      const blocks = [...Map.groupBy(onPage, ({ block }) => block)]
      const place = (block: string) => (blockOrder.includes(block) ? blockOrder.indexOf(block) : blockOrder.length)
      return {
        page,
        blocks: blocks
          .sort(([a], [b]) => place(a) - place(b))
          .map(([block, inBlock]) => ({ block, ads: inBlock.toSorted((a, b) => a.position - b.position) })),
      }
    })
}

const shownElsewhere = new Set([
  'page',
  'block',
  'position',
  'kind',
  'title',
  'url',
  'displayed_url',
  'description',
  'advertiser',
  'phone',
  'price',
  'old_price',
  'rating',
  'reviews',
  'extensions',
  'image_url',
  'sitelinks',
  'tracking_url',
])

/** The rating of an ad in one text, such as "4.6 of 5 (1,234 reviews)"; empty where it has none. */
export function ratingText({ rating, reviews }: ShownAd, formatNumber: (value: number) => string): string {
  const count = reviews == null ? '' : `${formatNumber(reviews)} ${reviews === 1 ? 'review' : 'reviews'}`
  if (rating == null) return count
  return `${rating} of 5${count === '' ? '' : ` (${count})`}`
}

/** Further fields of an ad that say something: whatever the service adds later. */
export function otherFacts(ad: ShownAd): [string, string][] {
  return Object.entries(ad).flatMap(([name, value]): [string, string][] => {
    if (shownElsewhere.has(name) || value === null || value === '') return []
    if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.map(String).join(' · ')]]
    return [[name, String(value)]]
  })
}
