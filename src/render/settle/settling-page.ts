/** A page that is settling, with its clock, its activity, and a time limit for every wait. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orLate, succeedsWithin } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import type { PageActivity } from '../in-page/page-api.ts'
import { DocumentGone, type Evaluate, type FrameHost, measureActivity } from '../tab/isolated-world.ts'

export interface SettleOptions {
  evaluate: Evaluate
  /** The time limit, on the `performance.now()` clock. */
  until: number
  /** Called repeatedly. If it throws, the wait fails with that error. */
  check: () => void
  /** Triggers content that loads on scroll. By default, makes the window as tall as the document. */
  loadMore?: (page: SettlingPage, calm: () => Promise<void>) => Promise<boolean>
  /** A selector that must match before the page is complete. */
  waitFor?: string | undefined
}

/** The time limit was reached before the page was complete. */
export class SettleTimeout extends Error {
  override readonly name = 'SettleTimeout'
}

const maxDocuments = 10
const maxReloads = 3

export type SettlingPage = ReturnType<typeof openSettlingPage>

export function openSettlingPage(tab: FrameHost, { evaluate, until, check: checkPage }: SettleOptions) {
  const { document } = tab.traffic
  /** Settles like `work`, or throws SettleTimeout at the time limit. */
  const inTime = <T>(work: Promise<T>): Promise<T> => orLate(until, () => new SettleTimeout(), work)

  /** Throws any error from the check in the options, and too_many_redirects if scripts keep navigating. */
  function check(): void {
    checkPage()
    if (document.count > maxDocuments + 1 && document.reloads === 0) {
      throw new ServiceError('too_many_redirects', `The page's scripts navigated more than ${maxDocuments} times`)
    }
  }

  const page = {
    ...{ tab, evaluate, inTime, check },
    clock: tab.budgets.isRealTime ? createRealClock(tab, inTime) : createVirtualClock(tab, { evaluate, inTime }),
    /** Time when the page started to settle, on the `performance.now()` clock. */
    arrivedAt: performance.now(),
    /** True if a worker or browser storage doesn't follow the page's clock. Up to date only after a measurement. */
    keepsOwnTime: false,
    get isReloading() {
      return document.reloads > maxReloads
    },
    /** Measures how busy the page is. If its document is being replaced, waits for the next one. Throws like `check` and `inTime`. */
    async measure(): Promise<PageActivity> {
      for (;;) {
        check()
        try {
          const activity = await inTime(evaluate(measureActivity))
          page.keepsOwnTime = activity.usesStorage || tab.traffic.workers > 0
          return activity
        } catch (error) {
          if (!(error instanceof DocumentGone)) throw error
          await inTime(sleep(stepMs))
        }
      }
    },
  }
  return page
}

/**
 * The clock stops while a request is in progress and skips idle time. A timer of two seconds therefore takes milliseconds, and a page without
 * timers finishes immediately. Measured: 2,500 virtual ms take 12 real ms.
 */
type VirtualClock = ReturnType<typeof createVirtualClock>

interface ClockOptions {
  evaluate: Evaluate
  inTime<T>(work: Promise<T>): Promise<T>
}

type Policy = 'advance' | 'pauseIfNetworkFetchesPending'

/** How far one leap moves the clock ahead, in virtual time. */
export const leapMs = 2500
/** Time for work that follows the display instead of the clock: animation frames, intersections, hashing. */
export const displayMs = 30
/** Real time between two checks of a page. */
export const stepMs = 40
/** Time limit for a flush on slow machines. */
const flushLimitMs = 2000
/** Pages see their clock rounded, so a budget with less left than this has been used up. */
const roundingMs = 2

function createVirtualClock(tab: FrameHost, { evaluate, inTime }: ClockOptions) {
  const { budgets } = tab
  /** Time on the page's clock when the current budget ends. Null if the time is unknown, or if no other budget can stop the clock. */
  let endsAt: number | null = null
  let isStopped = false
  let wake = () => {}
  const onBudgetExpired = () => {
    budgets.open = Math.max(0, budgets.open - 1)
    isStopped = true
    wake()
  }
  tab.on('Emulation.virtualTimeBudgetExpired', onBudgetExpired)

  async function run(policy: Policy, budget: number): Promise<void> {
    isStopped = false
    budgets.open++
    await inTime(
      tab.send('Emulation.setVirtualTimePolicy', { policy, budget, maxVirtualTimeTaskStarvationCount: 100_000 }),
    )
  }

  async function runToEnd(policy: Policy, budget: number): Promise<void> {
    const startsAt = budgets.open > 0 ? await pageTime() : null
    endsAt = startsAt === null ? null : startsAt + budget
    await run(policy, budget)
  }

  /**
   * Resolves with true when the budget has been used up, or with false after about `ms`. Chromium stops the clock whenever any budget
   * expires, including those that later ones have replaced, so the clock may have to be started again.
   */
  async function waitForEnd(policy: Policy, ms: number): Promise<boolean> {
    const stop = new Promise<void>((resolve) => {
      wake = resolve
    })
    if (!isStopped) await inTime(succeedsWithin(ms, stop))
    if (!isStopped) return false
    const leftMs = endsAt === null ? 0 : endsAt - ((await pageTime()) ?? endsAt)
    if (leftMs < roundingMs) return true
    await run(policy, Math.min(leapMs, leftMs))
    return false
  }

  /** Resolves with null if the document is being replaced. */
  async function pageTime(): Promise<number | null> {
    try {
      return await inTime(evaluate<number>('Date.now()'))
    } catch (error) {
      if (error instanceof DocumentGone) return null
      throw error
    }
  }

  /** Runs the clock ahead by `leapMs`. It stops while requests are in progress. */
  const startLeap = () => runToEnd('pauseIfNetworkFetchesPending', leapMs)

  return {
    startLeap,
    /** Resolves with true when the leap has ended, or with false after about `ms` of real time. */
    waitForLeap: (ms: number) => waitForEnd('pauseIfNetworkFetchesPending', ms),
    /** Interrupts a leap whose clock has stopped, so that timers run for `ms` anyway, and then starts it again. */
    async nudge(ms: number): Promise<void> {
      await run('advance', ms)
      await inTime(sleep(stepMs))
      await startLeap()
    },
    /** Runs the clock for `ms` of real time, even while requests are in progress. */
    async runFor(ms: number): Promise<void> {
      await run('advance', ms)
      await inTime(sleep(ms))
    },
    /** Fires the timers of the next `leapMs`, waits until they have run, and gives the display a moment. */
    async flush(): Promise<void> {
      const until = performance.now() + flushLimitMs
      await runToEnd('advance', leapMs)
      while (!(await waitForEnd('advance', until - performance.now())) && performance.now() < until);
      await inTime(sleep(displayMs))
    },
    close: () => void tab.off('Emulation.virtualTimeBudgetExpired', onBudgetExpired),
  }
}

/** How long a leap of real time lasts after the last request. */
const realLeapMs = 40
const realStepMs = 10

/** Follows real time. A leap ends when the page has requested nothing for a moment. */
function createRealClock({ traffic }: FrameHost, inTime: ClockOptions['inTime']): VirtualClock {
  let endsAt = 0
  const startLeap = async () => {
    endsAt = performance.now() + realLeapMs
  }
  return {
    startLeap,
    async waitForLeap() {
      await inTime(sleep(realStepMs))
      if (traffic.requests.pending().length > 0) await startLeap()
      return performance.now() >= endsAt
    },
    nudge: async () => {},
    runFor: (ms) => inTime(sleep(ms)),
    flush: () => inTime(sleep(realLeapMs + displayMs)),
    close() {},
  }
}
