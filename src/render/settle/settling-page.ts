/** A page that is settling, with its clock, its activity, and a time limit for every wait. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orLate } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import type { PageActivity } from '../in-page/isolated-world/results.ts'
import type { FrameHost } from '../tab/frame-host.ts'
import { DocumentGone, type Evaluate } from '../tab/isolated-world.ts'
import { measureActivity } from '../tab/page-scripts.ts'
import { createVirtualClock, stepMs, type VirtualClock } from './virtual-clock.ts'

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

export interface SettlingPage {
  readonly tab: FrameHost
  readonly clock: VirtualClock
  /** Time when the page started to settle, on the `performance.now()` clock. */
  readonly arrivedAt: number
  readonly evaluate: Evaluate
  /** True if a worker or browser storage doesn't follow the page's clock. Up to date only after a measurement. */
  readonly keepsOwnTime: boolean
  /** True if it keeps reloading. */
  readonly isReloading: boolean
  /** Settles like `work`, or throws SettleTimeout at the time limit. */
  inTime<T>(work: Promise<T>): Promise<T>
  /** Throws any error from the check in the options, and too_many_redirects if scripts keep navigating. */
  check(): void
  /** Measures how busy the page is. If its document is being replaced, waits for the next one. Throws like `check` and `inTime`. */
  measure(): Promise<PageActivity>
}

/** The time limit was reached before the page was complete. */
export class SettleTimeout extends Error {
  override readonly name = 'SettleTimeout'
}

const maxDocuments = 10
const maxReloads = 3

export function openSettlingPage(tab: FrameHost, { evaluate, until, check }: SettleOptions): SettlingPage {
  const { document } = tab.traffic
  const inTime = <T>(work: Promise<T>): Promise<T> => orLate(until, () => new SettleTimeout(), work)
  let keepsOwnTime = false

  function checkAll(): void {
    check()
    if (document.count > maxDocuments + 1 && document.reloads === 0) {
      throw new ServiceError('too_many_redirects', `The page's scripts navigated more than ${maxDocuments} times`)
    }
  }

  return {
    tab,
    clock: createVirtualClock(tab, { evaluate, inTime }),
    arrivedAt: performance.now(),
    evaluate,
    get keepsOwnTime() {
      return keepsOwnTime
    },
    get isReloading() {
      return document.reloads > maxReloads
    },
    inTime,
    check: checkAll,
    async measure() {
      for (;;) {
        checkAll()
        try {
          const activity = await inTime(evaluate(measureActivity))
          keepsOwnTime = activity.usesStorage || tab.workers > 0
          return activity
        } catch (error) {
          if (!(error instanceof DocumentGone)) throw error
          await inTime(sleep(stepMs))
        }
      }
    },
  }
}
