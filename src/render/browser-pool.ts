/** Browsers and their pages: a cap on pages in flight, tabs made ready ahead, a fresh browser after a fall or a long life. */

import { orAborted, succeedsWithin } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { EgressProxy } from '../fetch/egress/proxy.ts'
import { emit } from '../observe.ts'
import type { RunningBrowser } from './browser/launch-browser.ts'
import { openTab, type Tab, TabLost } from './tab.ts'

export interface BrowserPoolOptions {
  launch: () => Promise<RunningBrowser>
  egress: EgressProxy
  /** Pages in flight at most. */
  maxPages: number
  /** A browser is replaced after so many pages. */
  recyclePages: number
  /** A browser is replaced when it holds more than this and no page needs it; at twice that its largest page ends. */
  recycleBytes: number
}

export interface BrowserPool {
  /**
   * Gives `work` a page that nobody has used. When the browser ends under it, it is begun once more in a fresh one.
   * Throws what the work throws, `signal.reason`, overloaded when no page became free in time, browser_unavailable.
   */
  use<T>(signal: AbortSignal, work: (tab: Tab) => Promise<T>): Promise<T>
  /** Pages in use, waiting requests, and the browsers' process ids. */
  state(): { active: number; waiting: number; pids: number[] }
  close(): Promise<void>
}

interface Seat {
  running: RunningBrowser
  /** Pages in use, being opened or being closed. */
  pages: number
  warm: Promise<Tab>[]
  served: number
  retired: boolean
}

const maxWaiting = 1000
/** Pages made ready ahead; each is a process of some 30 MB. */
const maxWarm = 4
const watchMs = 1000

export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { maxPages, recyclePages, recycleBytes, egress } = options
  const seats = new Set<Seat>()
  const waiting: (() => void)[] = []
  let current: Promise<Seat> | null = null
  let active = 0
  /** Pages that are given up and still being closed: they hold no place, as long as they are few. */
  let closing = 0
  let isClosed = false

  function seatNow(): Promise<Seat> {
    if (isClosed) return Promise.reject(new ServiceError('overloaded', 'The service is stopping'))
    current ??= start()
    const starting = current
    starting.catch(() => {
      if (current === starting) current = null
    })
    return starting
  }

  async function start(): Promise<Seat> {
    const running = await options.launch()
    const seat: Seat = { running, pages: 0, warm: [], served: 0, retired: false }
    seats.add(seat)
    if (isClosed) running.kill()
    emit('gleaner:browser', { event: 'started', pid: running.pid })
    const timer = setInterval(() => watchMemory(seat), watchMs)
    timer.unref()
    void running.gone.then(() => {
      clearInterval(timer)
      seats.delete(seat)
      retire(seat)
      emit('gleaner:browser', { event: 'ended', pid: running.pid })
    })
    return seat
  }

  /** Takes no new page; ends when its last page has. */
  function retire(seat: Seat): void {
    if (!seat.retired) {
      seat.retired = true
      current = null
      for (const tab of seat.warm.splice(0)) tab.then((ready) => ready.close()).catch(() => {})
    }
    if (seat.pages === 0) void end(seat.running)
  }

  function watchMemory(seat: Seat): void {
    if (process.platform !== 'linux') return
    const bytes = seat.running.memory()
    if (bytes > 2 * recycleBytes) seat.running.killLargestChild()
    if (bytes > recycleBytes) retire(seat)
  }

  function warmUp(seat: Seat): void {
    if (seat.retired || isClosed || seat.warm.length >= Math.min(maxWarm, maxPages)) return
    const tab = openTab(seat.running, { egress })
    tab.catch(() => {
      const at = seat.warm.indexOf(tab)
      if (at >= 0) seat.warm.splice(at, 1)
    })
    seat.warm.push(tab)
  }

  async function takeTab(): Promise<{ seat: Seat; tab: Tab }> {
    const seat = await seatNow()
    seat.served++
    seat.pages++
    const opening = seat.warm.shift() ?? openTab(seat.running, { egress })
    warmUp(seat)
    if (seat.served >= recyclePages) retire(seat)
    try {
      return { seat, tab: await opening }
    } catch (error) {
      leaveSeat(seat)
      throw error
    }
  }

  function leaveSeat(seat: Seat): void {
    seat.pages--
    if (seat.retired) retire(seat)
  }

  async function release(seat: Seat, tab: Tab): Promise<void> {
    warmUp(seat)
    // A page that can't be closed wedges its browser: all of it goes, and its other pages begin anew.
    if (!(await tab.close())) seat.running.kill()
    leaveSeat(seat)
  }

  /** `free` is called when the work is done, or once its page is gone where many are still being closed. */
  async function attempt<T>(signal: AbortSignal, work: (tab: Tab) => Promise<T>, free: () => void): Promise<T> {
    const taking = takeTab()
    try {
      const { tab } = await orAborted(signal, taking).catch((error) => {
        throw error === signal.reason ? timeUp(signal, 'The browser gave no page until the time was up') : error
      })
      return await orAborted(signal, work(tab))
    } finally {
      const isFreed = closing < maxPages
      if (isFreed) {
        closing++
        free()
      }
      taking
        .then(({ seat, tab }) => release(seat, tab))
        .catch(() => {})
        .finally(() => {
          if (isFreed) closing--
          else free()
        })
    }
  }

  function enter(signal: AbortSignal): Promise<void> {
    if (active < maxPages) {
      active++
      return Promise.resolve()
    }
    if (waiting.length >= maxWaiting) {
      return Promise.reject(new ServiceError('overloaded', 'Too many pages wait for the browser', { retryAfterS: 2 }))
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(proceed), 1)
        reject(timeUp(signal, `All ${maxPages} pages of the browser were busy until the time was up`))
      }
      const proceed = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(proceed)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else active--
  }

  return {
    async use(signal, work) {
      const falls = { page: 0, flood: 0, browser: 0, neighbour: 0 }
      for (;;) {
        signal.throwIfAborted()
        await enter(signal)
        try {
          return await attempt(signal, work, leave)
        } catch (error) {
          if (!(error instanceof TabLost) || isClosed) throw error
          falls[error.what]++
          if (falls.flood > 0) throw tooComplex('it opens pages or changes its address without end')
          if (falls.page > 1) throw tooComplex('it ends its browser process')
          if (falls.browser > 2) {
            throw new ServiceError('browser_unavailable', 'The browser ended again and again', { cause: error })
          }
        }
      }
    },
    state: () => ({
      active: active + closing,
      waiting: waiting.length,
      pids: [...seats].map(({ running }) => running.pid),
    }),
    async close() {
      isClosed = true
      const starting = current
      await starting?.catch(() => {})
      await Promise.all([...seats].map(({ running }) => end(running)))
    },
  }
}

function tooComplex(why: string): ServiceError {
  return new ServiceError('invalid_response', `The page is too complex to render: ${why}`)
}

/** The page that was asked for is not to blame for a time that ran out before it was tried. */
function timeUp({ reason }: AbortSignal, why: string): unknown {
  return reason instanceof ServiceError ? new ServiceError('overloaded', why, { retryAfterS: 2 }) : reason
}

const endLimitMs = 2000

/** Closes a browser, by force when it does not follow. */
async function end(running: RunningBrowser): Promise<void> {
  await succeedsWithin(endLimitMs, running.browser.close())
  running.kill()
  await running.gone
}
