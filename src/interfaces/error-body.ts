/** The error body, which is the same for all interfaces (docs/api.md, Errors). */

import { publicType, ServiceError } from '../base/errors.ts'
import { emit } from '../base/events.ts'
import type { ErrorBody } from '../contract/operation.ts'

export function errorBodyOf(error: ServiceError, requestId: string): ErrorBody {
  return {
    detail: error.problems.map(({ loc, msg, type }) => ({ loc, msg, type: publicType(type) })),
    hint: error.next,
    request_id: error.requestId ?? requestId,
    retryable: error.retryable,
    credits_charged: error.creditsCharged,
  }
}

/** Returns a ServiceError unchanged. Any other error is a bug, which is reported on `gleaner:fault` and becomes `internal`. */
export function shownError(error: unknown, requestId: string): ServiceError {
  if (error instanceof ServiceError) return error
  emit('gleaner:fault', { requestId, error })
  return new ServiceError('internal', 'Something went wrong on our side', { cause: error })
}
