/** Drives the page's clock with Chromium's virtual time. */

import { setTimeout as sleep } from 'node:timers/promises'
import { succeedsWithin } from '../../base/deadline.ts'
import type { FrameHost } from '../tab/frame-host.ts'

/**
 * The clock stops while a request is under way and skips idle time. A timer of two seconds therefore takes milliseconds, and a page without
 * timers finishes immediately. Measured: 2,500 virtual ms take 12 real ms.
 */
export interface VirtualClock {
  /** Runs the clock ahead by `leapMs`. It stops while requests are under way. */
  startLeap(): Promise<void>
  /** True if the last leap has finished. */
  readonly hasLeapt: boolean
  /** Resolves when the leap ends, or after `ms` of real time at the latest. */
  waitForLeap(ms: number): Promise<void>
  /** Interrupts a leap whose clock has stopped, so that timers run for `ms` anyway, and then resumes it. */
  nudge(ms: number): Promise<void>
  /** Runs the clock for `ms` of real time, even while requests are under way. */
  runFor(ms: number): Promise<void>
  /** Fires the timers of the next `leapMs`, waits until they have run, and gives the display a moment. */
  flush(): Promise<void>
  /** Stops following the clock. */
  close(): void
}

/** How far one leap moves the clock ahead, in virtual time. */
export const leapMs = 2500
/** Time for work that follows the display instead of the clock: animation frames, intersections, hashing. */
export const displayMs = 30
/** Real time between two checks of a page. */
export const stepMs = 40
/** Time limit for a flush on slow machines. */
const flushLimitMs = 2000

/** `inTime` applies the time limit to every wait. */
export function createVirtualClock(tab: FrameHost, inTime: <T>(work: Promise<T>) => Promise<T>): VirtualClock {
  let isLeaping = false
  let hasLeapt = false
  let wake = () => {}
  const onBudgetExpired = () => {
    if (isLeaping) hasLeapt = true
    wake()
  }
  tab.on('Emulation.virtualTimeBudgetExpired', onBudgetExpired)

  const run = (policy: 'advance' | 'pauseIfNetworkFetchesPending', budget: number) =>
    inTime(tab.send('Emulation.setVirtualTimePolicy', { policy, budget, maxVirtualTimeTaskStarvationCount: 100_000 }))

  /** Resolves when the next budget expires. */
  const budgetEnd = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  async function leap(): Promise<void> {
    isLeaping = true
    await run('pauseIfNetworkFetchesPending', leapMs)
  }

  return {
    async startLeap() {
      hasLeapt = false
      await leap()
    },
    get hasLeapt() {
      return hasLeapt
    },
    async waitForLeap(ms) {
      await inTime(succeedsWithin(ms, budgetEnd()))
    },
    async nudge(ms) {
      isLeaping = false
      await run('advance', ms)
      await inTime(sleep(stepMs))
      await leap()
    },
    async runFor(ms) {
      await run('advance', ms)
      await inTime(sleep(ms))
    },
    async flush() {
      await run('advance', leapMs)
      // This budget has replaced any earlier one, so the next event reports its expiry.
      await inTime(succeedsWithin(flushLimitMs, budgetEnd()))
      await inTime(sleep(displayMs))
    },
    close: () => void tab.off('Emulation.virtualTimeBudgetExpired', onBudgetExpired),
  }
}
