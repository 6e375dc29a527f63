/** One request's time: a signal that aborts when the client leaves or the time is up. */

import { ServiceError } from '../errors.ts'

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
