/** The retry policy of requests to targets, for both engines. */

import type { RetryPolicy } from '../base/retry.ts'

/** One retry only: the caller waits meanwhile, and more would burden a target that is overloaded already. */
export const targetRetry: RetryPolicy = { maxAttempts: 2, firstDelayMs: 300, minAttemptMs: 500 }

const transientStatuses = new Set([502, 503, 504])

/** Whether the status is one of gateways and busy servers, which often pass within a moment. */
export function isTransientStatus(status: number): boolean {
  return transientStatuses.has(status)
}
