/** Describes a failed call to a model's service and the delay before a retry, without request or response content. */

import { ServiceError } from '../../base/errors.ts'
import { parseRetryAfter } from '../../base/retry.ts'

/** Milliseconds that the service requests; `backoff` if it doesn't say; null if a retry wouldn't help. */
type RetryDelay = number | 'backoff' | null

interface Failure {
  /** For logs: the service's error type, or `connection`, `cut` or `malformed`. */
  kind: string
  retryDelayMs: RetryDelay
  /** HTTP status; undefined if none was received. */
  status?: number
  parameters?: readonly string[]
}

export class ModelServiceError extends Error {
  override readonly name = 'ModelServiceError'
  readonly failure: Failure

  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/** The stream ended before its last event. */
export class IncompleteStreamError extends Error {
  override readonly name = 'IncompleteStreamError'
}

export interface ApiError extends Error {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  /** The response's JSON; undefined if the connection failed. */
  readonly error: unknown
  readonly type?: unknown
  readonly code?: unknown
}

export const contextExceeded = 'context_length_exceeded'

const messageByCode: Record<string, string> = {
  [contextExceeded]:
    'The page, the prompt and the longest allowed answer together are longer than the language model can read',
  insufficient_quota: "The model service refused this server's account",
}

const messageByStatus: Record<number, string> = {
  400: 'The model service did not accept the request',
  401: "The model service rejected this server's key",
  402: "The model service refused this server's account",
  403: "The model service rejected this server's key",
  404: 'The model service does not recognize the language model',
  413: 'The page is too large for the model service',
  422: 'The model service did not accept the request',
  429: 'The model service received too many requests',
  529: 'The model service is overloaded',
}

/** Wording used by Anthropic, vLLM, llama.cpp and gateways, which have other error codes. */
const saysTooLong = /\bcontext (?:length|size|window)\b|\bprompt is too long\b/i

/** Stream errors for which a retry doesn't help. */
const lastingKinds = new Set(['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error'])

/** Parameters that only some services support. */
const refusable = ['stream_options', 'max_tokens']

/** The message quotes neither the response nor the request, because both may contain a page, a prompt or a key. */
export function toServiceError(error: unknown, isApiError: (error: unknown) => error is ApiError): ModelServiceError {
  if (!isApiError(error)) return brokenCall(error)
  const { status, headers } = error
  const code = saysTooLong.test(error.message) ? contextExceeded : error.code
  const known = typeof code === 'string' && Object.hasOwn(messageByCode, code) ? code : null
  const kind = kindOf(known ?? error.type ?? code)
  if (status === undefined) {
    if (error.error === undefined) return broken('connection', "The model service can't be reached")
    const words = messageByCode[known ?? ''] ?? `The model service stopped before finishing its answer (${kind})`
    const isFinal = known !== null || lastingKinds.has(kind)
    return new ModelServiceError(words, { kind, retryDelayMs: isFinal ? null : 'backoff' })
  }
  const message = messageByCode[known ?? ''] ?? messageByStatus[status] ?? 'The model service failed'
  const isFinal = known !== null || !isRetryable(status, headers)
  return new ModelServiceError(`${message} (status ${status})`, {
    ...{ kind, status, retryDelayMs: isFinal ? null : retryDelayOf(headers) },
    parameters: refusable.filter((name) => error.message.includes(name)),
  })
}

function brokenCall(error: unknown): ModelServiceError {
  if (error instanceof ServiceError)
    return new ModelServiceError("The model service's answer is too long", { kind: 'too_long', retryDelayMs: null })
  if (error instanceof IncompleteStreamError)
    return broken('cut', 'The model service stopped before finishing its answer')
  if (error instanceof SyntaxError) return broken('malformed', 'The model service sent an invalid response')
  return broken('connection', 'The connection to the model service was lost')
}

function broken(kind: string, message: string): ModelServiceError {
  return new ModelServiceError(message, { kind, retryDelayMs: 'backoff' })
}

/** A service may put any text in this field, even the request's, so only a name is kept. */
function kindOf(type: unknown): string {
  return typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'api_error'
}

function isRetryable(status: number, headers: Headers | undefined): boolean {
  const shouldRetry = headers?.get('x-should-retry')
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** `retry-after-ms`, or else `retry-after` in seconds or as an HTTP date. */
function retryDelayOf(headers: Headers | undefined): RetryDelay {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  return parseRetryAfter(headers?.get('retry-after')) ?? 'backoff'
}
