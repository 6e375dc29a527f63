/** Implements the language model port with the Anthropic Messages API. */

import { Anthropic, APIError } from '@anthropic-ai/sdk'
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { LanguageModel } from '../model/language-model.ts'
import { createServiceModel, type RetryOptions, silentLogger } from '../model/service-model.ts'
import { readResponse } from './read-response.ts'
import { requestParams } from './request-params.ts'

export interface AnthropicOptions extends RetryOptions {
  /** ANTHROPIC_API_KEY. Sent in request headers and kept out of everything else. */
  apiKey: string
  /** ANTHROPIC_BASE_URL; null for https://api.anthropic.com. */
  baseUrl: string | null
  /** Sends the calls. The server's owner chose the service, so the address policy for pages does not apply. */
  fetch: typeof fetch
}

/** @see https://platform.claude.com/docs/en/api/messages */
export function createAnthropic({ apiKey, baseUrl, fetch, ...retries }: AnthropicOptions): LanguageModel {
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? 'https://api.anthropic.com',
    fetch,
    // The service model retries instead, since it also knows about broken streams and the request's deadline.
    maxRetries: 0,
    timeout: 10 * 60 * 1000,
    logger: silentLogger,
    logLevel: 'off',
    openTelemetry: false,
  })
  return createServiceModel<MessageCreateParamsStreaming>(
    {
      params: requestParams,
      async call(params, { controller, onText }) {
        const response = await client.messages.create(params, { signal: controller.signal }).asResponse()
        return readResponse(response, { client, controller, onText })
      },
      isApiError: (error) => error instanceof APIError,
      simplify(params, { status }) {
        if (status !== 400 || !params.output_config) return null
        // The service doesn't support this schema. The prompt states the format, and the answer is validated anyway.
        const { output_config, ...rest } = params
        return rest
      },
    },
    retries,
  )
}
