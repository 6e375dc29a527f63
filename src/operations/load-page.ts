/** Loads a page by one engine, or takes the one that `max_age_s` allows: what it costs, and where it comes from. */

import type { Deadline } from '../base/deadline.ts'
import { pageCredits, type ScrapeInput } from '../contract/scrape.ts'
import type { PageRequest, PageSource } from '../html/page.ts'
import type { KeepRequest, ObtainedPage, PageKeeper } from '../pages/snapshot/page-keeper.ts'
import { createFetchMark } from '../pages/snapshot/page-store.ts'
import { ownFields } from './own-fields.ts'
import type { OperationParts, PageEngine } from './parts.ts'
import type { RequestContext } from './request.ts'
import { storedName } from './stored-scrape.ts'

/** How pages are loaded: fetched plainly, or rendered in a browser. */
export type Engine = 'fetch' | 'render'

/** A page for one request, which may move its body away. One of both methods is called when it has been read; `giveUp` also later. */
export interface LoadedPage extends Omit<ObtainedPage, 'settle'> {
  /** Credits that it costs a request that succeeds: for what was done now, and none where the target answered 4xx or 5xx. */
  settle(signal: AbortSignal): Promise<number>
}

export interface PageLoader {
  /** Throws what the engines throw, and address_refused for a kept page whose address is no longer allowed. */
  load(engine: Engine, input: ScrapeInput, request: RequestContext, limits: Deadline): Promise<LoadedPage>
  /** The kept page, which is free; null where it has to be loaded. */
  find(engine: Engine, input: ScrapeInput, request: RequestContext): Promise<LoadedPage | null>
}

export interface PageLoaderParts
  extends Pick<PageEngine, 'policy' | 'fetchPage' | 'renderPage'>,
    Pick<OperationParts, 'locale' | 'nameSecret'> {
  /** Null in a process that keeps nothing. */
  keeper: PageKeeper | null
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { policy, fetchPage, renderPage, keeper, nameSecret } = parts
  const sources: Record<Engine, PageSource> = { fetch: fetchPage, render: renderPage }
  const localeOf = ({ locale }: ScrapeInput) => locale ?? parts.locale

  /** Null for a request that shares nothing. */
  function keepRequest(engine: Engine, input: ScrapeInput, { caller, progress }: RequestContext): KeepRequest | null {
    const { url, max_age_s, wait_for } = input
    if (max_age_s === undefined || ownFields(input)) return null
    const loading = { url: url.href, engine, locale: localeOf(input), wait_for }
    return {
      owner: caller.keyId,
      name: storedName(nameSecret, 'fetched page', caller.keyId, loading),
      maxAgeMs: max_age_s * 1000,
      revalidates: engine === 'fetch',
      onLoad: () => progress?.(startOf(engine, input)),
    }
  }

  function toLoaded(engine: Engine, { settle, ...obtained }: ObtainedPage): LoadedPage {
    const { page, isKept, giveUp } = obtained
    try {
      if (isKept) policy.checkUrl(new URL(page.finalUrl))
    } catch (error) {
      giveUp()
      throw error
    }
    return { ...obtained, settle: async (signal) => ((await settle(signal)) ? price(engine, page.status) : 0) }
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
      if (!keep || !keeper) {
        request.progress?.(startOf(engine, input))
        const page = await source.load(pageRequest)
        return { ...fetchedNow(), page, settle: async () => price(engine, page.status) }
      }
      return toLoaded(engine, await keeper.load(source, pageRequest, keep))
    },
    async find(engine, input, request) {
      const keep = keepRequest(engine, input, request)
      const obtained = keep && keeper && (await keeper.find(keep, request.share))
      return obtained && toLoaded(engine, obtained)
    },
  }
}

function startOf(engine: Engine, { url }: ScrapeInput): string {
  return `${engine === 'render' ? 'Rendering' : 'Fetching'} ${url.host}`
}

function price(engine: Engine, status: number): number {
  return status >= 400 ? 0 : pageCredits(engine === 'render')
}

/** Of a page that nobody else uses. */
function fetchedNow(): Omit<LoadedPage, 'page' | 'settle'> {
  return {
    fetchedAt: new Date().toISOString(),
    mark: createFetchMark(),
    isKept: false,
    giveUp() {},
    async onCharged() {},
  }
}
