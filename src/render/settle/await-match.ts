/** Waits until the caller's selector matches something in the document. */

import { setTimeout as sleep } from 'node:timers/promises'
import { DocumentGone } from '../tab/isolated-world.ts'
import { findMatch } from './find-match.ts'
import { leap } from './run-until-quiet.ts'
import type { SettlingPage } from './settling-page.ts'
import { leapMs, stepMs } from './virtual-clock.ts'

/** A search that takes longer counts as no match. */
const searchMs = 500
/** After each search, waits this many times as long as the search took, so that the page's scripts can run. */
const restPerSearch = 4

/**
 * Resolves when there is a match (with true if it had to wait), or when the page keeps reloading. Timers due before `until` fire
 * immediately, because the page's clock runs ahead. Throws SettleTimeout, any error from the page's check, and value_error if the browser
 * doesn't support the selector.
 */
export async function awaitMatch(page: SettlingPage, selector: string, until: number): Promise<boolean> {
  const { clock, evaluate, inTime } = page
  const { requests, feeds } = page.tab.traffic
  let leapsLeft = Math.floor((until - performance.now()) / leapMs)
  for (let hasWaited = false; ; hasWaited = true) {
    page.check()
    const searchedAt = performance.now()
    if (await isMatched()) return hasWaited
    if (page.isReloading) return true
    const followsClock = !feeds.isOpen && !requests.polls && !page.keepsOwnTime
    if (leapsLeft > 0 && followsClock) leapsLeft = (await leap(page)) ? leapsLeft - 1 : 0
    else await clock.runFor(Math.max(stepMs, restPerSearch * (performance.now() - searchedAt)))
  }

  async function isMatched(): Promise<boolean> {
    try {
      return await inTime(findMatch(evaluate, selector, searchMs))
    } catch (error) {
      if (!(error instanceof DocumentGone)) throw error
      await inTime(sleep(stepMs))
      return false
    }
  }
}
