/** Implements the language model port with the chat completions of OpenAI, Ollama, vLLM and many gateways. */

import { APIError, OpenAI } from 'openai'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import { Stream } from 'openai/streaming'
import type { LanguageModel, TokenUsage } from '../model/language-model.ts'
import { IncompleteStreamError } from '../model/service-error.ts'
import {
  createServiceModel,
  isWholeAnswer,
  type ReceivedMessage,
  type RetryOptions,
  type Stop,
  silentLogger,
  tokenCount,
} from '../model/service-model.ts'
import { chatParams, withoutRefused } from './request-params.ts'

export interface OpenAiOptions extends RetryOptions {
  /** OPENAI_API_KEY. Sent in request headers and kept out of everything else; null for a service without keys. */
  apiKey: string | null
  /** OPENAI_BASE_URL; null for https://api.openai.com/v1. */
  baseUrl: string | null
  /** Sends the calls. The server's owner chose the service, so the address policy for pages does not apply. */
  fetch: typeof fetch
}

/** @see https://platform.openai.com/docs/api-reference/chat */
export function createOpenAi({ apiKey, baseUrl, fetch, ...retries }: OpenAiOptions): LanguageModel {
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK would otherwise read these from the environment.
    ...{ organization: null, project: null, adminAPIKey: null, webhookSecret: null },
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    fetch,
    // The service model retries instead, since it also knows about broken streams and the request's deadline.
    maxRetries: 0,
    timeout: 10 * 60 * 1000,
    logger: silentLogger,
    logLevel: 'off',
  })
  // Most services accept the older name for the length limit. OpenAI's newer models accept only the newer name.
  const limit = baseUrl === null ? 'max_completion_tokens' : 'max_tokens'
  return createServiceModel<ChatCompletionCreateParamsStreaming>(
    {
      params: (request) => chatParams(request, limit),
      async call(params, { controller, onText }) {
        const response = await client.chat.completions.create(params, { signal: controller.signal }).asResponse()
        // Gateways that can't stream send the whole completion as JSON.
        if (isWholeAnswer(response)) return readCompletion((await response.json()) as ChatCompletion, onText)
        // Without the client, the SDK logs unparseable data to the console.
        return readStream(Stream.fromSSEResponse<ChatCompletionChunk>(response, controller, client), onText)
      },
      isApiError: (error) => error instanceof APIError,
      simplify: withoutRefused,
    },
    retries,
  )
}

function readCompletion(completion: ChatCompletion, onText?: (piece: string) => void): ReceivedMessage {
  const choice = completion?.choices?.[0]
  if (!choice?.message) throw new SyntaxError('no completion')
  const { message, finish_reason } = choice
  const text = message.content ?? ''
  if (text !== '') onText?.(text)
  return { text, stop: message.refusal ? 'refusal' : stopOf(finish_reason), ...usageOf(completion.usage) }
}

async function readStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  onText?: (piece: string) => void,
): Promise<ReceivedMessage> {
  let text = ''
  let stop: Stop | null = null
  let hasRefused = false
  let usage: CompletionUsage | null = null
  for await (const chunk of stream) {
    // Some services report usage in every chunk. The last chunk has the totals.
    usage = chunk.usage ?? usage
    const choice = chunk.choices?.[0]
    if (choice?.delta?.refusal) hasRefused = true
    const piece = choice?.delta?.content
    if (piece) {
      text += piece
      onText?.(piece)
    }
    if (choice?.finish_reason) stop = stopOf(choice.finish_reason)
  }
  // A connection that ends early looks like the end of the stream.
  if (stop === null) throw new IncompleteStreamError()
  return { text, stop: hasRefused ? 'refusal' : stop, ...usageOf(usage) }
}

const stops: Record<string, Stop> = { length: 'length', content_filter: 'refusal' }

function stopOf(reason: string | null): Stop {
  return stops[reason ?? ''] ?? 'end'
}

function usageOf(usage: CompletionUsage | null | undefined): { usage: TokenUsage | null; cachedTokens: number } {
  if (!usage) return { usage: null, cachedTokens: 0 }
  const cachedTokens = tokenCount(usage.prompt_tokens_details?.cached_tokens) ?? 0
  const inputTokens = Math.max(0, (tokenCount(usage.prompt_tokens) ?? 0) - cachedTokens)
  return { usage: { inputTokens, outputTokens: tokenCount(usage.completion_tokens) ?? 0 }, cachedTokens }
}
