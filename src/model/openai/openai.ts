/** Implements the language model port with the chat completions of OpenAI, Ollama, vLLM and many gateways. */

import { APIError, OpenAI } from 'openai'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { LanguageModel } from '../model/language-model.ts'
import { createServiceModel, type RetryOptions, silentLogger } from '../model/service-model.ts'
import { readChatResponse } from './read-response.ts'
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
        return readChatResponse(response, { client, controller, onText })
      },
      isApiError: (error) => error instanceof APIError,
      simplify: withoutRefused,
    },
    retries,
  )
}
