/** A language model behind a service. Each answer is one streamed call, retried as the service requests. */

import { pause } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import { planRetry, type RetryPolicy } from '../../base/retry.ts'
import { parseContentType } from '../../page/content-type.ts'
import {
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  modelFailed,
  modelServiceFailed,
  type TokenUsage,
} from './language-model.ts'
import { type ApiError, contextExceeded, ModelServiceError, toServiceError } from './service-error.ts'

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
  call(params: Params, exchange: Exchange): Promise<ReceivedMessage>
  isApiError(error: unknown): error is ApiError
  /** Returns the parameters except those that the service refused; null if all of them are needed. */
  simplify(params: Params, failure: ModelServiceError['failure']): Params | null
}

interface Exchange {
  controller: AbortController
  onText?: ((piece: string) => void) | undefined
}

export interface RetryOptions {
  /** Maximum number of calls per request, including the first. */
  maxAttempts?: number
  /** Delay in milliseconds before the second call if the service doesn't request one. Doubled for each further call. */
  firstBackoffMs?: number
}

export function createServiceModel<Params>(
  service: ModelService<Params>,
  { maxAttempts = 3, firstBackoffMs = 500 }: RetryOptions,
): LanguageModel {
  const policy: RetryPolicy = { maxAttempts, firstDelayMs: firstBackoffMs, growth: 2, jitter: 0.25 }

  async function call({ signal }: ModelRequest, params: Params, onText: Exchange['onText']): Promise<ReceivedMessage> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      signal.throwIfAborted()
      return await service.call(params, { controller, onText })
    } finally {
      signal.removeEventListener('abort', abort)
      // An unfinished response continues to cost tokens until its connection is closed.
      controller.abort()
    }
  }

  /** Throws ModelServiceError, or `request.signal.reason`. */
  async function callAndEmit(request: ModelRequest, params: Params, onText: Exchange['onText']) {
    const startedAt = performance.now()
    try {
      const received = await call(request, params, onText)
      request.signal.throwIfAborted()
      emitCall(request, startedAt, received, null)
      return received
    } catch (error) {
      request.signal.throwIfAborted()
      const serviceError = toServiceError(error, service.isApiError)
      emitCall(request, startedAt, null, serviceError)
      throw serviceError
    }
  }

  return {
    async generate(request) {
      const { signal } = request
      let hasStreamed = false
      const onText = request.onText && watched(request.onText, () => (hasStreamed = true))
      let params = service.params(request)
      for (let attempt = 1; ; ) {
        try {
          return toModelResponse(await callAndEmit(request, params, onText), request)
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

function watched(onText: (piece: string) => void, note: () => void): (piece: string) => void {
  return (piece) => {
    note()
    onText(piece)
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

function emitCall(
  request: ModelRequest,
  startedAt: number,
  received: ReceivedMessage | null,
  error: ModelServiceError | null,
): void {
  emit('gleaner:model', {
    model: request.model,
    inputTokens: received?.usage?.inputTokens ?? 0,
    cachedTokens: received?.cachedTokens ?? 0,
    outputTokens: received?.usage?.outputTokens ?? 0,
    durationMs: performance.now() - startedAt,
    error: error?.failure.kind ?? null,
  })
}

const ignore = () => {}
/** A logger for SDKs: their debug lines contain headers and whole requests, and stdio servers use standard output for the protocol. */
export const silentLogger = { error: ignore, warn: ignore, info: ignore, debug: ignore }
