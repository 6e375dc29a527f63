/** When a request to a target is sent a second time, by both engines. */

import type { RetryPolicy } from '../retry.ts'

/** One retry: the caller waits for it, and the target may be in trouble already (docs/api.md, scrape). */
export const targetRetry: RetryPolicy = { maxAttempts: 2, firstDelayMs: 300, minAttemptMs: 500 }

const transientStatuses = new Set([502, 503, 504])

/** Whether the status is one of gateways and busy servers, which often pass within a moment. */
export function isTransientStatus(status: number): boolean {
  return transientStatuses.has(status)
}
