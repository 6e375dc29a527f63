/** Time limits: a request's deadline, limits for a single step, and pauses that a signal can interrupt. */

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from './errors.ts'

interface Deadline {
  /** Aborts at the deadline, or with the parent signal. */
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  deadlineAt: number
  /** Ends the limit. From then on, nothing aborts the signal. */
  clear(): void
}

/**
 * Aborts `controller` when `parent` aborts, until the returned function is called. Signals from `AbortSignal.any`, and everything that they
 * lead to, would stay in memory until all objects are collected.
 */
export function abortWith(parent: AbortSignal, controller: AbortController): () => void {
  const onAbort = () => controller.abort(parent.reason)
  if (parent.aborted) onAbort()
  else parent.addEventListener('abort', onAbort)
  return () => parent.removeEventListener('abort', onAbort)
}

/** Runs `work` under a signal that aborts with any of the parents. Once the work has settled, nothing aborts the signal. */
export async function underAny<T>(
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const detach = parents.map((parent) => abortWith(parent, controller))
  try {
    return await work(controller.signal)
  } finally {
    for (const stop of detach) stop()
  }
}

const pageIsLate = (timeoutMs: number) =>
  new ServiceError('target_timeout', `The page did not arrive within ${timeoutMs} ms`)

/**
 * Starts a time limit. The signal aborts with `parent`, or after `timeoutMs` with the error from `tooLate` (by default, target_timeout).
 * @example
 * const deadline = createDeadline(20, request.signal)
 * await pause(1000, deadline.signal) // throws target_timeout
 */
export function createDeadline(
  timeoutMs: number,
  parent: AbortSignal,
  tooLate: (timeoutMs: number) => Error = pageIsLate,
): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(tooLate(timeoutMs)), timeoutMs)
  const detach = abortWith(parent, controller)
  return {
    signal: controller.signal,
    deadlineAt: performance.now() + timeoutMs,
    clear() {
      clearTimeout(timer)
      detach()
    },
  }
}

/**
 * Runs `work` under a signal that aborts with `signal`, or after `limitMs` with `tooLate()`. Settles as soon as the signal aborts, even if
 * the work ignores it.
 * @example
 * await withinLimit(signal, 20, () => new Error('too slow'), (limit) => pause(1000, limit)) // throws Error: too slow
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

/** Settles like `work`, or throws `signal.reason` as soon as the signal aborts. The work continues, and its outcome is ignored. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Like `orAborted`, but throws `tooLate()` after a given time on the `performance.now()` clock. */
export function orLate<T>(until: number, tooLate: () => Error, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leftMs = until - performance.now()
    // An expired limit takes precedence over work that is already done.
    if (leftMs <= 0) reject(tooLate())
    const timer = setTimeout(() => reject(tooLate()), Math.max(0, leftMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Resolves with true if the work succeeds within `limitMs`, else with false. Never rejects, and doesn't stop the work. */
export function succeedsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const tooLate = () => new Error('too late')
  return orLate(performance.now() + limitMs, tooLate, work).then(
    () => true,
    () => false,
  )
}

/** Returns the deadline minus the time to read and format a page. All times are on the `performance.now()` clock. */
export function lastLoadingTime(deadlineAt: number, now: number = performance.now()): number {
  return deadlineAt - Math.min(2000, Math.max(400, (deadlineAt - now) * 0.15))
}

/** Waits, or throws `signal.reason` if the signal aborts first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return orAborted(signal, sleep(ms, undefined, { signal }))
}

/** Maximum difference between the clocks of nodes and workers. */
const maxClockSkewMs = 60_000

/** Returns true if `writtenAt`, in milliseconds by another machine's clock, is more than `maxAgeMs` plus a minute ago. */
export function isTooOld(writtenAt: number, maxAgeMs: number): boolean {
  // This is also true if the date is missing.
  return !(Date.now() - writtenAt <= maxAgeMs + maxClockSkewMs)
}
