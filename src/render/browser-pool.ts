/** Hands out pages of the current browsers, a limited number at a time, and gets another browser when one has ended. */

import { orAborted } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { createSemaphore, type Release } from '../base/semaphore.ts'
import type { Share } from '../base/share.ts'
import { noStages, type Stages } from '../base/stages.ts'
import { type BrowserPlace, createBrowserSeats } from './browser-seats.ts'
import type { PooledBrowser, PooledBrowserOptions } from './pooled-browser.ts'
import type { Tab } from './tab/tab.ts'
import { TabLost } from './tab/tab-lost.ts'

export interface BrowserPoolOptions extends PooledBrowserOptions {
  /** Where browsers come from; each has one at a time, with `maxPages` pages. */
  places: readonly BrowserPlace[]
}

interface TabRequest {
  signal: AbortSignal
  share: Share
  /** Counts the wait for a page, and the work with it. */
  stages?: Stages | undefined
}

export interface BrowserPool {
  /**
   * Calls `work` with an unused page. When the browser ends meanwhile, the work begins once more in a fresh one. Throws what
   * the work throws, `signal.reason`, overloaded when no page became free in time, browser_unavailable, invalid_response
   * for a page that ends its process or floods ours, and response_too_large for one that makes its browser report too much.
   */
  use<T>(request: TabRequest, work: (tab: Tab) => Promise<T>): Promise<T>
  state(): BrowserPoolState
  close(): Promise<void>
}

export interface BrowserPoolState {
  /** Pages in use or being closed. */
  active: number
  /** Requests that wait for a page. */
  waiting: number
  /** Browsers that run. */
  browsers: number
  /** Process ids of those that run on this machine. */
  pids: number[]
  /** Farms that give no browser now, by host and port. */
  away: readonly string[]
}

const maxWaiting = 1000

export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { maxPages, places } = options
  const maxClosing = maxPages * places.length
  const slots = createSemaphore(maxPages * places.length, {
    reserve: 1,
    queue: {
      maxWaiting,
      refusal: () => new ServiceError('overloaded', 'Too many pages wait for the browser', { retryAfterS: 2 }),
    },
  })
  const seats = createBrowserSeats(places, options, () => slots.resize(maxPages * Math.max(1, seats.present)))
  /** Pages that are being closed after their slot was released: only a few are at a time. */
  let closing = 0
  let isClosed = false

  async function takeTab(): Promise<{ browser: PooledBrowser; tab: Tab; leave(): void }> {
    const { browser, leave } = await seats.take()
    try {
      return { browser, leave, tab: await browser.takeTab() }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** `release` is called when the work is done; where many pages are still being closed, once its own is closed. */
  async function attempt<T>(signal: AbortSignal, work: (tab: Tab) => Promise<T>, release: Release): Promise<T> {
    const taking = takeTab()
    try {
      const { tab } = await orAborted(signal, taking).catch((error) => {
        throw error === signal.reason ? asTimeUp(signal, 'The browser gave no page until the time was up') : error
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
      throw asTimeUp(signal, `All ${maxPages * places.length} pages of the browser were busy until the time was up`)
    }
  }

  return {
    async use({ signal, share, stages = noStages }, work) {
      const losses = { page: 0, flood: 0, reports: 0, browser: 0, neighbour: 0 }
      for (;;) {
        const release = await stages.during('queue', () => acquireSlot(signal, share))
        try {
          return await stages.during('render', () => attempt(signal, work, release))
        } catch (error) {
          if (!(error instanceof TabLost) || isClosed) throw error
          losses[error.lossCause]++
          if (losses.flood > 0) throw tooComplex('it opens pages or changes its address without end')
          if (losses.reports > 0) throw tooLarge()
          if (losses.page > 1) throw tooComplex('it ends its browser process')
          if (losses.browser > 2) {
            throw new ServiceError('browser_unavailable', 'The browser ended again and again', { cause: error })
          }
        }
      }
    },
    state: () => ({
      active: slots.active + closing,
      waiting: slots.waiting,
      browsers: seats.running.length,
      pids: seats.running.flatMap(({ pid }) => pid ?? []),
      away: seats.away,
    }),
    async close() {
      isClosed = true
      await seats.close()
    },
  }
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to render: ${why}`)
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'response_too_large',
    'The page, with the data: URLs and messages of its scripts, is larger than allowed',
  )
}

/** A time limit that was reached before the page was tried is not the page's fault: overloaded. Other reasons stay. */
function asTimeUp({ reason }: AbortSignal, why: string): unknown {
  return reason instanceof ServiceError ? new ServiceError('overloaded', why, { retryAfterS: 2 }) : reason
}
