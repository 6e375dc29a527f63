/** Waits until the document has a match of the caller's selector. */

import { setTimeout as sleep } from 'node:timers/promises'
import { DocumentGone } from '../tab/isolated-world.ts'
import { findMatch } from './find-match.ts'
import { leap } from './run-until-quiet.ts'
import type { SettlingPage } from './settling-page.ts'
import { leapMs, stepMs } from './virtual-clock.ts'

/** A search that takes longer has found nothing. */
const searchMs = 500
/** The page has so many times the time that a search in it took, for its own scripts. */
const restPerSearch = 4

/**
 * Resolves once there is a match, with whether the page had to be waited for, or when it reloads itself over and over. What timers bring
 * is there at once: the page's clock runs ahead, as far as it would come by `until` anyway. Throws SettleTimeout, what the page's check
 * throws, and value_error for a selector that the browser does not take.
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
