/** Waits until a page is complete: its clock has run ahead, relevant requests are done, the document is quiet, and `waitFor` matches. */

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../base/errors.ts'
import { DocumentGone, type Evaluate, type FrameHost, search } from '../tab/isolated-world.ts'
import { loadAll } from './load-on-scroll.ts'
import {
  displayMs,
  leapMs,
  openSettlingPage,
  type SettleOptions,
  SettleTimeout,
  type SettlingPage,
  stepMs,
} from './settling-page.ts'

interface SettleOutcome {
  isComplete: boolean
  /** Descriptions of the work still in progress. Empty if the page is complete or only lacks a match. */
  pending: string[]
  /** True if `waitFor` has a match. Absent if unknown. */
  isMatched?: boolean
}

/** Throws any error from `check`, TabLost, too_many_redirects if scripts keep navigating, and value_error for an unsupported selector. */
export async function settle(tab: FrameHost, options: SettleOptions): Promise<SettleOutcome> {
  const page = openSettlingPage(tab, options)
  const { waitFor, until } = options
  /** The outcome if only the match is missing. */
  let unmatched: SettleOutcome | null = null

  async function calm(): Promise<void> {
    if (!(await runAhead(page))) await watchUntilQuiet(page)
  }

  try {
    for (;;) {
      unmatched = null
      await calm()
      if (page.isReloading) return incomplete('the page keeps reloading')
      const isWhole = await (options.loadMore ?? loadAll)(page, calm)
      const outcome = isWhole ? complete : incomplete('a list that keeps growing as it is scrolled')
      if (waitFor === undefined) return outcome
      unmatched = { ...outcome, isComplete: false, isMatched: false }
      if (!(await awaitMatch(page, waitFor, until))) return { ...outcome, isMatched: true }
    }
  } catch (error) {
    if (!(error instanceof SettleTimeout)) throw error
    return unmatched ?? incomplete(...describePendingWork(page))
  } finally {
    page.clock.close()
  }
}

const complete: SettleOutcome = { isComplete: true, pending: [] }

function incomplete(...pending: string[]): SettleOutcome {
  return { isComplete: false, pending }
}

const maxNamed = 5
const maxUrlChars = 200

/** Returns at least one phrase for the message of the warning `render_incomplete`. */
function describePendingWork({ tab, keepsOwnTime }: SettlingPage): string[] {
  const { requests, feeds } = tab.traffic
  const now = performance.now()
  const pending = requests.pending().map(({ url, type, startedAt }) => {
    const seconds = ((now - startedAt) / 1000).toFixed(1)
    return `${type.toLowerCase()} ${url.length > maxUrlChars ? `${url.slice(0, maxUrlChars)}…` : url} (${seconds} s)`
  })
  if (pending.length > maxNamed) return [...pending.slice(0, maxNamed), `${pending.length - maxNamed} more requests`]
  if (pending.length > 0) return pending
  if (feeds.isOpen) return [feeds.hasMessage ? 'a feed that never ends' : 'a feed that has not sent anything yet']
  if (requests.polls) return ['requests that repeat endlessly']
  if (keepsOwnTime) return ['a worker or a store that has not answered yet']
  return ['scripts that keep changing or blocking the document']
}

/** Resolves with false at the time limit. Throws value_error if the browser doesn't support the selector, and any evaluation error. */
export async function findMatch(evaluate: Evaluate, selector: string, limitMs: number): Promise<boolean> {
  const answer = await evaluate(search(selector), limitMs).catch((error) => {
    if (error instanceof Error && /Execution was terminated/.test(error.message)) return 'none'
    throw error
  })
  if (answer !== 'unsupported') return answer === 'found'
  throw new ServiceError('value_error', 'Value error, the browser does not support this selector', {
    param: 'wait_for',
  })
}

/** A search that takes longer counts as no match. */
const searchMs = 500
/** After each search, waits this many times as long as the search took, so that the page's scripts can run. */
const restPerSearch = 4

/**
 * Resolves when there is a match (with true if it had to wait), or when the page keeps reloading. Timers due before `until` fire
 * immediately, because the page's clock runs ahead. Throws SettleTimeout, any error from the page's check, and value_error if the browser
 * doesn't support the selector.
 */
async function awaitMatch(page: SettlingPage, selector: string, until: number): Promise<boolean> {
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
async function watchUntilQuiet(page: SettlingPage): Promise<void> {
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
async function runAhead(page: SettlingPage): Promise<boolean> {
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
async function leap(page: SettlingPage): Promise<boolean> {
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
