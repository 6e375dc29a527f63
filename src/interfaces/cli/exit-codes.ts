/** Exit codes of failures. The code is 0 for success and 130 for an interrupted command. */

import type { ServiceError } from '../../base/errors.ts'

/** Returns 2 for invalid input, 3 if the target failed, and 4 if the service failed. */
export function exitCodeOf(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}
