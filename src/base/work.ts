/** One piece of work for one request, passed down whole to every step of it. */

import { createDeadline } from './deadline.ts'
import type { Share } from './share.ts'
import type { Stages } from './stages.ts'

export interface Work {
  /** Aborts at the deadline, and when the caller leaves. */
  signal: AbortSignal
  /** End of its time, on the clock of `performance.now()`. */
  deadlineAt: number
  /** Its turns in queues, and its bytes in flight. */
  share: Share
  /** Counts what its time is spent on. */
  stages?: Stages | undefined
  /** Receives what is being done, for a caller that waits. */
  progress?: ((message: string) => void) | undefined
}

/** What a piece of work begins under: a request, or another piece of work. */
type WorkOrigin = Omit<Work, 'deadlineAt'>

/**
 * Runs a step of a request within a time limit. `signal.reason` is then target_timeout, or what `tooLate` makes.
 *
 * @example
 * const visited = await withWork(request, 30_000, (work) => visits.visitPage(visit, reading, work))
 */
export async function withWork<T>(
  { signal, share, stages, progress }: WorkOrigin,
  timeoutMs: number,
  step: (work: Work) => Promise<T>,
  tooLate?: (timeoutMs: number) => Error,
): Promise<T> {
  const deadline = createDeadline(timeoutMs, signal, tooLate)
  try {
    return await step({ signal: deadline.signal, deadlineAt: deadline.deadlineAt, share, stages, progress })
  } finally {
    deadline.clear()
  }
}

/** The work alone, of a request that has it among its fields. */
export function workOf({ signal, deadlineAt, share, stages, progress }: Work): Work {
  return { signal, deadlineAt, share, stages, progress }
}
