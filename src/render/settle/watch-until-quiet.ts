/** Watches a page in real time until it is quiet. Used for pages that poll, have a feed, or keep changing. */

import type { SettlingPage } from './settling-page.ts'
import { stepMs } from './virtual-clock.ts'

const quietMs = 300
/** Quiet time for a page with workers or storage, whose responses don't show up as requests. */
const quietOwnTimeMs = 700
/** Polling has ended if the page has sent no request for this long. */
const pollGapMs = 300
const feedQuietMs = 500
const feedOpensMs = 1500
/** A polling page has this long after its arrival to receive its content. */
const pollMs = 2000
/** A page that keeps changing after this many timer flushes is read in its current state. */
const maxFlushes = 2

/** Resolves when the page is quiet or keeps reloading. */
export async function watchUntilQuiet(page: SettlingPage): Promise<void> {
  const { clock } = page
  const { document, requests, feeds } = page.tab.traffic
  let stateBefore = ''
  let changedAt = performance.now()
  let requestedAt = 0
  let { started } = requests
  let flushes = 0
  for (;;) {
    await clock.runFor(stepMs)
    const { strictChanges, saysLoading } = await page.measure()
    const now = performance.now()
    const state = `${strictChanges} ${document.count}`
    if (state !== stateBefore) {
      stateBefore = state
      changedAt = now
      flushes = 0
    }
    if (requests.started !== started) {
      started = requests.started
      requestedAt = now
    }
    if (page.isReloading) return
    if (requests.pendingOnce().length > 0) continue
    const unchangedMs = now - changedAt
    if (unchangedMs < (page.keepsOwnTime ? quietOwnTimeMs : quietMs)) continue
    // The page says that it is loading, and its content may still arrive.
    if (saysLoading && (feeds.isOpen || requests.polls || page.keepsOwnTime)) continue
    if (feeds.isOpen && expectsMessage(unchangedMs)) continue
    const unrequestedMs = now - requestedAt
    if (unrequestedMs < (requests.polls ? pollGapMs : feedQuietMs) && now - page.arrivedAt < pollMs) continue
    if (flushes++ >= maxFlushes) return
    await clock.flush()
    const after = await page.measure()
    const isUnchanged = after.strictChanges === strictChanges && requests.started === started
    if (isUnchanged && requests.pendingOnce().length === 0) return
  }

  function expectsMessage(unchangedMs: number): boolean {
    const silenceMs = feeds.silenceMs()
    return feeds.hasMessage ? silenceMs < feedQuietMs && unchangedMs < 2 * feedQuietMs : silenceMs < feedOpensMs
  }
}
