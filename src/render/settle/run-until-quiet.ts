/** Runs the page's clock ahead of real time until nothing changes. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { SettlingPage } from './settling-page.ts'
import { displayMs, stepMs } from './virtual-clock.ts'

/** A page that is still changing after this many leaps, or this much real time, is watched in real time instead. */
const maxLeaps = 4
/**
 * Limits for a page that shows that it is loading. With a virtual clock, the page's clock runs ahead by up to half a minute. Otherwise, the
 * page gets a second of real time.
 */
const maxPatientLeaps = { virtual: 12, real: 25 }
const maxLeapingMs = 3000
/** If the clock has been stopped for this long, it follows real time. */
const nudgeAfterMs = 250

/** Resolves with true if the page is quiet, or false if it must be watched in real time. */
export async function runAhead(page: SettlingPage): Promise<boolean> {
  const { requests, feeds, document } = page.tab.traffic
  const { isRealTime } = page.tab.budgets
  const patientLeaps = maxPatientLeaps[isRealTime ? 'real' : 'virtual']
  let stateBefore = ''
  let isPatient = false
  for (let leaps = 0; leaps < (isPatient ? patientLeaps : maxLeaps); leaps++) {
    if (!(await leap(page))) return false
    const { changes, saysLoading } = await page.measure()
    if (page.isReloading) return true
    const state = `${changes} ${requests.started} ${document.count}`
    if (state === stateBefore && requests.pending().length === 0) {
      if (feeds.isOpen || page.keepsOwnTime) return false
      if (!saysLoading || leaps === patientLeaps - 1) return true
      isPatient = true
    }
    stateBefore = state
    if (performance.now() - page.arrivedAt > maxLeapingMs && leaps > 0) return false
    if (!isRealTime) await page.inTime(sleep(displayMs))
  }
  return false
}

/** Resolves with true at the end of the leap, or with false if the clock is waiting for something that won't finish soon. */
export async function leap(page: SettlingPage): Promise<boolean> {
  const { clock } = page
  const { requests } = page.tab.traffic
  const beganAt = performance.now()
  let idleAt: number | null = null
  let nudgedAt = beganAt
  await clock.startLeap()
  while (!(await clock.waitForLeap(stepMs))) {
    if (page.isReloading) break
    // While the clock runs ahead, a poll would send its server dozens of requests per second.
    if (requests.polls) return false
    page.check()
    const now = performance.now()
    if (requests.pending().length > 0) idleAt = null
    else idleAt ??= now
    // The clock is waiting for a request without content, such as a stream or a beacon.
    if (idleAt !== null && now - idleAt > 3 * stepMs) return false
    if (now - beganAt > maxLeapingMs) return false
    // If the clock stops for a long time, timers run in real time.
    if (now - nudgedAt > nudgeAfterMs) {
      await clock.nudge(now - nudgedAt)
      nudgedAt = now
    }
  }
  return true
}
