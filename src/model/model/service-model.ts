/**
 * A language model behind a service. Each answer is one streamed call, retried as the service requests. Failures are described without
 * request or response content.
 */

import { pause } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { parseRetryAfter, planRetry, type RetryPolicy } from '../../base/retry.ts'
import { parseContentType } from '../../page/media-kind.ts'
import {
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  modelFailed,
  modelServiceFailed,
  type TokenUsage,
} from './language-model.ts'

export interface ReceivedMessage {
  text: string
  /** Input tokens exclude those read from the cache. Null if the service doesn't report usage. */
  usage: TokenUsage | null
  cachedTokens: number
  stop: Stop
}

/** True if a service answered with JSON instead of a stream of events. */
export function isWholeAnswer({ headers }: Response): boolean {
  return parseContentType(headers.get('content-type'))?.essence === 'application/json'
}

/** Returns a service's token count, or null for anything but an integer from 0: some gateways report negative numbers or text. */
export function tokenCount(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

/** Why an answer ended: it was complete, it reached the length limit or the model's context limit, or the model refused. */
export type Stop = 'end' | 'length' | 'context' | 'refusal'

interface ModelService<Params> {
  params(request: ModelRequest): Params
  /** Makes one call without retries. `controller` cancels the call. The caller aborts it along with `request.signal`. */
  call(
    params: Params,
    exchange: { controller: AbortController; onText: ModelRequest['onText'] },
  ): Promise<ReceivedMessage>
  isApiError(error: unknown): error is ApiError
  /** Returns the parameters except those that the service refused; null if all of them are needed. */
  simplify(params: Params, failure: ModelServiceError['failure']): Params | null
}

export interface ServiceOptions {
  /** Sent in request headers and kept out of everything else; null for a service without keys. */
  apiKey: string | null
  /** Null for the vendor's own service. */
  baseUrl: string | null
  /** Sends the calls. The server's owner chose the service, so the address policy for pages does not apply. */
  fetch: typeof fetch
  /** Delay in milliseconds before the second call if the service doesn't request one. Doubled for each further call. */
  firstBackoffMs?: number
}

/** Maximum number of calls per request, including the first. */
const maxAttempts = 3

export function createServiceModel<Params>(service: ModelService<Params>, firstBackoffMs = 500): LanguageModel {
  const policy: RetryPolicy = { maxAttempts, firstDelayMs: firstBackoffMs, growth: 2, jitter: 0.25 }

  /** Makes one call and emits its event. Throws ModelServiceError, or `request.signal.reason`. */
  async function call(request: ModelRequest, params: Params, onText: ModelRequest['onText']): Promise<ReceivedMessage> {
    const { signal } = request
    const startedAt = performance.now()
    const report = (received: ReceivedMessage | null, error: string | null) =>
      emit('gleaner:model', {
        model: request.model,
        inputTokens: received?.usage?.inputTokens ?? 0,
        cachedTokens: received?.cachedTokens ?? 0,
        outputTokens: received?.usage?.outputTokens ?? 0,
        durationMs: performance.now() - startedAt,
        error,
      })
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      const received = await service.call(params, { controller, onText })
      signal.throwIfAborted()
      report(received, null)
      return received
    } catch (error) {
      signal.throwIfAborted()
      const serviceError = toServiceError(error, service.isApiError)
      report(null, serviceError.failure.kind)
      throw serviceError
    } finally {
      signal.removeEventListener('abort', abort)
      // An unfinished response continues to cost tokens until its connection is closed.
      abort()
    }
  }

  return {
    async generate(request) {
      const { signal } = request
      let hasStreamed = false
      const watched = (piece: string) => {
        hasStreamed = true
        request.onText?.(piece)
      }
      let params = service.params(request)
      for (let attempt = 1; ; ) {
        try {
          return toModelResponse(await call(request, params, request.onText && watched), request)
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ModelServiceError)) throw error
          const simpler = error.failure.kind === contextExceeded ? null : service.simplify(params, error.failure)
          if (simpler !== null) params = simpler
          else await pause(delayAfter(error, policy, { attempt: attempt++, hasStreamed, request }), signal)
        }
      }
    },
  }
}

/** Milliseconds until the next call. Throws model_failed if the call can't be retried. */
function delayAfter(
  error: ModelServiceError,
  policy: RetryPolicy,
  { attempt, hasStreamed, request }: { attempt: number; hasStreamed: boolean; request: ModelRequest },
): number {
  const { retryDelayMs } = error.failure
  const requestedMs = retryDelayMs === 'backoff' ? null : retryDelayMs
  const isRetryable = retryDelayMs !== null && !hasStreamed
  const retry = isRetryable ? planRetry(policy, { attempt, deadlineAt: request.deadlineAt, requestedMs }) : null
  if (!retry) throw modelServiceFailed(error.message)
  if (retry.isInTime) return retry.delayMs
  const message = `${error.message}, and asks for a longer wait than the remaining time allows`
  throw modelServiceFailed(message, Math.ceil(retry.delayMs / 1000))
}

/** Returns the response if its stop reason allows it; otherwise throws model_failed. */
function toModelResponse({ text, usage, stop }: ReceivedMessage, { model }: ModelRequest): ModelResponse {
  if (stop === 'refusal') throw modelFailed('The language model refused to answer')
  if (stop === 'context' && text.trim() === '') {
    throw modelFailed('The page and the prompt together are longer than the language model can read')
  }
  if (text.trim() === '') throw modelFailed('The language model returned an empty answer')
  return { text, model, usage, isTruncated: stop !== 'end' }
}

const ignore = () => {}

/** Options for the clients of SDKs. */
export const clientOptions = {
  // The service model retries instead, since it also knows about broken streams and the request's deadline.
  maxRetries: 0,
  timeout: 10 * 60 * 1000,
  // Debug lines contain headers and whole requests, and stdio servers use standard output for the protocol.
  logger: { error: ignore, warn: ignore, info: ignore, debug: ignore },
  logLevel: 'off',
} as const

/** The messages that follow the page and the task if the same task is sent a second time. */
export function correctionMessages({ correction }: ModelRequest) {
  if (!correction) return []
  const answer = correction.answer.trim() || '(nothing)'
  return [{ role: 'assistant', content: answer } as const, { role: 'user', content: correction.problem } as const]
}

interface Failure {
  /** For logs: the service's error type, or `connection`, `cut` or `malformed`. */
  kind: string
  /** Milliseconds that the service requests; `backoff` if it doesn't say; null if a retry wouldn't help. */
  retryDelayMs: number | 'backoff' | null
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

const contextExceeded = 'context_length_exceeded'

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
  const type = known ?? error.type ?? code
  // A service may put any text in this field, even the request's, so only a name is kept.
  const kind = typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? type : 'api_error'
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

function isRetryable(status: number, headers: Headers | undefined): boolean {
  const shouldRetry = headers?.get('x-should-retry')
  if (shouldRetry === 'true' || shouldRetry === 'false') return shouldRetry === 'true'
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** `retry-after-ms`, or else `retry-after` in seconds or as an HTTP date. */
function retryDelayOf(headers: Headers | undefined): number | 'backoff' {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  return parseRetryAfter(headers?.get('retry-after')) ?? 'backoff'
}
