/** Watches a page in real time until it is quiet: one that polls, has a feed, or keeps changing. */

import { followPoll } from './poll-progress.ts'
import type { SettlingPage } from './settling-page.ts'
import { stepMs } from './virtual-clock.ts'

const quietMs = 300
/** The same for a page with workers or stores, whose responses no request shows. */
const quietOwnTimeMs = 700
/** A poll that is not asked again for so long has ended. */
const pollGapMs = 300
const feedQuietMs = 500
const feedOpensMs = 1500
/** A page that polls is given this long, from its arrival, for what it is waiting for. */
const pollMs = 2000
/** A page that goes on changing although its timers were flushed so often is taken as it is. */
const maxFlushes = 2

/** Resolves when the page is quiet or reloads itself over and over. */
export async function watchUntilQuiet(page: SettlingPage): Promise<void> {
  const { clock } = page
  const { document, requests, feeds } = page.tab.traffic
  const poll = followPoll(requests)
  let stateBefore = ''
  let changedAt = performance.now()
  let requestedAt = 0
  let { started } = requests
  let flushes = 0
  for (;;) {
    await clock.runFor(stepMs)
    const { strictChanges, mutations, saysLoading } = await page.measure()
    const now = performance.now()
    poll.step(mutations)
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
    // It says that it is loading, and there is something that may still bring its content.
    if (saysLoading && (feeds.isOpen || requests.polls || page.keepsOwnTime)) continue
    if (feeds.isOpen && expectsMessage(unchangedMs)) continue
    if (poll.isAnswered()) return
    const unrequestedMs = now - requestedAt
    if (unrequestedMs < (requests.repeats ? pollGapMs : feedQuietMs) && now - page.arrivedAt < pollMs) continue
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
