/** Plans retries: the number of attempts, the delay, and whether there is time for another try. */

/** The number of attempts and the delays between them. The caller decides which failures are worth a retry. */
export interface RetryPolicy {
  /** Maximum attempts, including the first. */
  maxAttempts: number
  /** Milliseconds before the second attempt, unless the other side requests a delay. */
  firstDelayMs: number
  /** Factor between each delay and the next one. 1 by default. */
  growth?: number
  /** Maximum share of the delay that is randomly left out, so that callers don't all retry at once. 0 by default. */
  jitter?: number
  /** Minimum milliseconds that an attempt needs. No attempt starts if less time is left. 0 by default. */
  minAttemptMs?: number
}

interface Retry {
  delayMs: number
  /** True if the attempt after the delay can start before the deadline. */
  isInTime: boolean
}

interface FailedAttempt {
  /** Number from 1. */
  attempt: number
  /** On the clock of `performance.now()`. */
  deadlineAt: number
  /** Delay in milliseconds that the other side requests, which overrides the policy's delay. */
  requestedMs?: number | null
}

/**
 * Returns the delay before the next attempt and whether there is time for it, or null if `attempt` was the last one.
 * @example
 * const policy = { maxAttempts: 2, firstDelayMs: 300 }
 * planRetry(policy, { attempt: 1, deadlineAt: performance.now() + 1000 }) // { delayMs: 300, isInTime: true }
 * planRetry(policy, { attempt: 2, deadlineAt: performance.now() + 1000 }) // null
 */
export function planRetry(
  policy: RetryPolicy,
  { attempt, deadlineAt, requestedMs = null }: FailedAttempt,
): Retry | null {
  const { maxAttempts, firstDelayMs, growth = 1, jitter = 0, minAttemptMs = 0 } = policy
  if (attempt >= maxAttempts) return null
  const delayMs = requestedMs ?? firstDelayMs * growth ** (attempt - 1) * (1 - Math.random() * jitter)
  return { delayMs, isInTime: performance.now() + delayMs + minAttemptMs < deadlineAt }
}

/**
 * Returns the milliseconds that a `Retry-After` header asks for, or null if it doesn't ask for any.
 * @see RFC 9110 §10.2.3
 * @example
 * parseRetryAfter('120') // 120_000
 * parseRetryAfter('Wed, 21 Oct 2015 07:28:00 GMT') // null: it is in the past
 */
export function parseRetryAfter(header: string | null | undefined): number | null {
  const value = header ?? ''
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return ms >= 0 ? ms : null
}
