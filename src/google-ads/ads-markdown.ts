/** The same ads as text to read: markdown that says what the JSON says. */

import type { Ad, PageStatus } from './ad.ts'

export interface AdsToFormat {
  query: string
  pages: { page: number; url: string; status: PageStatus; ads: number }[]
  ads: Ad[]
}

const statusText: Record<PageStatus, string> = {
  ok: 'read',
  no_ads: 'read; it has no ads',
  no_results: 'read; the search found nothing',
  layout_changed: 'read in part: there are ads on it that could not be read',
  consent: 'not read: Google asked for consent',
  captcha: 'not read: Google asked for a captcha',
  js_shell: 'not read: the page needs JavaScript',
  blocked: 'not read: Google refused the request',
  error: 'not read: the answer is no page of results',
}

/** Every page with its status, every ad with every field that is not null. */
export function formatAds({ query, pages, ads }: AdsToFormat): string {
  const parts = [`# Google ads: ${plain(query)}`]
  for (const { page, url, status, ads: count } of pages) {
    parts.push(
      `## Page ${page}`,
      [`- Status: ${status} (${statusText[status]})`, `- Ads: ${count}`, `- Address: ${link(url)}`].join('\n'),
    )
    for (const ad of ads.filter((one) => one.page === page)) parts.push(formatAd(ad))
  }
  return `${parts.join('\n\n')}\n`
}

function formatAd(ad: Ad): string {
  const heading = `### ${ad.block} ${ad.position}: ${plain(ad.title ?? '(no title)')}`
  const fields: [string, string | null][] = [
    ['Kind', ad.kind],
    ['URL', ad.url && link(ad.url)],
    ['Displayed URL', ad.displayed_url && plain(ad.displayed_url)],
    ['Description', ad.description && plain(ad.description)],
    ['Advertiser', ad.advertiser && plain(ad.advertiser)],
    ['Price', ad.price && plain(ad.price)],
    ['Phone', ad.phone && plain(ad.phone)],
    ['Tracking URL', ad.tracking_url && link(ad.tracking_url)],
  ]
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}`]))
  if (ad.sitelinks.length > 0) lines.push('- Sitelinks:', ...ad.sitelinks.map(formatSitelink))
  return `${heading}\n\n${lines.join('\n')}`
}

function formatSitelink({ title, url, description }: Ad['sitelinks'][number]): string {
  const name = url === null ? plain(title) : `[${plain(title)}](<${address(url)}>)`
  return `  - ${name}${description === null ? '' : `: ${plain(description)}`}`
}

function link(url: string): string {
  return `<${address(url)}>`
}

// An autolink ends at `>` and holds no space; both are valid percent-encoded.
function address(url: string): string {
  return url.replace(/[<>\s]/g, (char) => encodeURIComponent(char))
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
