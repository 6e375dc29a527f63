/** When is a page complete? When its clock has run ahead, nothing under way matters any more and the document is quiet. */

import { setTimeout as sleep } from 'node:timers/promises'
import { orLate } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import type { PageActivity } from './in-page/isolated-world/results.ts'
import type { PageExpression } from './in-page/page-api.ts'
import { measureActivity, scrollToEnd } from './page-scripts.ts'
import { DocumentGone } from './page-world.ts'
import { followPoll } from './poll.ts'
import type { Tab } from './tab.ts'

export interface Settled {
  complete: boolean
  /** What was still under way, in words; empty when complete. */
  pending: string[]
}

export interface SettleOptions {
  evaluate: <T>(expression: PageExpression<T>) => Promise<T>
  /** On the clock of `performance.now()`. */
  until: number
  /** Asked again and again; what it throws ends the waiting. */
  check: () => void
}

/**
 * The page's clock is Chromium's virtual time: it stands while a request is under way and leaps over waiting, so timers
 * of two seconds cost milliseconds, and a page without any is done at once. Measured: 2,500 virtual ms take 12 real ms.
 */
const leapMs = 2500
/** For what follows the display and not the clock: animation frames, intersections, hashing. */
const frameMs = 30
/** A page that has changed after so many leaps, or after so long, is watched in real time instead. */
const maxLeaps = 4
/** One that says that it is not ready is run ahead half a minute. */
const maxPatientLeaps = 12
const maxLeapingMs = 3000

const stepMs = 40
/** How long the clock may stand before it follows ours. */
const nudgeMs = 250
const quietMs = 300
/** A poll that is not asked again for so long has ended. */
const pollGapMs = 300
const feedQuietMs = 500
const feedOpensMs = 1500
const workerQuietMs = 700
/** A machine that takes longer to run what was due is not waited for. */
const flushLimitMs = 2000
/** A page that polls is given this long, from its arrival, for what it is waiting for. */
const pollMs = 2000

const maxReaches = 10
const tallestWindow = 15_000
const maxDocuments = 10
const maxReloads = 3

class Late extends Error {}

/** Throws what `check` throws, TabLost, too_many_redirects when scripts lead on and on. */
export async function settle(tab: Tab, { evaluate, until, check }: SettleOptions): Promise<Settled> {
  const { traffic } = tab
  const arrivedAt = performance.now()

  /** Late when the page does not answer until the limit. */
  const inTime = <T>(work: Promise<T>): Promise<T> => orLate(until, () => new Late(), work)

  /** Whether something of it keeps our time and not the page's. */
  let keepsTime = false

  async function look(): Promise<PageActivity> {
    for (;;) {
      checkAll()
      try {
        const activity = await inTime(evaluate(measureActivity))
        for (const url of activity.sharedWorkers) traffic.arrived(url)
        keepsTime = activity.usesStorage || activity.sharedWorkers.length > 0 || tab.workers > 0
        return activity
      } catch (error) {
        if (!(error instanceof DocumentGone)) throw error
        await inTime(sleep(stepMs))
      }
    }
  }

  function checkAll(): void {
    check()
    if (traffic.documents > maxDocuments + 1 && traffic.reloads === 0) {
      throw new ServiceError('too_many_redirects', `The scripts of the page lead on more than ${maxDocuments} times`)
    }
  }

  const run = (policy: 'advance' | 'pauseIfNetworkFetchesPending', budget: number) =>
    inTime(tab.send('Emulation.setVirtualTimePolicy', { policy, budget, maxVirtualTimeTaskStarvationCount: 100_000 }))

  let isLeaping = false
  let isOver = false
  let wake = () => {}
  tab.on('Emulation.virtualTimeBudgetExpired', () => {
    if (isLeaping) isOver = true
    wake()
  })

  /** Lets the page's clock run, standing while requests are under way. False when it stands for what won't end soon. */
  async function leap(): Promise<boolean> {
    const beganAt = performance.now()
    let idleAt = 0
    let nudgedAt = beganAt
    isOver = false
    isLeaping = true
    await run('pauseIfNetworkFetchesPending', leapMs)
    while (!isOver) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await inTime(Promise.race([woken, sleep(stepMs)]))
      if (isOver || isLooping()) break
      // Ahead of its time a poll would ask its server dozens of times a second.
      if (traffic.polls) return false
      checkAll()
      const now = performance.now()
      // It stands for something that is no content: a stream, a beacon.
      if (traffic.pending().length > 0) idleAt = 0
      else if (idleAt === 0) idleAt = now
      else if (now - idleAt > 3 * stepMs) return false
      if (now - beganAt > maxLeapingMs) return false
      // While it stands for long, its timers shall run as fast as ours.
      if (now - nudgedAt > nudgeMs) {
        isLeaping = false
        await run('advance', now - nudgedAt)
        await inTime(sleep(stepMs))
        nudgedAt = now
        isLeaping = true
        await run('pauseIfNetworkFetchesPending', leapMs)
      }
    }
    return true
  }

  /** True when the page is quiet, false when it has to be watched in real time. */
  async function runAhead(): Promise<boolean> {
    let before = ''
    let isPatient = false
    for (let leaps = 0; leaps < (isPatient ? maxPatientLeaps : maxLeaps); leaps++) {
      if (!(await leap())) return false
      const { changes, saysLoading } = await look()
      if (isLooping()) return true
      const now = `${changes} ${traffic.started} ${traffic.documents}`
      if (now === before && traffic.pending().length === 0) {
        if (traffic.hasFeed() || keepsTime) return false
        if (!saysLoading || leaps === maxPatientLeaps - 1) return true
        isPatient = true
      }
      before = now
      if (performance.now() - arrivedAt > maxLeapingMs && leaps > 0) return false
      await inTime(sleep(frameMs))
    }
    return false
  }

  const isLooping = () => traffic.reloads > maxReloads

  /** What the page does not answer any more is no fault here: whoever looks next hears of it. */
  async function unlessGone(work: Promise<unknown>): Promise<void> {
    try {
      await inTime(work)
    } catch (error) {
      if (!(error instanceof DocumentGone)) throw error
    }
  }

  /** Fires the timers that are still to come, waits until they have run and gives the display a moment. */
  async function flush(): Promise<void> {
    await run('advance', leapMs)
    // A budget that was granted before is void by now: what is told next is the end of this one.
    const ran = new Promise<void>((resolve) => {
      wake = resolve
    })
    await inTime(Promise.race([ran, sleep(flushLimitMs)]))
    await inTime(sleep(frameMs))
  }

  async function watch(): Promise<void> {
    let before = ''
    let changedAt = performance.now()
    let requestedAt = 0
    let started = traffic.started
    let flushes = 0
    const poll = followPoll(traffic)
    for (;;) {
      await run('advance', stepMs)
      await inTime(sleep(stepMs))
      const { strictChanges, mutations, saysLoading } = await look()
      const now = performance.now()
      poll.step(mutations)
      const state = `${strictChanges} ${traffic.documents}`
      if (state !== before) {
        before = state
        changedAt = now
        flushes = 0
      }
      if (traffic.started !== started) {
        started = traffic.started
        requestedAt = now
      }
      if (isLooping()) return
      if (traffic.pendingOnce().length > 0) continue
      const quiet = now - changedAt
      if (quiet < (keepsTime ? workerQuietMs : quietMs)) continue
      // It says itself that it is not ready, and what it waits for may still come.
      if (saysLoading && (traffic.hasFeed() || traffic.polls || keepsTime)) continue
      if (traffic.hasFeed()) {
        const silence = traffic.feedSilenceMs()
        if (traffic.hasHeard ? silence < feedQuietMs && quiet < 2 * feedQuietMs : silence < feedOpensMs) continue
      }
      // Its answers are on the page: more of them bring the same.
      if (poll.isHeard()) return
      if (now - requestedAt < (traffic.repeats ? pollGapMs : feedQuietMs) && now - arrivedAt < pollMs) continue
      if (flushes++ >= 2) return
      await flush()
      const after = await look()
      if (after.strictChanges === strictChanges && traffic.started === started && traffic.pendingOnce().length === 0)
        return
    }
  }

  async function calm(): Promise<void> {
    if (!(await runAhead())) await watch()
  }

  /** Makes the window as tall as the document, so that whatever waits to be scrolled to appears. False when it goes on and on. */
  async function reachEverything(): Promise<boolean> {
    let tallest = 0
    for (let reaches = 0; ; reaches++) {
      const { changes, isLazy, height, windowHeight } = await look()
      const wanted = Math.min(height, tallestWindow)
      if (wanted <= Math.max(windowHeight * 1.1, tallest)) return true
      if (!isLazy && !(await inTime(listensForScrolling(tab)))) return true
      if (reaches === maxReaches) return false
      tallest = wanted
      await inTime(
        tab.send('Emulation.setDeviceMetricsOverride', {
          width: 1280,
          height: wanted,
          deviceScaleFactor: 1,
          mobile: false,
        }),
      )
      await unlessGone(evaluate(scrollToEnd))
      await calm()
      if ((await look()).changes === changes) return true
    }
  }

  try {
    await calm()
    if (isLooping()) return { complete: false, pending: ['the page reloads itself over and over'] }
    const isWhole = await reachEverything()
    return isWhole
      ? { complete: true, pending: [] }
      : { complete: false, pending: ['a list that goes on as it is scrolled'] }
  } catch (error) {
    if (!(error instanceof Late)) throw error
    return { complete: false, pending: describePending(tab, keepsTime) }
  }
}

async function listensForScrolling(tab: Tab): Promise<boolean> {
  const found = await Promise.all(
    ['window', 'document'].map(async (expression) => {
      const { result } = await tab.send('Runtime.evaluate', { expression })
      if (!result.objectId) return false
      const { listeners } = await tab.send('DOMDebugger.getEventListeners', { objectId: result.objectId })
      return listeners.some(({ type }) => type === 'scroll' || type === 'wheel')
    }),
  )
  return found.includes(true)
}

const named = 5

function describePending({ traffic }: Tab, keepsTime: boolean): string[] {
  const now = performance.now()
  const requests = traffic.pending().map(({ url, type, startedAt }) => {
    const seconds = ((now - startedAt) / 1000).toFixed(1)
    return `${type.toLowerCase()} ${url.length > 200 ? `${url.slice(0, 200)}…` : url} (${seconds} s)`
  })
  if (requests.length > named) return [...requests.slice(0, named), `${requests.length - named} more requests`]
  if (requests.length > 0) return requests
  if (traffic.hasFeed())
    return [traffic.hasHeard ? 'a feed that goes on and on' : 'a feed that has not said anything yet']
  if (traffic.polls) return ['requests that are made over and over']
  if (keepsTime) return ['a worker or a store that has not answered yet']
  return ['scripts that keep changing or blocking the document']
}
