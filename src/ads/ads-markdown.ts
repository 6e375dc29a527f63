/** Formats the result of an ads search as markdown, including every value of the JSON that isn't null. */

import type { ResultPageStatus } from '../contract/ads-reading.ts'
import type { Ad, Sitelink } from './ad/ad.ts'

interface AdsToFormat {
  query: string
  pages: { page: number; url: string; status: ResultPageStatus; ads: number }[]
  ads: Ad[]
}

const statusDescription: Record<ResultPageStatus, string> = {
  ok: 'read',
  no_ads: 'read, but it has no ads',
  no_results: 'read, but the search found nothing',
  layout_changed: 'partly read: some of its ads could not be read',
  consent: 'not read: Google asked for consent',
  captcha: 'not read: Google showed a captcha',
  js_shell: 'not read: the page needs JavaScript',
  blocked: 'not read: Google refused the request',
  error: 'not read: the response is not a result page',
}

/** Writes a heading for the query, a section for each page with its status, and a subsection for each ad. */
export function formatAds({ query, pages, ads }: AdsToFormat): string {
  const parts = [`# Google ads: ${escapeText(query)}`]
  for (const { page, url, status, ads: count } of pages) {
    parts.push(
      `## Page ${page}`,
      [`- Status: ${status} (${statusDescription[status]})`, `- Ads: ${count}`, `- URL: ${autolink(url)}`].join('\n'),
    )
    for (const ad of ads.filter((one) => one.page === page)) parts.push(formatAd(ad))
  }
  return `${parts.join('\n\n')}\n`
}

function formatAd(ad: Ad): string {
  const heading = `### ${ad.block} ${ad.position}: ${escapeText(ad.title ?? '(no title)')}`
  const fields: [string, string | null][] = [
    ['Kind', ad.kind],
    ['URL', ad.url && autolink(ad.url)],
    ['Displayed URL', ad.displayed_url && escapeText(ad.displayed_url)],
    ['Description', ad.description && escapeText(ad.description)],
    ['Advertiser', ad.advertiser && escapeText(ad.advertiser)],
    ['Price', formatPrice(ad)],
    ['Rating', formatRating(ad)],
    ['Extensions', ad.extensions.length === 0 ? null : ad.extensions.map(escapeText).join(' | ')],
    ['Address', ad.address && escapeText(ad.address)],
    ['Phone', ad.phone && escapeText(ad.phone)],
    ['Image', ad.image_url && autolink(ad.image_url)],
    ['Tracking URL', ad.tracking_url && autolink(ad.tracking_url)],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}`]))
  if (ad.sitelinks.length > 0) lines.push('- Sitelinks:', ...ad.sitelinks.map(formatSitelink))
  return `${heading}\n\n${lines.join('\n')}`
}

function formatPrice({ price, old_price }: Ad): string | null {
  const before = old_price === null ? null : `before: ${escapeText(old_price)}`
  if (price === null) return before
  return before === null ? escapeText(price) : `${escapeText(price)} (${before})`
}

function formatRating({ rating, reviews }: Ad): string | null {
  const count = reviews === null ? null : `${reviews} ${reviews === 1 ? 'review' : 'reviews'}`
  if (rating === null) return count
  return count === null ? `${rating} of 5` : `${rating} of 5 (${count})`
}

function formatSitelink({ title, url, description }: Sitelink): string {
  const name = url === null ? escapeText(title) : `[${escapeText(title)}](<${escapeUrl(url)}>)`
  return `  - ${name}${description === null ? '' : `: ${escapeText(description)}`}`
}

function autolink(url: string): string {
  return `<${escapeUrl(url)}>`
}

// An autolink ends at `>` and contains no spaces, so both are percent-encoded.
function escapeUrl(url: string): string {
  return url.replace(/[<>\s]/g, (char) => encodeURIComponent(char))
}

function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
