/** Loads a page with one engine, or uses a kept page that is fresh enough, and returns the price. */

import { createDeadline } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import { pageCredits } from '../../contract/prices.ts'
import type { AddressPolicy, SiteCheck } from '../../fetch/guard/address-policy.ts'
import { isConvertible } from '../../page/document-types.ts'
import { isHtml } from '../../page/media-kind.ts'
import type { EmbeddedPage, Page, PageRequest, PageSource } from '../../page/page.ts'
import type { Sandbox } from '../../readers/tasks.ts'
import type { KeepRequest, ObtainedPage, PageKeeper } from '../snapshot/page-keeper.ts'

/** Pages are fetched without a browser, or rendered in one. */
export type Engine = 'fetch' | 'render'

export interface PageTarget extends Pick<PageRequest, 'url' | 'own' | 'locale' | 'waitFor' | 'screenshot'> {
  /** Returns the owner, name and maximum age for keeping an engine's page. Absent if pages are not kept. */
  keep?: ((engine: Engine) => Omit<KeepRequest, 'revalidates'>) | undefined
  loaded?: Map<string, ObtainedPage> | undefined
}

/** A page for one request. Don't modify its body: the store may hold it too. */
export interface LoadedPage extends Pick<ObtainedPage, 'page' | 'fetchedAt' | 'keep'> {
  /** True if it was fetched for an earlier request. */
  isKept: boolean
  /** Price of this load: 0 for a kept page. */
  credits: number
}

/** Limit on the total bytes of a page's frames and documents. */
const maxEmbeddedBytes = 16 * 1024 * 1024

export type PageLoader = ReturnType<typeof createPageLoader>

/**
 * Creates a loader for both engines. `keeper` keeps pages if it isn't null and the target has `keep` but no `own`.
 * @example
 * const loader = createPageLoader(engine, null)
 * const { page, credits } = await loader.load('render', { url: new URL('https://example.com/') }, work)
 * credits // 5
 */
export function createPageLoader(
  { policy, fetchPage, renderPage }: Pick<PageEngine, 'policy' | 'fetchPage' | 'renderPage'>,
  keeper: PageKeeper | null,
) {
  const sources: Record<Engine, PageSource> = { fetch: fetchPage, render: renderPage }

  function keepRequest(engine: Engine, { own, keep }: PageTarget): KeepRequest | null {
    return own || !keep ? null : { ...keep(engine), revalidates: engine === 'fetch' }
  }

  function toLoaded({ from, ...obtained }: ObtainedPage): LoadedPage {
    const { finalUrl } = obtained.page
    const isKept = from !== 'source'
    if (isKept) policy.checkUrl(new URL(finalUrl))
    return { ...obtained, isKept, credits: from === 'kept' ? 0 : pageCredits(obtained.page.rendered) }
  }

  return {
    /** Throws any error from the engines, and address_refused for a kept page whose URL is no longer allowed. */
    async load(engine: Engine, target: PageTarget, work: Work): Promise<LoadedPage> {
      const { url, own, locale, waitFor, screenshot, loaded } = target
      const known = loaded?.get(engine)
      if (known && (!screenshot || known.page.screenshot)) return toLoaded({ ...known, from: 'kept', keep: null })
      const request: PageRequest = { ...work, url, own, locale, waitFor, screenshot, followsRefresh: true }
      const source = {
        load(asked: PageRequest): Promise<Page> {
          work.progress?.(`${engine === 'render' ? 'Rendering' : 'Fetching'} ${url.host}`)
          return sources[engine].load(asked)
        },
      }
      const keep = keepRequest(engine, target)
      const obtained: ObtainedPage =
        keeper && keep
          ? await keeper.load(source, request, keep)
          : { page: await source.load(request), fetchedAt: new Date().toISOString(), from: 'source', keep: null }
      loaded?.set(engine, obtained)
      return toLoaded(obtained)
    },
    /** Fetches a page's frames and documents in at most half of the remaining time. Returns null for those that can't be read. */
    loadFrames: createFrameLoader({ policy, fetchPage }),
    /** Returns the kept page, which is free, or null if the page must be loaded. */
    async find(engine: Engine, target: PageTarget, { share }: Work): Promise<LoadedPage | null> {
      const keep = keepRequest(engine, target)
      const obtained = keeper && keep ? await keeper.find(keep, share) : null
      return obtained && toLoaded(obtained)
    },
  }
}

function createFrameLoader({ policy, fetchPage }: Pick<PageEngine, 'policy' | 'fetchPage'>) {
  return async (urls: readonly string[], { own, locale }: PageTarget, work: Work): Promise<EmbeddedPage[]> => {
    const leftMs = Math.floor(Math.max(0, work.deadlineAt - performance.now()) / 2)
    const { signal, clear } = createDeadline(leftMs, work.signal)
    const request = { ...work, signal, own, locale, deadlineAt: performance.now() + leftMs, followsRefresh: true }
    let leftBytes = maxEmbeddedBytes

    async function loadFrame(url: string): Promise<EmbeddedPage> {
      try {
        policy.checkUrl(new URL(url))
        const page = await fetchPage.load({ ...request, url: new URL(url) })
        const { status, mediaType, body } = page
        leftBytes -= body.byteLength
        const { createSiteTest } = await import('../../page/site.ts')
        const isOwn = createSiteTest(url)(new URL(page.finalUrl))
        const isRead = status < 400 && isOwn && (isHtml(mediaType) || isConvertible(mediaType))
        if (isRead && leftBytes >= 0) return { url, page }
        work.share.give(body.byteLength)
      } catch (error) {
        work.signal.throwIfAborted()
        if (!(error instanceof ServiceError) && !signal.aborted) throw error
      }
      return { url, page: null }
    }

    const loading = urls.map(loadFrame)
    // If one frame's load fails, the others still need the limit.
    void Promise.allSettled(loading).then(clear)
    return Promise.all(loading)
  }
}

export interface PageEngine {
  policy: AddressPolicy
  fetchPage: PageSource
  renderPage: PageSource
  sandbox: Sandbox
}

export function boundToSites(engine: PageEngine, checkSite: SiteCheck): PageEngine {
  const { policy } = engine
  const bound = (source: PageSource): PageSource => ({
    load: (request) => source.load({ ...request, checkSite }),
    close: () => source.close(),
  })
  return {
    ...engine,
    policy: {
      ...policy,
      checkUrl(url) {
        policy.checkUrl(url)
        checkSite(url)
      },
    },
    fetchPage: bound(engine.fetchPage),
    renderPage: bound(engine.renderPage),
  }
}
