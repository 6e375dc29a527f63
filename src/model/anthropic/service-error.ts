/** Maps failures of a Messages API call to service errors. */

import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import {
  brokenAnswer,
  brokenCall,
  type ModelServiceError,
  refusedCall,
  unreachableService,
} from '../model/service-error.ts'

/** Error types inside a running stream that are worth a retry. @see https://platform.claude.com/docs/en/api/errors */
const transientTypes = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error'])

/** The message repeats neither the response nor the request: both may hold a page, a prompt or a key. */
export function toServiceError(error: unknown): ModelServiceError {
  if (error instanceof APIConnectionError) return unreachableService()
  if (!(error instanceof APIError)) return brokenCall(error)
  const { status, headers, type } = error
  if (status === undefined) return brokenAnswer(type, (kind) => transientTypes.has(kind))
  return refusedCall({ status, headers, type })
}
