/** Exit codes of failures. Success is 0; an interrupted command is 130. */

import type { ServiceError } from '../../base/errors.ts'

/** Returns 2 for invalid input, 3 if the target failed, 4 if the service failed. */
export function exitCodeOf(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}
