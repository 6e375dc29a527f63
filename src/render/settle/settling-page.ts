/** A page while it settles: its clock, what it reports of itself, and the time limit of every wait for it. */

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
  /** The time limit, on the clock of `performance.now()`. */
  until: number
  /** Called again and again; what it throws ends the waiting. */
  check: () => void
  /** Makes what waits for the visitor appear; by default, that which waits for a window as tall as the document. */
  loadMore?: (page: SettlingPage, calm: () => Promise<void>) => Promise<boolean>
  /** A selector without a match of which the page is not complete. */
  waitFor?: string | undefined
}

export interface SettlingPage {
  readonly tab: FrameHost
  readonly clock: VirtualClock
  /** When it began to settle, on the clock of `performance.now()`. */
  readonly arrivedAt: number
  readonly evaluate: Evaluate
  /** Whether part of it does not follow the page's clock: a worker, a store of the browser. Known after a measurement. */
  readonly keepsOwnTime: boolean
  /** Whether it reloads itself over and over. */
  readonly isReloading: boolean
  /** Settles as the work does, or throws SettleTimeout at the time limit. */
  inTime<T>(work: Promise<T>): Promise<T>
  /** Throws what the check of the options throws, and too_many_redirects when scripts lead on and on. */
  check(): void
  /** How busy the page is. Waits for the next document when one is replaced. Throws as `check` and `inTime` do. */
  measure(): Promise<PageActivity>
}

/** The time limit was reached before the page was complete. */
export class SettleTimeout extends Error {
  override readonly name = 'SettleTimeout'
}

const maxDocuments = 10
const maxReloads = 3

export function openSettlingPage(tab: FrameHost, { evaluate, until, check }: SettleOptions): SettlingPage {
  const { document, requests } = tab.traffic
  const inTime = <T>(work: Promise<T>): Promise<T> => orLate(until, () => new SettleTimeout(), work)
  let keepsOwnTime = false

  function checkAll(): void {
    check()
    if (document.count > maxDocuments + 1 && document.reloads === 0) {
      throw new ServiceError('too_many_redirects', `The scripts of the page lead on more than ${maxDocuments} times`)
    }
  }

  return {
    tab,
    clock: createVirtualClock(tab, inTime),
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
          for (const url of activity.sharedWorkers) requests.forgetUrl(url)
          keepsOwnTime = activity.usesStorage || activity.sharedWorkers.length > 0 || tab.workers > 0
          return activity
        } catch (error) {
          if (!(error instanceof DocumentGone)) throw error
          await inTime(sleep(stepMs))
        }
      }
    },
  }
}
