/** The error body, which is the same for all interfaces (docs/api.md, Errors). */

import { publicType, type ServiceError } from '../base/errors.ts'
import type { ErrorBody } from '../contract/result.ts'

export function errorBodyOf(error: ServiceError, requestId: string): ErrorBody {
  return {
    detail: error.problems.map(({ loc, msg, type }) => ({ loc, msg, type: publicType(type) })),
    hint: error.next,
    request_id: error.requestId ?? requestId,
    retryable: error.retryable,
    credits_charged: error.creditsCharged,
  }
}
