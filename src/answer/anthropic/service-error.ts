/** Maps failures of a Messages API call to messages without request or response content, and to retry delays. */

import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import { parseRetryAfter } from '../../retry.ts'

/** Milliseconds that the service asks for; `backoff` where it names none; null where a retry does not help. */
type RetryDelay = number | 'backoff' | null

export class ModelServiceError extends Error {
  override readonly name = 'ModelServiceError'
  /** For logs: the service's error type, or `connection`, `cut` or `malformed`. */
  readonly kind: string
  /** HTTP status; null where there was no response. */
  readonly status: number | null
  readonly retryDelayMs: RetryDelay

  constructor(message: string, given: { kind: string; status?: number; retryDelayMs: RetryDelay }) {
    super(message)
    this.kind = given.kind
    this.status = given.status ?? null
    this.retryDelayMs = given.retryDelayMs
  }
}

/** The stream ended before its last event. */
export class IncompleteStreamError extends Error {
  override readonly name = 'IncompleteStreamError'
}

/** Error types inside a running stream that are worth a retry. @see https://platform.claude.com/docs/en/api/errors */
const transientTypes = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error'])

const messageByStatus: Record<number, string> = {
  400: 'The model service did not accept the request',
  401: "The model service refused this server's key",
  402: "The model service refuses this server's account",
  403: "The model service refused this server's key",
  404: 'The model service does not know the language model',
  413: 'The page is too large for the model service',
  429: 'The model service asks for fewer requests',
  529: 'The model service is overloaded',
}

/** The message repeats neither the response nor the request: both may hold a page, a prompt or a key. */
export function toServiceError(error: unknown): ModelServiceError {
  if (error instanceof APIConnectionError) return broken('connection', "The model service can't be reached")
  if (error instanceof APIError) {
    const { status, type } = error
    const kind = typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'api_error'
    if (status === undefined) {
      const retryDelayMs = transientTypes.has(kind) ? 'backoff' : null
      return new ModelServiceError(`The model service broke off its answer (${kind})`, { kind, retryDelayMs })
    }
    const retryDelayMs = isRetryable(status, error.headers) ? retryDelayOf(error.headers) : null
    return new ModelServiceError(`${messageByStatus[status] ?? 'The model service failed'} (status ${status})`, {
      kind,
      status,
      retryDelayMs,
    })
  }
  if (error instanceof IncompleteStreamError) return broken('cut', 'The model service broke off its answer')
  if (error instanceof SyntaxError) return broken('malformed', 'The model service sent what is no answer')
  return broken('connection', 'The connection to the model service broke')
}

function broken(kind: string, message: string): ModelServiceError {
  return new ModelServiceError(message, { kind, retryDelayMs: 'backoff' })
}

/** `x-should-retry` wins over the status. */
function isRetryable(status: number, headers: Headers | undefined): boolean {
  const shouldRetry = headers?.get('x-should-retry')
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date. */
function retryDelayOf(headers: Headers | undefined): RetryDelay {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  return parseRetryAfter(headers?.get('retry-after')) ?? 'backoff'
}
