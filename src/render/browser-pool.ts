/** Provides a limited number of browser pages at a time, and replaces browsers that exit. */

import { orAborted } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { type Release, Semaphore } from '../base/semaphore.ts'
import type { Share } from '../base/share.ts'
import { noStages } from '../base/stages.ts'
import type { PageRequest } from '../page/page.ts'
import { type BrowserPlace, BrowserSeats } from './browser-seats.ts'
import type { PooledBrowser, PooledBrowserOptions } from './pooled-browser.ts'
import { type TabLossCause, TabLost } from './tab/isolated-world.ts'
import type { Tab } from './tab/tab.ts'

export interface BrowserPoolOptions extends PooledBrowserOptions {
  /** The places that provide browsers. Each runs one browser at a time, with up to `maxPages` pages. */
  places: readonly BrowserPlace[]
}

type TabRequest = Pick<PageRequest, 'signal' | 'share' | 'stages' | 'screenshot'>

export type BrowserPool = ReturnType<typeof createBrowserPool>

const maxWaiting = 1000

export function createBrowserPool(options: BrowserPoolOptions) {
  const { maxPages, places } = options
  const maxClosing = maxPages * places.length
  const slots = new Semaphore(maxPages * places.length, {
    reserve: 1,
    queue: {
      maxWaiting,
      refusal: () => new ServiceError('overloaded', 'Too many pages are waiting for the browser', { retryAfterS: 2 }),
    },
  })
  const seats = new BrowserSeats(places, options, () => slots.resize(maxPages * Math.max(1, seats.present)))
  /** Number of pages that are still closing even though their slots are free again. Only a few may do so at a time. */
  let closing = 0
  let isClosed = false

  async function takeTab(isRealTime: boolean): Promise<{ browser: PooledBrowser; tab: Tab; leave(): void }> {
    const { browser, leave } = await seats.take()
    try {
      return { browser, leave, tab: await browser.takeTab(isRealTime) }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Calls `release` when the work is done or, if many pages are already closing, once this page has closed. */
  async function attempt<T>({ signal, screenshot }: TabRequest, work: (tab: Tab) => Promise<T>, release: Release) {
    const taking = takeTab(screenshot !== undefined)
    try {
      const { tab } = await orAborted(signal, taking).catch((error) => {
        throw error === signal.reason
          ? asTimeUp(signal, 'The browser did not open a page within the time limit')
          : error
      })
      return await orAborted(signal, work(tab))
    } finally {
      const isReleasedAtOnce = closing < maxClosing
      if (isReleasedAtOnce) {
        closing++
        release()
      }
      taking
        .then(({ browser, tab, leave }) => browser.returnTab(tab).finally(leave))
        .catch(() => {})
        .finally(() => {
          if (isReleasedAtOnce) closing--
          else release()
        })
    }
  }

  async function acquireSlot(signal: AbortSignal, { keyId }: Share): Promise<Release> {
    signal.throwIfAborted()
    try {
      return await slots.acquire(signal, keyId)
    } catch (error) {
      if (error !== signal.reason) throw error
      throw asTimeUp(signal, `All ${maxPages * places.length} pages of the browser were busy until the deadline`)
    }
  }

  return {
    /**
     * Calls `work` with an unused page. If the browser exits, the work starts again in a fresh one. Throws any error from the work,
     * `signal.reason`, overloaded if no page became free in time, and browser_unavailable. Also throws invalid_response if the page crashes
     * or floods the browser, and response_too_large if the page causes too many messages.
     */
    async use<T>(request: TabRequest, work: (tab: Tab) => Promise<T>): Promise<T> {
      const { signal, share, stages = noStages } = request
      const losses = { page: 0, flood: 0, reports: 0, browser: 0, neighbour: 0 }
      for (;;) {
        const release = await stages.during('queue', () => acquireSlot(signal, share))
        try {
          return await stages.during('render', () => attempt(request, work, release))
        } catch (error) {
          if (!(error instanceof TabLost) || isClosed) throw error
          countLoss(losses, error)
        }
      }
    },
    state: () => ({
      active: slots.active + closing,
      waiting: slots.waiting,
      browsers: seats.running.length,
      /** Process IDs of the browsers on this machine. */
      pids: seats.running.flatMap(({ pid }) => pid ?? []),
      /** Farms that can't provide a browser at the moment, by host and port. */
      away: seats.away,
    }),
    async close(): Promise<void> {
      isClosed = true
      await seats.close()
    },
  }
}

/** Throws if the page should not be loaded again after this loss. */
function countLoss(losses: Record<TabLossCause, number>, error: TabLost): void {
  losses[error.lossCause]++
  if (losses.flood > 0) throw tooComplex('it opens pages or changes its URL endlessly')
  if (losses.reports > 0)
    throw new ServiceError('response_too_large', "The page, including its scripts' data, is larger than allowed")
  if (losses.page > 1) throw tooComplex('it crashes its browser process')
  if (losses.browser > 2)
    throw new ServiceError('browser_unavailable', 'The browser crashed repeatedly', { cause: error })
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to render: ${why}`)
}

/** Returns overloaded if time ran out before the page was loaded, since that isn't the page's fault. Returns other reasons unchanged. */
function asTimeUp({ reason }: AbortSignal, why: string): unknown {
  return reason instanceof ServiceError ? new ServiceError('overloaded', why, { retryAfterS: 2 }) : reason
}
