/**
 * Chooses the least busy place that provides browsers: this machine, or the addresses of a farm. If a place fails, avoids it for a while.
 */

import { succeedsWithin } from '../base/deadline.ts'
import { ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import { type EgressProxy, startEgressProxy } from '../fetch/egress/proxy.ts'
import type { AddressPolicy } from '../fetch/guard/address-policy.ts'
import { createGuardedDialer } from '../fetch/guard/guarded-dialer.ts'
import type { HostResolver } from '../fetch/guard/open-socket.ts'
import { requireBrowser } from './browser/find-browser.ts'
import { createLauncher, type LaunchOptions, type RunningBrowser, whenGone } from './browser/launch-browser.ts'
import { createFarmLauncher } from './farm/farm-launcher.ts'
import { parseFarmAddress } from './farm/farm-link.ts'
import { createPooledBrowser, type PooledBrowser, type PooledBrowserOptions } from './pooled-browser.ts'

/** A place that provides browsers, one after another. */
export interface BrowserPlace {
  launch(): Promise<RunningBrowser>
  /** Host and port of a farm, which may be unavailable. Not set for this machine. */
  farm?: string
}

interface Seat extends BrowserPlace {
  current: Promise<PooledBrowser> | null
  busy: number
  /** True if its current browser has started. */
  isReady: boolean
  /** Timer for the next attempt, set while a failed address is being avoided. */
  away: NodeJS.Timeout | null
}

/** Delay before a failed address is tried again, in the background. */
const retryMs = 10_000
const closeLimitMs = 2000

export class BrowserSeats {
  /** The most recently chosen seat comes last. */
  readonly #seats: Seat[]
  readonly #options: PooledBrowserOptions
  readonly #onChange: () => void
  readonly #browsers = new Set<PooledBrowser>()
  #lastFailure: unknown
  #isClosed = false

  constructor(places: readonly BrowserPlace[], options: PooledBrowserOptions, onChange: () => void) {
    this.#options = options
    this.#onChange = onChange
    this.#seats = places.map((place) => ({ ...place, current: null, busy: 0, isReady: false, away: null }))
  }

  /**
   * Call `leave` once the page is no longer needed. Throws any error from the launch, and browser_unavailable if every farm is unavailable.
   */
  async take(): Promise<{ browser: PooledBrowser; leave(): void }> {
    for (;;) {
      const seat = this.#choose()
      seat.busy++
      try {
        const browser = await this.#currentOf(seat)
        return { browser, leave: () => void seat.busy-- }
      } catch (error) {
        seat.busy--
        if (!seat.farm || this.#isClosed) throw error
      }
    }
  }

  get present(): number {
    return this.#seats.filter(({ away }) => !away).length
  }

  get running(): RunningBrowser[] {
    return [...this.#browsers].map(({ running }) => running)
  }

  /** Farms that can't provide a browser at the moment, by host and port. */
  get away(): string[] {
    return this.#seats.flatMap(({ away, farm }) => (away && farm ? [farm] : []))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { away } of this.#seats) clearTimeout(away ?? undefined)
    // A farm may take a long time to provide a browser. If the pool closes in the meantime, the browser is returned as soon as it arrives.
    const started = this.#seats.map(({ current, farm }) =>
      current && farm ? succeedsWithin(closeLimitMs, current) : current?.catch(() => {}),
    )
    await Promise.all(started)
    await Promise.all([...this.#browsers].map((browser) => browser.end()))
  }

  #choose(): Seat {
    const present = this.#seats.filter(({ away }) => !away)
    // If a browser hangs while starting, only the request that it was started for has to wait.
    const isFree = ({ isReady, busy }: Seat) => isReady && busy < this.#options.maxPages
    const eager = present.some(isFree) ? present.filter(({ isReady, busy }) => isReady || busy === 0) : present
    const [first] = eager
    if (!first) {
      const cause = this.#lastFailure
      const message = 'No browser farm can provide a browser at the moment'
      throw new ServiceError('browser_unavailable', message, { retryAfterS: retryMs / 1000, cause })
    }
    const chosen = eager.reduce((least, seat) => (seat.busy < least.busy ? seat : least), first)
    this.#seats.push(...this.#seats.splice(this.#seats.indexOf(chosen), 1))
    return chosen
  }

  #currentOf(seat: Seat): Promise<PooledBrowser> {
    if (this.#isClosed) return Promise.reject(new ServiceError('overloaded', 'The service is stopping'))
    seat.current ??= this.#start(seat)
    const starting = seat.current
    starting.catch(() => {
      if (seat.current === starting) seat.current = null
    })
    return starting
  }

  async #start(seat: Seat): Promise<PooledBrowser> {
    const running = await seat.launch().catch((error: unknown) => {
      this.#leaveAlone(seat, error)
      throw error
    })
    const browser = createPooledBrowser(running, this.#options, () => {
      seat.current = null
      seat.isReady = false
    })
    seat.isReady = true
    this.#watch(browser)
    if (seat.away) {
      seat.away = null
      this.#onChange()
    }
    return browser
  }

  #watch(browser: PooledBrowser): void {
    const { running } = browser
    const { pid, containment } = running
    const facts = running.farm === null ? { pid } : { pid, farm: running.farm }
    this.#browsers.add(browser)
    if (this.#isClosed) running.kill()
    emit('gleaner:browser', { event: 'started', ...facts, containment })
    whenGone(running, () => {
      this.#browsers.delete(browser)
      emit('gleaner:browser', { event: 'ended', ...facts })
    })
  }

  #leaveAlone(seat: Seat, error: unknown): void {
    if (!seat.farm || this.#isClosed) return
    this.#lastFailure = error
    const wasAway = seat.away !== null
    seat.away = setTimeout(() => void this.#currentOf(seat).catch(() => {}), retryMs).unref()
    if (!wasAway) this.#onChange()
    const reason = error instanceof Error ? error.message : String(error)
    emit('gleaner:browser', { event: 'away', pid: null, farm: seat.farm, reason })
  }
}

export interface FarmOptions {
  addresses: readonly string[]
  /** URL at which the farm reaches our egress proxy, or null for a farm on this machine. */
  egressUrl: string | null
}

export interface PlaceOptions extends Pick<LaunchOptions, 'userAgent' | 'maxBodyBytes'> {
  policy: AddressPolicy
  /** Outgoing proxy with its credentials, or null. */
  proxyUrl: string | null
  /** The browser to start, or null to find one. */
  browserPath: string | null
  /** The farm that provides browsers instead of this machine. */
  farm?: FarmOptions | null | undefined
  resolve?: HostResolver
}

/** A farm's browser that has no pages is returned to the farm after this time. */
const idleLimitMs = 120_000

/**
 * Opens the places that provide browsers, with the egress proxy in front of them. Throws browser_unavailable if this machine has no browser.
 */
export async function openPlaces(
  options: PlaceOptions,
): Promise<{ egress: EgressProxy; places: BrowserPlace[]; idleLimitMs: number | null }> {
  const { policy, farm = null } = options
  const guard = createGuardedDialer(options)
  if (farm === null) {
    const executablePath = await requireBrowser({ configuredPath: options.browserPath })
    const egress = await startEgressProxy({ guard, policy })
    const launch = createLauncher({ ...options, executablePath, proxyServer: egress.server })
    return { egress, places: [{ launch }], idleLimitMs: null }
  }
  const egress = await startEgressProxy({ guard, policy, publicUrl: farm.egressUrl })
  const places = farm.addresses.map(parseFarmAddress).map((address): BrowserPlace => {
    return { launch: createFarmLauncher({ ...options, address, egress }), farm: address.name }
  })
  return { egress, places, idleLimitMs }
}
