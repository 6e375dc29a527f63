/** Scrapes the cases' pages with the whole service over REST. */

import { openTestService } from '../../test/service.ts'
import { openSites } from './sites.ts'
import { type SitePage, type SoftFailure, softFailures } from './soft-case.ts'

export interface Scraped<T extends SitePage> {
  page: T
  /** The soft failure that the service reports. */
  recognized: SoftFailure | null
  /** All other warnings. */
  others: string[]
  credits: number
  rendered: boolean
  content: string
  /** The type of the error, if the request failed. */
  error: string | null
}

interface Answer {
  warnings?: { code: string }[]
  detail?: { type: string }[]
  credits_charged: number
  rendered?: boolean
  content?: string
}

interface Measuring {
  /** Parameters of each request, in addition to the URL. */
  parameters?: Record<string, string>
  /** Without a browser, `render_if_needed` returns the warning `needs_javascript` instead of rendering. */
  hasBrowser?: boolean
}

/** Number of concurrent requests. */
const concurrency = 4

/** Scrapes each page once, in the order given. */
export async function scrapeAll<T extends SitePage>(
  pages: readonly T[],
  { parameters = {}, hasBrowser = false }: Measuring = {},
): Promise<Scraped<T>[]> {
  const sites = await openSites(pages)
  const gleaner = await openTestService(hasBrowser ? {} : { GLEANER_BROWSER_PATH: '/nowhere/chromium' })
  const scraped: Scraped<T>[] = []
  const waiting = [...pages.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [n, page] = next
      const response = await gleaner.get('/v1/scrape', { url: sites.urlOf(page), ...parameters })
      scraped[n] = scrapedPage(page, (await response.json()) as Answer)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await gleaner.close()
    await sites.close()
  }
  return scraped
}

function scrapedPage<T extends SitePage>(page: T, answer: Answer): Scraped<T> {
  const codes = answer.warnings?.map(({ code }) => code) ?? []
  const isSoft = (code: string): code is SoftFailure => softFailures.some((failure) => failure === code)
  return {
    page,
    recognized: codes.find(isSoft) ?? null,
    others: codes.filter((code) => !isSoft(code)),
    credits: answer.credits_charged,
    rendered: answer.rendered ?? false,
    content: answer.content ?? '',
    error: answer.detail?.[0]?.type ?? null,
  }
}
