/** Adapter of the language model port for the Anthropic Messages API: one streamed call, retried as the service asks. */

import { Anthropic } from '@anthropic-ai/sdk'
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import { pause } from '../../deadline.ts'
import { emit } from '../../observe.ts'
import { planRetry } from '../../retry.ts'
import {
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  modelFailed,
  modelServiceFailed,
} from '../model/language-model.ts'
import { type ReceivedMessage, readResponse } from './read-response.ts'
import { requestParams } from './request-params.ts'
import { ModelServiceError, toServiceError } from './service-error.ts'

export interface AnthropicOptions {
  /** ANTHROPIC_API_KEY. Sent in request headers and kept out of everything else. */
  apiKey: string
  /** ANTHROPIC_BASE_URL; null for https://api.anthropic.com. */
  baseUrl: string | null
  /** Sends the calls. The server's owner chose the service, so the address policy for pages does not apply. */
  fetch: typeof fetch
  /** Calls per request, the first one included. */
  maxAttempts?: number
  /** Delay before the second call where the service names none, in milliseconds; doubled with each further call. */
  firstBackoffMs?: number
}

/** @see https://platform.claude.com/docs/en/api/messages */
export function createAnthropic(options: AnthropicOptions): LanguageModel {
  const { apiKey, baseUrl, fetch, maxAttempts = 3, firstBackoffMs = 500 } = options
  const retryPolicy = { maxAttempts, firstDelayMs: firstBackoffMs, growth: 2, jitter: 0.25 }
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? 'https://api.anthropic.com',
    fetch,
    // Retries happen below, where a broken stream and the request's deadline are known too.
    maxRetries: 0,
    timeout: 10 * 60 * 1000,
    // The SDK's debug lines hold headers and whole requests, and over stdio standard output is the protocol.
    logger: silentLogger,
    logLevel: 'off',
    openTelemetry: false,
  })

  async function call(request: ModelRequest, params: MessageCreateParamsStreaming): Promise<ReceivedMessage> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    request.signal.addEventListener('abort', abort, { once: true })
    try {
      request.signal.throwIfAborted()
      const response = await client.messages.create(params, { signal: controller.signal }).asResponse()
      return await readResponse(response, { client, controller, onText: request.onText })
    } finally {
      request.signal.removeEventListener('abort', abort)
      // An unfinished response goes on costing tokens until its connection is closed.
      controller.abort()
    }
  }

  /** Throws ModelServiceError, or `request.signal.reason`. */
  async function callAndEmit(request: ModelRequest, params: MessageCreateParamsStreaming): Promise<ReceivedMessage> {
    const startedAt = performance.now()
    try {
      const received = await call(request, params)
      emitCall(request, startedAt, received, null)
      return received
    } catch (error) {
      request.signal.throwIfAborted()
      const serviceError = toServiceError(error)
      emitCall(request, startedAt, null, serviceError)
      throw serviceError
    }
  }

  return {
    async generate(request) {
      let hasStreamed = false
      const { onText } = request
      const watched: ModelRequest = onText
        ? {
            ...request,
            onText: (piece) => {
              hasStreamed = true
              onText(piece)
            },
          }
        : request
      let params = requestParams(request)
      for (let attempt = 1; ; attempt++) {
        try {
          return toModelResponse(await callAndEmit(watched, params), request)
        } catch (error) {
          request.signal.throwIfAborted()
          if (!(error instanceof ModelServiceError)) throw error
          if (error.status === 400 && params.output_config) {
            // The service does not support this schema. The prompt states the format, and the answer is validated anyway.
            const { output_config, ...rest } = params
            params = rest
            continue
          }
          const { deadlineAt, signal } = request
          const requestedMs = error.retryDelayMs === 'backoff' ? null : error.retryDelayMs
          const isRetryable = error.retryDelayMs !== null && !hasStreamed
          const retry = isRetryable ? planRetry(retryPolicy, { attempt, deadlineAt, requestedMs }) : null
          if (!retry) throw modelServiceFailed(error.message)
          if (!retry.isInTime) {
            const message = `${error.message}, and asks for more time than is left`
            throw modelServiceFailed(message, Math.ceil(retry.delayMs / 1000))
          }
          await pause(retry.delayMs, signal)
        }
      }
    },
  }
}

/** The response where the stop reason allows one; throws model_failed otherwise. */
function toModelResponse({ text, usage, stopReason }: ReceivedMessage, { model }: ModelRequest): ModelResponse {
  if (stopReason === 'refusal') throw modelFailed('The language model refused to answer')
  if (stopReason === 'model_context_window_exceeded' && text.trim() === '') {
    throw modelFailed('The page and the prompt are longer than the language model can read')
  }
  if (text.trim() === '') throw modelFailed('The language model gave an empty answer')
  const isTruncated = stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded'
  return { text, model, usage, isTruncated }
}

function emitCall(
  request: ModelRequest,
  startedAt: number,
  received: ReceivedMessage | null,
  error: ModelServiceError | null,
): void {
  emit('gleaner:model', {
    model: request.model,
    inputTokens: received?.usage.inputTokens ?? 0,
    cachedTokens: received?.cachedTokens ?? 0,
    outputTokens: received?.usage.outputTokens ?? 0,
    durationMs: performance.now() - startedAt,
    error: error?.kind ?? null,
  })
}

const ignore = () => {}
const silentLogger = { error: ignore, warn: ignore, info: ignore, debug: ignore }
