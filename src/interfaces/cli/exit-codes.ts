/** The exit codes of failures. Success is 0, and an interrupted command 130. */

import type { ServiceError } from '../../base/errors.ts'

/** 2 for faulty input, 3 for the target's failures, 4 for the service's own. */
export function exitCodeOf(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}
