/** The retry policy for requests to targets, for both engines. */

import type { RetryPolicy } from '../base/retry.ts'

/** There is only one retry, because the caller is waiting and the target may be overloaded. */
export const targetRetry: RetryPolicy = { maxAttempts: 2, firstDelayMs: 300, minAttemptMs: 500 }

const transientStatuses = new Set([502, 503, 504])

/** True for statuses of gateways and busy servers, which often recover within moments. */
export function isTransientStatus(status: number): boolean {
  return transientStatuses.has(status)
}
