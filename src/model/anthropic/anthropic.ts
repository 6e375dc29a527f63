/** Implements the language model port with the Anthropic Messages API. */

import { Anthropic, APIError } from '@anthropic-ai/sdk'
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type { Message, MessageCreateParamsStreaming, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages'
import { attempt } from '../../base/attempt.ts'
import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema, LanguageModel, ModelRequest } from '../model/language-model.ts'
import {
  clientOptions,
  correctionMessages,
  createServiceModel,
  IncompleteStreamError,
  isWholeAnswer,
  type ReceivedMessage,
  type ServiceOptions,
  type Stop,
  tokenCount,
} from '../model/service-model.ts'

/** @see https://platform.claude.com/docs/en/api/messages */
export function createAnthropic({ apiKey, baseUrl, fetch, firstBackoffMs }: ServiceOptions): LanguageModel {
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl ?? 'https://api.anthropic.com',
    fetch,
    ...clientOptions,
    openTelemetry: false,
  })
  return createServiceModel<MessageCreateParamsStreaming>(
    {
      params: requestParams,
      async call(params, { controller, onText }) {
        const response = await client.messages.create(params, { signal: controller.signal }).asResponse()
        // Gateways that can't stream send the whole message as JSON.
        if (isWholeAnswer(response)) return readMessage((await response.json()) as Message, onText)
        // Without the client, the SDK logs unparseable data to the console.
        return readStream(Stream.fromSSEResponse<RawMessageStreamEvent>(response, controller, client), onText)
      },
      isApiError: (error) => error instanceof APIError,
      simplify(params, { status }) {
        if (status !== 400 || !params.output_config) return null
        // The service doesn't support this schema. The prompt states the format, and the answer is validated anyway.
        const { output_config, ...rest } = params
        return rest
      },
    },
    firstBackoffMs,
  )
}

function readMessage(message: Message, onText?: (piece: string) => void): ReceivedMessage {
  if (message?.type !== 'message' || !Array.isArray(message.content)) throw new SyntaxError('no message')
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  if (text !== '') onText?.(text)
  return { text, stop: stops[message.stop_reason ?? ''] ?? 'end', ...usageOf(message) }
}

async function readStream(stream: AsyncIterable<RawMessageStreamEvent>, onText?: (piece: string) => void) {
  let text = ''
  let stop: Stop = 'end'
  let { usage, cachedTokens } = usageOf()
  let isComplete = false
  for await (const event of stream) {
    if (event.type === 'message_start') ({ usage, cachedTokens } = usageOf(event.message))
    else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      text += event.delta.text
      onText?.(event.delta.text)
    } else if (event.type === 'message_delta') {
      stop = stops[event.delta.stop_reason ?? ''] ?? 'end'
      usage.outputTokens = tokenCount(event.usage?.output_tokens) ?? usage.outputTokens
    } else if (event.type === 'message_stop') isComplete = true
  }
  // A connection that ends early looks like the end of the stream.
  if (!isComplete) throw new IncompleteStreamError()
  return { text, stop, usage, cachedTokens }
}

const stops: Record<string, Stop> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'context',
  refusal: 'refusal',
}

/** Tokens written to the cache were processed in this call and count as input. Tokens read from the cache don't. */
function usageOf({ usage }: Partial<Message> = {}) {
  const inputTokens = (tokenCount(usage?.input_tokens) ?? 0) + (tokenCount(usage?.cache_creation_input_tokens) ?? 0)
  const outputTokens = tokenCount(usage?.output_tokens) ?? 0
  return { usage: { inputTokens, outputTokens }, cachedTokens: tokenCount(usage?.cache_read_input_tokens) ?? 0 }
}

/**
 * The system prompt, then the page (with a cache mark if it is worth caching), then the task. The parts that don't change between requests
 * about a page come first, because the service caches a prefix.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function requestParams(request: ModelRequest): MessageCreateParamsStreaming {
  const { model, system, page, cachesPage, task, schema, maxOutputTokens } = request
  const cacheMark = cachesPage ? { cache_control: { type: 'ephemeral' } as const } : {}
  const content = [
    { type: 'text' as const, text: page, ...cacheMark },
    { type: 'text' as const, text: task },
  ]
  return {
    model,
    max_tokens: maxOutputTokens,
    system: [{ type: 'text', text: system }],
    messages: [{ role: 'user', content }, ...correctionMessages(request)],
    stream: true,
    ...outputConfig(schema),
  }
}

/**
 * Reduces the schema to the keywords that structured outputs support. Empty if the service couldn't enforce it.
 * The caller of the port validates the answer in any case.
 */
function outputConfig(schema: JsonSchema | null): Pick<MessageCreateParamsStreaming, 'output_config'> {
  // The service doesn't support additional properties, and would force an object with any to be empty.
  if (!schema || allowsAdditionalProperties(schema)) return {}
  // The SDK rejects a schema with untyped parts. The prompt still contains the schema's text.
  const supported = attempt(() => transformJSONSchema(schema as Parameters<typeof transformJSONSchema>[0]))
  return supported ? { output_config: { format: { type: 'json_schema', schema: { ...supported } } } } : {}
}

/** True if any object in the schema has a schema for additional properties, or doesn't name any properties. */
function allowsAdditionalProperties(schema: JsonSchema): boolean {
  const { type, properties, additionalProperties } = schema
  const hasNamed = isJsonObject(properties) && Object.keys(properties).length > 0
  if (isJsonObject(additionalProperties) || (type === 'object' && !hasNamed && additionalProperties !== false))
    return true
  const parts = Object.values(schema).flat()
  return parts.some((part) => isJsonObject(part) && allowsAdditionalProperties(part))
}
