/** The browser engine: turns a URL into the page that a visitor sees. */

import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { EgressProxy } from '../fetch/egress/proxy.ts'
import type { AddressPolicy } from '../fetch/guard/address-policy.ts'
import type { HostResolver } from '../fetch/guard/open-socket.ts'
import type { Page, PageRequest, PageSource } from '../html/page.ts'
import { type FarmOptions, openPlaces } from './browser-places.ts'
import { type BrowserPool, type BrowserPoolState, createBrowserPool } from './browser-pool.ts'
import { explainFailure, LoadFailed, mayBeHtml, NotHtml } from './load-failure.ts'
import { renderPage } from './render-page.ts'

export interface RendererOptions {
  policy: AddressPolicy
  /** Loads what is not HTML, and finds out what is wrong with a page that does not arrive. Closed by its owner. */
  fetchPage: PageSource
  userAgent: string
  /** Cap on the document, before and after its scripts. */
  maxBodyBytes: number
  /** Outgoing proxy with its credentials, or null. */
  proxyUrl: string | null
  /** The browser to start, or null for the one that is found. */
  browserPath: string | null
  /** Where browsers come from in place of this machine. */
  farm?: FarmOptions | null | undefined
  /** Pages in flight at most; with a farm, at each of its addresses. */
  maxPages: number
  /** A browser is replaced after this many pages, 500 by default. */
  recyclePages?: number
  /** A browser is replaced when it holds more memory than this. */
  recycleBytes: number
  /** Called before a page is loaded, for robots.txt; what it throws refuses the page. */
  permit?: (request: PageRequest) => Promise<void>
  resolve?: HostResolver
}

export interface Renderer extends PageSource {
  state(): BrowserPoolState
}

const maxTries = 2

/**
 * Creates the browser engine. The first page starts the browser, and `close` leaves no process or farm session behind. `load` throws what
 * the fetch engine throws for the same failure, and overloaded, browser_unavailable, `signal.reason`.
 * @example
 * const page = await renderer.load({ url: new URL('https://example.com/'), waitFor: 'h1', ...work })
 * page.rendered // true
 */
export function createRenderer(options: RendererOptions): Renderer {
  const { fetchPage, maxBodyBytes } = options
  let egress: EgressProxy | null = null
  let pool: BrowserPool | null = null
  let opening: Promise<BrowserPool> | null = null

  async function openPool(): Promise<BrowserPool> {
    const opened = await openPlaces(options)
    egress = opened.egress
    pool = createBrowserPool({ ...options, ...opened })
    return pool
  }

  /** The pool, which is opened once; a failure to open it is tried again by the next page. */
  function requirePool(): Promise<BrowserPool> {
    opening ??= openPool()
    const current = opening
    current.catch(() => {
      if (opening === current) opening = null
    })
    return current
  }

  async function render(request: PageRequest): Promise<Page> {
    const { share } = request
    const url = request.url.href
    const { use } = await requirePool()
    for (let tries = 1; ; tries++) {
      let failedUrl = url
      try {
        return await use(request, async (tab) => {
          try {
            return await renderPage(tab, request, { maxBodyBytes })
          } catch (error) {
            failedUrl = tab.traffic.document.url || url
            throw explainFailure(error, tab, url)
          }
        })
      } catch (error) {
        if (error instanceof NotHtml)
          return { ...(await fetchPage.load({ ...request, url: new URL(error.ledTo ?? url) })), url }
        if (!(error instanceof LoadFailed)) throw error
        // The fetch engine knows better what is wrong, and tries again by itself.
        const page = await fetchPage.load({ ...request, url: new URL(failedUrl) })
        if (!mayBeHtml(page.contentType ?? undefined) && failedUrl === url) return page
        share.give(page.body.byteLength)
        if (tries === maxTries) {
          throw new ServiceError('invalid_response', `The browser could not load it: ${error.reason}`)
        }
      }
    }
  }

  return {
    async load(request) {
      request.signal.throwIfAborted()
      // No flag of the browser stops `file:`, so URLs are checked before the navigation.
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
    state: () => pool?.state() ?? { active: 0, waiting: 0, browsers: 0, pids: [], away: [] },
    async close() {
      await opening?.catch(() => {})
      await pool?.close()
      await egress?.close()
    },
  }
}
