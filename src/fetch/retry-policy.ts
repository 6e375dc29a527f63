/** The retry policy for requests to targets, for both engines. */

import type { RetryPolicy } from '../base/retry.ts'

/** Only one retry: the caller is waiting, and more would burden a target that is already overloaded. */
export const targetRetry: RetryPolicy = { maxAttempts: 2, firstDelayMs: 300, minAttemptMs: 500 }

const transientStatuses = new Set([502, 503, 504])

/** True for statuses of gateways and busy servers, which often recover within a moment. */
export function isTransientStatus(status: number): boolean {
  return transientStatuses.has(status)
}
