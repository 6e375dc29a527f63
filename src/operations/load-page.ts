/** Loads a page by one engine, or takes a kept one when `max_age_s` allows it, and says what that costs. */

import type { Deadline } from '../base/deadline.ts'
import { isFreeStatus, pageCredits } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { Page, PageRequest, PageSource } from '../html/page.ts'
import type { KeepRequest, ObtainedPage, PageKeeper } from '../pages/snapshot/page-keeper.ts'
import { ownFields } from './own-fields.ts'
import type { OperationParts, PageEngine } from './parts.ts'
import type { RequestContext } from './request.ts'
import { storedName } from './stored-scrape.ts'

/** How pages are loaded: fetched plainly, or rendered in a browser. */
export type Engine = 'fetch' | 'render'

/** A page for one request. Its body is only read: the store may hold it too. */
export interface LoadedPage extends Pick<ObtainedPage, 'page' | 'fetchedAt' | 'keep'> {
  /** Whether it was fetched for an earlier request. */
  isKept: boolean
  /** Price of what was done now: 0 for a kept page, and when the target answered 4xx or 5xx. */
  credits: number
}

export interface PageLoader {
  /** Throws what the engines throw, and address_refused for a kept page whose URL is no longer allowed. */
  load(engine: Engine, input: ScrapeInput, request: RequestContext, limits: Deadline): Promise<LoadedPage>
  /** Returns the kept page, which is free, or null when it has to be loaded. */
  find(engine: Engine, input: ScrapeInput, request: RequestContext): Promise<LoadedPage | null>
}

interface PageLoaderParts
  extends Pick<PageEngine, 'policy' | 'fetchPage' | 'renderPage'>,
    Pick<OperationParts, 'locale' | 'nameSecret'> {
  /** Null in a process that keeps nothing. */
  keeper: PageKeeper | null
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { policy, fetchPage, renderPage, keeper, nameSecret } = parts
  const sources: Record<Engine, PageSource> = { fetch: fetchPage, render: renderPage }
  const localeOf = ({ locale }: ScrapeInput) => locale ?? parts.locale

  function keepRequest(engine: Engine, input: ScrapeInput, { caller }: RequestContext): KeepRequest {
    const { url, max_age_s = 0, wait_for } = input
    const loading = { url: url.href, engine, locale: localeOf(input), wait_for }
    return {
      owner: caller.keyId,
      name: storedName(nameSecret, 'fetched page', caller.keyId, loading),
      maxAgeMs: max_age_s * 1000,
      revalidates: engine === 'fetch',
    }
  }

  function toLoaded(engine: Engine, { from, ...obtained }: ObtainedPage): LoadedPage {
    const { finalUrl, status } = obtained.page
    const isKept = from !== 'source'
    if (isKept) policy.checkUrl(new URL(finalUrl))
    const isFree = from === 'kept' || isFreeStatus(status)
    return { ...obtained, isKept, credits: isFree ? 0 : pageCredits(engine === 'render') }
  }

  return {
    async load(engine, input, request, { signal, deadlineAt }) {
      const { share, stages, progress } = request
      const own = ownFields(input)
      const pageRequest: PageRequest = {
        ...{ url: input.url, signal, deadlineAt, share, stages, progress },
        ...{ own, locale: localeOf(input), waitFor: input.wait_for },
      }
      const source = {
        load(asked: PageRequest): Promise<Page> {
          progress?.(`${engine === 'render' ? 'Rendering' : 'Fetching'} ${input.url.host}`)
          return sources[engine].load(asked)
        },
      }
      // What a page shows to a caller with headers or cookies is for that request alone.
      if (own || !keeper) {
        const page = await source.load(pageRequest)
        return toLoaded(engine, { page, fetchedAt: new Date().toISOString(), from: 'source', keep: null })
      }
      return toLoaded(engine, await keeper.load(source, pageRequest, keepRequest(engine, input, request)))
    },
    async find(engine, input, request) {
      if (ownFields(input) || !keeper) return null
      const obtained = await keeper.find(keepRequest(engine, input, request), request.share)
      return obtained && toLoaded(engine, obtained)
    },
  }
}
