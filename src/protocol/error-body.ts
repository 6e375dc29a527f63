/** The body of every refusal and failure, the same at all doors (docs/api.md, Errors). */

import type { ErrorBody } from '../contract/result.ts'
import { publicType, type ServiceError } from '../errors.ts'

/** `detail` with the request's id; a failed request is charged nothing. */
export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  return {
    detail: error.problems.map(({ loc, msg, type }) => ({ loc, msg, type: publicType(type) })),
    request_id: requestId,
    retryable: error.retryable,
    credits_charged: 0,
  }
}
