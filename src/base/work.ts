/** A piece of work for one request, which is passed as a whole to each step. */

import { createDeadline } from './deadline.ts'
import type { Share } from './share.ts'
import type { Stages } from './stages.ts'

export interface Work {
  /** Aborts at the deadline, or when the caller disconnects. */
  signal: AbortSignal
  /** Deadline on the clock of `performance.now()`. */
  deadlineAt: number
  /** The request's turns in queues and its bytes in flight. */
  share: Share
  stages?: Stages | undefined
  /** Called with progress messages for a waiting caller. */
  progress?: ((message: string) => void) | undefined
}

/** The context in which a piece of work starts: a request, or another piece of work. */
type WorkOrigin = Omit<Work, 'deadlineAt'>

/** Runs a step of a request within a time limit. When time runs out, `signal.reason` is target_timeout or the result of `tooLate`. */
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

/** Returns only the work fields of a request. */
export function workOf({ signal, deadlineAt, share, stages, progress }: Work): Work {
  return { signal, deadlineAt, share, stages, progress }
}
