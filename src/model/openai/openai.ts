/** Adapter of the language model port for the chat completions of OpenAI, Ollama, vLLM and many gateways. */

import { OpenAI } from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { LanguageModel, ModelRequest } from '../model/language-model.ts'
import { createServiceModel, type RetryOptions, silentLogger } from '../model/service-model.ts'
import { createDialects, type Dialect, withoutRefused } from './dialect.ts'
import { readChatResponse } from './read-response.ts'
import { chatParams } from './request-params.ts'
import { toChatServiceError } from './service-error.ts'

export interface OpenAiOptions extends RetryOptions {
  /** OPENAI_API_KEY. Sent in request headers and kept out of everything else; null for a service without keys. */
  apiKey: string | null
  /** OPENAI_BASE_URL; null for https://api.openai.com/v1. */
  baseUrl: string | null
  /** Sends the calls. The server's owner chose the service, so the address policy for pages does not apply. */
  fetch: typeof fetch
}

/** One attempt: the parameters, and the dialect they use. */
interface Attempt {
  params: ChatCompletionCreateParamsStreaming
  request: ModelRequest
  dialect: Dialect
  hasTriedLimits: boolean
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
  const dialects = createDialects({
    format: 'json_schema',
    limit: baseUrl === null ? 'max_completion_tokens' : 'max_tokens',
    asksUsage: true,
  })

  function attempt(request: ModelRequest, dialect: Dialect, hasTriedLimits = false): Attempt {
    return { params: chatParams(request, dialect), request, dialect, hasTriedLimits }
  }

  return createServiceModel<Attempt>(
    {
      params: (request) => attempt(request, dialects.of(request.model)),
      async call({ params, request, dialect }, { controller, onText }) {
        const response = await client.chat.completions.create(params, { signal: controller.signal }).asResponse()
        dialects.learn(request.model, dialect, request.schema !== null)
        return readChatResponse(response, { client, controller, onText })
      },
      toServiceError: toChatServiceError,
      simplify({ request, dialect, hasTriedLimits }, error) {
        const simpler = withoutRefused(dialect, {
          ...{ error, hasSchema: request.schema !== null, hasTriedLimits },
        })
        return simpler && attempt(request, simpler, hasTriedLimits || simpler.limit !== dialect.limit)
      },
    },
    retries,
  )
}
