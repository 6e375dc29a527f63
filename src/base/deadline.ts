/** Time limits: a request's deadline, limits for a single step, and pauses that end early with a signal. */

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from './errors.ts'

interface Deadline {
  /** Aborts at the deadline, and with the signal that the deadline was created under. */
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  deadlineAt: number
  /** Stops the timer: from then on only the parent aborts the signal. */
  clear(): void
}

const pageIsLate = (timeoutMs: number) =>
  new ServiceError('target_timeout', `The page did not arrive within ${timeoutMs} ms`)

/** The signal's reason is what `tooLate` makes when the time is up, target_timeout by default, else the reason of `parent`. */
export function createDeadline(
  timeoutMs: number,
  parent: AbortSignal,
  tooLate: (timeoutMs: number) => Error = pageIsLate,
): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(tooLate(timeoutMs)), timeoutMs)
  return {
    signal: AbortSignal.any([parent, controller.signal]),
    deadlineAt: performance.now() + timeoutMs,
    clear: () => clearTimeout(timer),
  }
}

/**
 * Runs `work` under a signal that aborts with the caller's, or after `limitMs` with `tooLate()`. Settles as soon as either
 * happens, whether or not the work observes the signal.
 */
export async function withinLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  tooLate: () => Error,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const limit = createDeadline(limitMs, signal, tooLate)
  try {
    return await orAborted(limit.signal, work(limit.signal))
  } finally {
    limit.clear()
  }
}

/**
 * Settles as `work` does, or throws `signal.reason` as soon as the signal aborts. The work goes on then; what becomes of it
 * is ignored.
 */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** As `orAborted`, for a time on the clock of `performance.now()`: throws `tooLate()` from then on. */
export function orLate<T>(until: number, tooLate: () => Error, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leftMs = until - performance.now()
    // A time that is over wins, also over work that is done already.
    if (leftMs <= 0) reject(tooLate())
    const timer = setTimeout(() => reject(tooLate()), Math.max(0, leftMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Resolves with whether the work succeeded within `limitMs`. Never rejects, and does not end the work. */
export function succeedsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const tooLate = () => new Error('too late')
  return orLate(performance.now() + limitMs, tooLate, work).then(
    () => true,
    () => false,
  )
}

/** Waits, or throws `signal.reason` when that comes first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return orAborted(signal, sleep(ms, undefined, { signal }))
}

/** How far the clocks of nodes and workers may differ. */
const maxClockSkewMs = 60_000

/** Whether what another machine wrote at `writtenAt`, by its own clock, is older than `maxAgeMs`. Differing clocks are allowed for. */
export function isTooOld(writtenAt: number, maxAgeMs: number): boolean {
  // True for a missing date too.
  return !(Date.now() - writtenAt <= maxAgeMs + maxClockSkewMs)
}
