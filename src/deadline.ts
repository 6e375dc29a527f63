/** Time limits: a request's deadline, a step's limit within it, and a pause that ends with it. */

import { ServiceError } from './errors.ts'

export interface Deadline {
  signal: AbortSignal
  /** On the clock of `performance.now()`. */
  deadlineAt: number
  /** Ends the timer. */
  clear(): void
}

const pageIsLate = (timeoutMs: number) =>
  new ServiceError('target_timeout', `The page did not arrive within ${timeoutMs} ms`)

/** The signal's reason is what `late` makes when the time is up, target_timeout by default, else the reason of `parent`. */
export function createDeadline(timeoutMs: number, parent: AbortSignal, late = pageIsLate): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(late(timeoutMs)), timeoutMs)
  return {
    signal: AbortSignal.any([parent, controller.signal]),
    deadlineAt: performance.now() + timeoutMs,
    clear: () => clearTimeout(timer),
  }
}

/**
 * Runs `work` under a signal that aborts with the caller's, or after `limitMs` with `tooLate()`.
 * Settles at once when either happens, whether or not the work listens; what it throws afterwards is of no interest.
 */
export function withinLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  tooLate: () => Error,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const end = (reason: unknown) => {
      controller.abort(reason)
      reject(reason)
    }
    if (signal.aborted) return end(signal.reason)
    const onAbort = () => end(signal.reason)
    const timer = setTimeout(() => end(tooLate()), limitMs)
    signal.addEventListener('abort', onAbort)
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    work(controller.signal).then(resolve, reject).finally(finish)
  })
}

/** Waits, or throws `signal.reason` when that comes first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** Resolves with whether the work succeeded within `limitMs`. Never rejects, and does not end the work. */
export async function succeedsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
