/** How `google_ads` keeps its promise: page after page within one budget of time, and never a block told as "no ads". */

import type { GoogleAdsInput, GoogleAdsResult } from '../contract/google-ads.ts'
import type { Receipt } from '../contract/result.ts'
import type { Warning } from '../contract/warning.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { PageStatus } from '../google-ads/ad.ts'
import { formatAds } from '../google-ads/ads-markdown.ts'
import type { ResultPage, Search } from './ads-pages.ts'
import type { OperationHandler } from './handler.ts'
import type { OperationParts } from './parts.ts'
import type { RequestContext } from './request.ts'

/** Statuses of pages that could be read; at any other one Google is asked no further. */
const readable: ReadonlySet<PageStatus> = new Set(['ok', 'no_ads', 'no_results', 'layout_changed'])

const obstacles: Partial<Record<PageStatus, string>> = {
  captcha: 'Google asked for a captcha',
  consent: 'Google asked for consent before it shows results',
  js_shell: 'Google sent a page that needs JavaScript, and no results came of it',
  blocked: 'Google refused the request',
  error: "Google's answer is no page of results",
}

export async function createGoogleAds(
  parts: Pick<OperationParts, 'resultPages'>,
): Promise<OperationHandler<GoogleAdsInput, GoogleAdsResult>> {
  const resultPages = await parts.resultPages()
  return {
    async run(input, request) {
      const time = createDeadline(input.timeout_ms, request.signal)
      try {
        const pages = await readPages(resultPages.open(input), input, time, request)
        const { fetched_at, ...body } = bodyOf(input, pages)
        return {
          result: ({ credits_charged, credits_remaining, request_id }) => {
            return { ...body, credits_charged, credits_remaining, fetched_at, request_id }
          },
        }
      } finally {
        time.clear()
      }
    },
  }
}

/** All pages up to the first one that could not be read. Throws when that is the first of all. */
async function readPages(
  search: Search,
  input: GoogleAdsInput,
  time: Deadline,
  request: RequestContext,
): Promise<ResultPage[]> {
  const pages: ResultPage[] = []
  for (let page = input.start_page; page < input.start_page + input.pages; page++) {
    const result = await search.read(page, time, request).catch((error: unknown) => {
      request.signal.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      if (pages.length === 0) throw explained(error)
      // What the earlier pages gave is kept; the status says that this one is missing.
      return { page, url: search.urlOf(page), status: 'error', ads: [], rendered: false, warnings: [] } as ResultPage
    })
    if (pages.length === 0 && !readable.has(result.status)) throw blocked(result)
    pages.push(result)
    if (!readable.has(result.status) || result.status === 'no_results') break
  }
  return pages
}

function bodyOf(input: GoogleAdsInput, pages: ResultPage[]): Omit<GoogleAdsResult, keyof Receipt> {
  const ads = pages.flatMap((page) => page.ads)
  const told = pages.map(({ page, url, status, ads: onPage, rendered }) => {
    return { page, url, status, ads: onPage.length, rendered }
  })
  return {
    query: input.query,
    domain: input.domain ?? 'com',
    locale: input.locale ?? null,
    geo_location: input.geo_location ?? null,
    output: input.output,
    content: input.output === 'markdown' ? formatAds({ query: input.query, pages: told, ads }) : null,
    ads,
    pages: told,
    warnings: pages.flatMap(warningsOf),
    fetched_at: new Date().toISOString(),
  }
}

function warningsOf({ page, status, warnings }: ResultPage): Warning[] {
  const about = warnings.map(({ code, message }) => ({ code, message: `Result page ${page}: ${message}` }))
  if (status !== 'layout_changed') return about
  const message = `Result page ${page} holds advertisements that could not be read: Google may have changed its layout`
  return [{ code: 'layout_changed', message }, ...about]
}

function blocked({ page, status, rendered }: ResultPage): ServiceError {
  const where = rendered ? ' (in a browser)' : ''
  return new ServiceError('target_blocked', `Result page ${page} is ${status}: ${obstacles[status]}${where}`)
}

// The caller has named no address: one that is refused here is a matter of the server's settings.
function explained(error: ServiceError): ServiceError {
  if (error.type !== 'address_refused') return error
  return new ServiceError('target_unreachable', `The search can't be made: ${error.message}`, { cause: error })
}
