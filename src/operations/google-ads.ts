/** Handles `google_ads`: loads result pages one by one within one deadline. A page that Google blocks is never reported as free of ads. */

import { formatAds } from '../ads/read-ads.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import { type Work, withWork } from '../base/work.ts'
import type { ResultPageStatus } from '../contract/ads-reading.ts'
import { type GoogleAdsInput, type GoogleAdsResult, type googleAds, googleAdsResult } from '../contract/google-ads.ts'
import type { Receipt } from '../contract/operation.ts'
import type { Warning } from '../contract/warning.ts'
import type { ResultPage, ResultPageSearch } from '../pages/results/result-page-source.ts'
import { type HandlerOf, inOrder, type OperationParts } from './handler.ts'

/** Statuses of pages that could be read. After any other status, no more pages are loaded. */
const readableStatuses: ReadonlySet<ResultPageStatus> = new Set(['ok', 'no_ads', 'no_results', 'layout_changed'])

const obstacleOfStatus: Partial<Record<ResultPageStatus, string>> = {
  captcha: 'Google asked for a CAPTCHA',
  consent: 'Google asked for consent before showing results',
  js_shell: 'Google sent a page that needs JavaScript and has no results',
  blocked: 'Google refused the request',
}

export async function createGoogleAds(
  parts: Pick<OperationParts, 'resultPages'>,
): Promise<HandlerOf<typeof googleAds>> {
  const resultPages = await parts.resultPages()
  return {
    ...(resultPages.rules ? { rules: resultPages.rules } : {}),
    async run(input, request) {
      const pages = await withWork(request, input.timeout_ms, (work) =>
        readPages(resultPages.open(input), input, work, request.signal),
      )
      const body = bodyOf(input, pages)
      return { result: (receipt) => inOrder(googleAdsResult, { ...body, ...receipt }) }
    },
  }
}

/** Returns the pages up to the first one that couldn't be read. Throws if that is the first page of the search. */
async function readPages(search: ResultPageSearch, input: GoogleAdsInput, work: Work, caller: AbortSignal) {
  const pages: ResultPage[] = []
  for (let page = input.start_page; page < input.start_page + input.pages; page++) {
    const result = await search.read(page, work).catch((error: unknown) => {
      caller.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      if (pages.length === 0) throw toSearchError(error)
      // Keeps the earlier pages. The status shows that this page is missing.
      return { page, url: search.urlOf(page), status: 'error', ads: [], rendered: false, warnings: [] } as ResultPage
    })
    emit('gleaner:result-page', { status: result.status, rendered: result.rendered })
    if (pages.length === 0 && !readableStatuses.has(result.status)) throw searchBlocked(result)
    pages.push(result)
    if (!readableStatuses.has(result.status) || result.status === 'no_results') break
  }
  return pages
}

function bodyOf(input: GoogleAdsInput, pages: ResultPage[]): Omit<GoogleAdsResult, keyof Receipt> {
  const ads = pages.flatMap((page) => page.ads)
  const pageEntries = pages.map(({ page, url, status, ads: adsOfPage, rendered }) => {
    return { page, url, status, ads: adsOfPage.length, rendered }
  })
  return {
    query: input.query,
    domain: input.domain ?? 'com',
    locale: input.locale ?? null,
    geo_location: input.geo_location ?? null,
    output: input.output,
    content: input.output === 'markdown' ? formatAds({ query: input.query, pages: pageEntries, ads }) : null,
    ads,
    pages: pageEntries,
    warnings: pages.flatMap(warningsOf),
    fetched_at: new Date().toISOString(),
  }
}

function warningsOf({ page, status, unread = [], warnings, service }: ResultPage): Warning[] {
  const ofPage = warnings.map(({ code, message }) => ({ code, message: `Result page ${page}: ${message}` }))
  if (status !== 'layout_changed') return ofPage
  const places = unread.length === 0 ? '' : ` (${unread.join('; ')})`
  const change =
    service === undefined
      ? 'Google may have changed its layout'
      : `${service} may have changed the format of its responses`
  const message = `Result page ${page} has ads that could not be read${places}: ${change}`
  return [{ code: 'layout_changed', message }, ...ofPage]
}

function searchBlocked({ page, status, rendered, service = 'Google' }: ResultPage): ServiceError {
  const obstacle = status === 'error' ? `${service}'s response is not a result page` : obstacleOfStatus[status]
  const where = rendered ? ' (in a browser)' : ''
  const needsBrowser = status === 'js_shell' && !rendered
  const ofGoogle = needsBrowser ? 'Install a browser on the server: gleaner install-browser' : remedies
  const next = service === 'Google' ? ofGoogle : 'Try again later, or choose another service (GLEANER_ADS_PROVIDER).'
  return new ServiceError('target_blocked', `Result page ${page} is ${status}: ${obstacle}${where}`, { next })
}

/** @see docs/google-ads.md, What Google's terms mean for you */
const remedies =
  'Search less often: Google usually lifts a block after a few minutes. The operator can also set GLEANER_PROXY_URL to a proxy, or GLEANER_ADS_PROVIDER to a search-result service.'

// The caller doesn't provide a URL here, so a refused address means that the server's settings are wrong.
function toSearchError(error: ServiceError): ServiceError {
  if (error.type !== 'address_refused') return error
  return new ServiceError('target_unreachable', `The search failed: ${error.message}`, { cause: error })
}
