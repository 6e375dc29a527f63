/** The browser engine: returns a URL's page as a visitor sees it. */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import { once } from '../base/once.ts'
import type { Page, PageRequest, PageSource } from '../page/page.ts'
import { type BrowserPool, type BrowserPoolOptions, createBrowserPool } from './browser-pool.ts'
import { openPlaces, type PlaceOptions } from './browser-seats.ts'
import { explainFailure, LoadFailed, mayBeHtml, NotHtml, renderPage } from './render-page.ts'

export interface RendererOptions
  extends PlaceOptions,
    Pick<BrowserPoolOptions, 'maxPages' | 'recyclePages' | 'recycleBytes'> {
  /** Loads anything that isn't HTML, and finds out why a page didn't arrive. The renderer doesn't close this source. */
  fetchPage: PageSource
  /** Called before a page is loaded, to check robots.txt. If it throws, the page is refused with that error. */
  permit?: (request: PageRequest) => Promise<void>
}

export interface Renderer extends PageSource, Pick<BrowserPool, 'state'> {}

const maxTries = 2

/**
 * Creates the browser engine. The first page starts the browser, and `close` leaves no process or farm session behind. `load` throws what
 * the fetch engine throws for the same failure, plus overloaded, browser_unavailable, `signal.reason`.
 * @example
 * const page = await renderer.load({ url: new URL('https://example.com/'), waitFor: 'h1', ...work })
 * page.rendered // true
 */
export function createRenderer(options: RendererOptions): Renderer {
  const openPool = once(async () => {
    const opened = await openPlaces(options)
    return { ...createBrowserPool({ ...options, ...opened }), egress: opened.egress }
  })
  const render = createRender(openPool, options)

  return {
    async load(request) {
      request.signal.throwIfAborted()
      // No browser flag blocks `file:`, so URLs are checked before navigating.
      options.policy.checkUrl(request.url)
      request.checkSite?.(request.url)
      await options.permit?.(request)
      const startedAt = performance.now()
      const emitOutcome = (page: Page | null, error: string | null) =>
        emit('gleaner:render', {
          host: request.url.host,
          status: page?.status ?? null,
          complete: page?.complete ?? false,
          durationMs: performance.now() - startedAt,
          error,
        })
      try {
        const page = await render(request)
        emitOutcome(page, null)
        return page
      } catch (error) {
        emitOutcome(null, error instanceof ServiceError ? error.type : 'cancelled')
        throw error
      }
    },
    state: () => openPool.opened()?.state() ?? { active: 0, waiting: 0, browsers: 0, pids: [], away: [] },
    async close() {
      if (!openPool.started()) return
      const pool = await openPool().catch(() => null)
      await pool?.close()
      await pool?.egress.close()
    },
  }
}

/** Returns the function that renders a page, again if the browser could not load it, or fetches it if it isn't HTML. */
function createRender(
  openPool: () => Promise<BrowserPool>,
  { fetchPage, maxBodyBytes }: Pick<RendererOptions, 'fetchPage' | 'maxBodyBytes'>,
): (request: PageRequest) => Promise<Page> {
  return async (request) => {
    const { share } = request
    const url = request.url.href
    const { use } = await openPool()
    for (let tries = 1; ; tries++) {
      let failedUrl = url
      try {
        return await use(request, async (tab) => {
          try {
            return await renderPage(tab, request, maxBodyBytes)
          } catch (error) {
            failedUrl = tab.traffic.document.url || url
            throw explainFailure(error, tab, url)
          }
        })
      } catch (error) {
        if (error instanceof NotHtml)
          return { ...(await fetchPage.load({ ...request, url: new URL(error.ledTo ?? url) })), url }
        if (!(error instanceof LoadFailed)) throw error
        // The fetch engine gives a better diagnosis, and retries automatically.
        const page = await fetchPage.load({ ...request, url: new URL(failedUrl) })
        if (!mayBeHtml(page.contentType ?? undefined) && failedUrl === url) return page
        share.give(page.body.byteLength)
        if (tries === maxTries) {
          throw new ServiceError('invalid_response', `The browser could not load the page: ${error.message}`)
        }
      }
    }
  }
}
