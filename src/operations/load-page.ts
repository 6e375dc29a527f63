/** Loads a page by one engine, or takes the one that `max_age_s` allows: what it costs, and where it comes from. */

import type { Deadline } from '../base/deadline.ts'
import { isFreeStatus, pageCredits } from '../contract/prices.ts'
import type { ScrapeInput } from '../contract/scrape.ts'
import type { PageRequest, PageSource } from '../html/page.ts'
import type { KeepRequest, ObtainedPage, PageKeeper } from '../pages/snapshot/page-keeper.ts'
import { createFetchMark } from '../pages/snapshot/page-store.ts'
import { ownFields } from './own-fields.ts'
import type { OperationParts, PageEngine } from './parts.ts'
import type { RequestContext } from './request.ts'
import { storedName } from './stored-scrape.ts'

/** How pages are loaded: fetched plainly, or rendered in a browser. */
export type Engine = 'fetch' | 'render'

/** A page for one request. */
export interface LoadedPage extends Omit<ObtainedPage, 'isLoaded'> {
  /** Credits that it costs: for what was done now, and none where the target answered 4xx or 5xx. */
  credits: number
}

export interface PageLoader {
  /** Throws what the engines throw, and address_refused for a kept page whose address is no longer allowed. */
  load(engine: Engine, input: ScrapeInput, request: RequestContext, limits: Deadline): Promise<LoadedPage>
  /** The kept page, which is free; null where it has to be loaded. */
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

  /** Null for a request whose page is neither kept nor taken from what is kept. */
  function keepRequest(engine: Engine, input: ScrapeInput, { caller, progress }: RequestContext): KeepRequest | null {
    const { url, max_age_s = 0, wait_for } = input
    if (ownFields(input)) return null
    const loading = { url: url.href, engine, locale: localeOf(input), wait_for }
    return {
      owner: caller.keyId,
      name: storedName(nameSecret, 'fetched page', caller.keyId, loading),
      maxAgeMs: max_age_s * 1000,
      revalidates: engine === 'fetch',
      onLoad: () => progress?.(startOf(engine, input)),
    }
  }

  function toLoaded(engine: Engine, { isLoaded, ...obtained }: ObtainedPage, { share }: RequestContext): LoadedPage {
    const { page, isKept } = obtained
    if (isKept) {
      policy.checkUrl(new URL(page.finalUrl))
      // The copy that is read of it.
      share.take(page.body.byteLength)
    }
    return { ...obtained, credits: isLoaded ? price(engine, page.status) : 0 }
  }

  return {
    async load(engine, input, request, { signal, deadlineAt }) {
      const { share, stages, progress } = request
      const pageRequest: PageRequest = {
        ...{ url: input.url, signal, deadlineAt, share, stages, progress },
        ...{ own: ownFields(input), locale: localeOf(input), waitFor: input.wait_for },
      }
      const source = sources[engine]
      const keep = keepRequest(engine, input, request)
      if (keep && keeper) return toLoaded(engine, await keeper.load(source, pageRequest, keep), request)
      request.progress?.(startOf(engine, input))
      const page = await source.load(pageRequest)
      const now = { fetchedAt: new Date().toISOString(), mark: createFetchMark() }
      return { ...now, page, isKept: false, credits: price(engine, page.status), keep: async () => {} }
    },
    async find(engine, input, request) {
      const keep = keepRequest(engine, input, request)
      const obtained = keep && keeper && (await keeper.find(keep))
      return obtained && toLoaded(engine, obtained, request)
    },
  }
}

function startOf(engine: Engine, { url }: ScrapeInput): string {
  return `${engine === 'render' ? 'Rendering' : 'Fetching'} ${url.host}`
}

function price(engine: Engine, status: number): number {
  return isFreeStatus(status) ? 0 : pageCredits(engine === 'render')
}
