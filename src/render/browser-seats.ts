/** The places that give browsers, this machine or the addresses of a farm: the least busy one is chosen, and one that fails is left alone for a while. */

import { succeedsWithin } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { RunningBrowser } from './browser/running-browser.ts'
import { createPooledBrowser, type PooledBrowser, type PooledBrowserOptions } from './pooled-browser.ts'

/** A place that gives browsers, one after the other. */
export interface BrowserPlace {
  launch(): Promise<RunningBrowser>
  /** Host and port of a farm, which may be away; absent for this machine. */
  farm?: string
}

interface BrowserSeats {
  /** Calls `leave` when its page is done. Throws what the launch throws, and browser_unavailable when every farm is away. */
  take(): Promise<{ browser: PooledBrowser; leave(): void }>
  /** Places that are not away. */
  readonly present: number
  /** Browsers that run. */
  readonly running: readonly RunningBrowser[]
  /** Farms that give no browser now, by host and port. */
  readonly away: readonly string[]
  close(): Promise<void>
}

interface Seat extends BrowserPlace {
  current: Promise<PooledBrowser> | null
  /** Pages that are served there. */
  busy: number
  isAway: boolean
  /** Whether its current browser has started. */
  isReady: boolean
  failures: number
  /** When it is asked again, on the clock of `performance.now()`. */
  retryAt: number
  timer: NodeJS.Timeout | undefined
}

/** Before an address that has failed is asked again; twice as long each time. */
const firstRetryMs = 1000
const maxRetryMs = 60_000
const closeLimitMs = 2000

/** `onChange` is called when a place has gone away or come back. */
export function createBrowserSeats(
  places: readonly BrowserPlace[],
  options: PooledBrowserOptions,
  onChange: () => void,
): BrowserSeats {
  /** The one that was chosen last stands at the end. */
  const seats: Seat[] = places.map((place) => ({
    ...place,
    ...{ current: null, busy: 0, isAway: false, isReady: false, failures: 0, retryAt: 0, timer: undefined },
  }))
  const browsers = new Set<PooledBrowser>()
  let lastFailure: unknown
  let isClosed = false

  function leaveAlone(seat: Seat, error: unknown): void {
    if (!seat.farm || isClosed) return
    lastFailure = error
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** seat.failures)
    seat.failures++
    seat.retryAt = performance.now() + waitMs
    seat.timer = setTimeout(() => void currentOf(seat).catch(() => {}), waitMs).unref()
    const reason = error instanceof Error ? error.message : String(error)
    emit('gleaner:browser', { event: 'away', pid: null, farm: seat.farm, reason })
    if (seat.isAway) return
    seat.isAway = true
    onChange()
  }

  function currentOf(seat: Seat): Promise<PooledBrowser> {
    if (isClosed) return Promise.reject(new ServiceError('overloaded', 'The service is stopping'))
    seat.current ??= start(seat)
    const starting = seat.current
    starting.catch(() => {
      if (seat.current === starting) seat.current = null
    })
    return starting
  }

  async function start(seat: Seat): Promise<PooledBrowser> {
    let running: RunningBrowser
    try {
      running = await seat.launch()
    } catch (error) {
      leaveAlone(seat, error)
      throw error
    }
    const browser = createPooledBrowser(running, options, () => {
      seat.current = null
      seat.isReady = false
    })
    seat.isReady = true
    const { pid, containment } = running
    const facts = running.farm === null ? { pid } : { pid, farm: running.farm }
    browsers.add(browser)
    if (isClosed) running.kill()
    emit('gleaner:browser', { event: 'started', ...facts, containment })
    void running.gone.then(() => {
      browsers.delete(browser)
      emit('gleaner:browser', { event: 'ended', ...facts })
    })
    seat.failures = 0
    if (seat.isAway) {
      seat.isAway = false
      onChange()
    }
    return browser
  }

  function choose(): Seat {
    const present = seats.filter(({ isAway }) => !isAway)
    // One that may hang as it starts holds up the one request that it was started for.
    const isFree = ({ isReady, busy }: Seat) => isReady && busy < options.maxPages
    const eager = present.some(isFree) ? present.filter(({ isReady, busy }) => isReady || busy === 0) : present
    const [first] = eager
    if (!first) throw allAway()
    const chosen = eager.reduce((least, seat) => (seat.busy < least.busy ? seat : least), first)
    seats.push(...seats.splice(seats.indexOf(chosen), 1))
    return chosen
  }

  function allAway(): ServiceError {
    const waitMs = Math.min(...seats.map(({ retryAt }) => retryAt)) - performance.now()
    return new ServiceError('browser_unavailable', 'No browser farm gives a browser now', {
      retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)),
      cause: lastFailure,
    })
  }

  return {
    async take() {
      for (;;) {
        const seat = choose()
        seat.busy++
        try {
          const browser = await currentOf(seat)
          return { browser, leave: () => void seat.busy-- }
        } catch (error) {
          seat.busy--
          if (!seat.farm || isClosed) throw error
        }
      }
    },
    get present() {
      return seats.filter(({ isAway }) => !isAway).length
    },
    get running() {
      return [...browsers].map(({ running }) => running)
    },
    get away() {
      return seats.flatMap(({ isAway, farm }) => (isAway && farm ? [farm] : []))
    },
    async close() {
      isClosed = true
      for (const { timer } of seats) clearTimeout(timer)
      // A farm may take long to give its browser, which is given back when it comes.
      const started = seats.map(({ current, farm }) =>
        current && farm ? succeedsWithin(closeLimitMs, current) : current?.catch(() => {}),
      )
      await Promise.all(started)
      await Promise.all([...browsers].map((browser) => browser.end()))
    },
  }
}
