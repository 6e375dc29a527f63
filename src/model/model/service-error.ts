/** Failures of a call to a model's service: messages without request or response content, and the delay before a retry. */

import { parseRetryAfter } from '../../base/retry.ts'

/** Milliseconds requested by the service; `backoff` if it names none; null if a retry doesn't help. */
type RetryDelay = number | 'backoff' | null

interface FailureDetails {
  kind: string
  status?: number | undefined
  retryDelayMs: RetryDelay
  parameters?: readonly string[] | undefined
}

export class ModelServiceError extends Error {
  override readonly name = 'ModelServiceError'
  /** For logs: the service's error type, or `connection`, `cut` or `malformed`. */
  readonly kind: string
  /** HTTP status; null without a response. */
  readonly status: number | null
  readonly retryDelayMs: RetryDelay
  /** Our parameters that the service names as the cause. */
  readonly parameters: readonly string[]

  constructor(message: string, { kind, status, retryDelayMs, parameters = [] }: FailureDetails) {
    super(message)
    this.kind = kind
    this.status = status ?? null
    this.retryDelayMs = retryDelayMs
    this.parameters = parameters
  }
}

/** The stream ended before its last event. */
export class IncompleteStreamError extends Error {
  override readonly name = 'IncompleteStreamError'
}

const messageByStatus: Record<number, string> = {
  400: 'The model service did not accept the request',
  401: "The model service refused this server's key",
  402: "The model service refused this server's account",
  403: "The model service refused this server's key",
  404: 'The model service does not recognize the language model',
  413: 'The page is too large for the model service',
  422: 'The model service did not accept the request',
  429: 'The model service received too many requests',
  529: 'The model service is overloaded',
}

interface RefusedCall {
  status: number
  headers: Headers | undefined
  /** The service's own name for the error. */
  type: unknown
  /** Replaces the default message for the status. */
  message?: string | undefined
  /** True if a retry won't help, regardless of the status. */
  isFinal?: boolean
  parameters?: readonly string[]
}

/** Creates the error for a response with an error status. Its message quotes none of it: it may hold a page, a prompt or a key. */
export function refusedCall(refused: RefusedCall): ModelServiceError {
  const { status, headers, type, message, isFinal = false, parameters } = refused
  const words = message ?? messageByStatus[status] ?? 'The model service failed'
  const retryDelayMs = !isFinal && isRetryable(status, headers) ? retryDelayOf(headers) : null
  return new ModelServiceError(`${words} (status ${status})`, { kind: kindOf(type), status, retryDelayMs, parameters })
}

/** Creates the error for an error event within a running stream. */
export function brokenAnswer(type: unknown, isTransient: (kind: string) => boolean): ModelServiceError {
  const kind = kindOf(type)
  const retryDelayMs = isTransient(kind) ? 'backoff' : null
  return new ModelServiceError(`The model service stopped before finishing its answer (${kind})`, {
    kind,
    retryDelayMs,
  })
}

/** Creates the error for a failed connection to the service. */
export function unreachableService(): ModelServiceError {
  return broken('connection', "The model service can't be reached")
}

/** Creates the error for any other failed call: an interrupted stream, an invalid response, a broken connection. */
export function brokenCall(error: unknown): ModelServiceError {
  if (error instanceof IncompleteStreamError)
    return broken('cut', 'The model service stopped before finishing its answer')
  if (error instanceof SyntaxError) return broken('malformed', 'The model service sent an invalid response')
  return broken('connection', 'The connection to the model service broke')
}

function broken(kind: string, message: string): ModelServiceError {
  return new ModelServiceError(message, { kind, retryDelayMs: 'backoff' })
}

/** A service may put any text there, even the request's: only a name is kept. */
function kindOf(type: unknown): string {
  return typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'api_error'
}

/** `x-should-retry` overrides the status. */
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
