/** Drives the page's clock by Chromium's virtual time. */

import { setTimeout as sleep } from 'node:timers/promises'
import { succeedsWithin } from '../../base/deadline.ts'
import type { FrameHost } from '../tab/frame-host.ts'

/**
 * The clock stands still while a request is under way and leaps over waiting, so timers of two seconds cost milliseconds, and a
 * page without timers is done at once. Measured: 2,500 virtual ms take 12 real ms.
 */
export interface VirtualClock {
  /** Lets the clock run ahead by `leapMs`. It stands while requests are under way. */
  startLeap(): Promise<void>
  /** Whether the last leap has come to its end. */
  readonly hasLeapt: boolean
  /** Resolves when the leap ends, at the latest after `ms` of real time. */
  waitForLeap(ms: number): Promise<void>
  /** Interrupts a leap whose clock stands, so that timers run for `ms` all the same, and goes on with it. */
  nudge(ms: number): Promise<void>
  /** Lets the clock run by `ms` of real time, whether requests are under way or not. */
  runFor(ms: number): Promise<void>
  /** Fires the timers of the next `leapMs`, waits until they have run and gives the display a moment. */
  flush(): Promise<void>
  /** Ends following the clock. */
  close(): void
}

/** How far the clock runs ahead at once. */
export const leapMs = 2500
/** Time for what follows the display and not the clock: animation frames, intersections, hashing. */
export const displayMs = 30
/** Real time between two looks at a page. */
export const stepMs = 40
/** A machine that takes longer to run the timers of a flush is not waited for. */
const flushLimitMs = 2000

/** `inTime` ends every wait with the time limit. */
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

  /** Resolves at the next end of a budget. */
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
      // A budget that was granted before is void by now: the next event is the end of this one.
      await inTime(succeedsWithin(flushLimitMs, budgetEnd()))
      await inTime(sleep(displayMs))
    },
    close: () => void tab.off('Emulation.virtualTimeBudgetExpired', onBudgetExpired),
  }
}
