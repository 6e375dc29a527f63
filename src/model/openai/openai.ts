/** Implements the language model port with the chat completions of OpenAI, Ollama, vLLM and many gateways. */

import { APIError, OpenAI } from 'openai'
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
} from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import { Stream } from 'openai/streaming'
import { attempt } from '../../base/attempt.ts'
import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema, LanguageModel, ModelRequest, TokenUsage } from '../model/language-model.ts'
import { openAiPrefix } from '../model/model-choice.ts'
import {
  clientOptions,
  correctionMessages,
  createServiceModel,
  IncompleteStreamError,
  isWholeAnswer,
  type ModelServiceError,
  type ReceivedMessage,
  type ServiceOptions,
  type Stop,
  tokenCount,
} from '../model/service-model.ts'

/** @see https://platform.openai.com/docs/api-reference/chat */
export function createOpenAi({ apiKey, baseUrl, fetch, firstBackoffMs }: ServiceOptions): LanguageModel {
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    // The SDK would otherwise read these from the environment.
    ...{ organization: null, project: null, adminAPIKey: null, webhookSecret: null },
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
    fetch,
    ...clientOptions,
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
    firstBackoffMs,
  )
}

function readCompletion(completion: ChatCompletion, onText?: (piece: string) => void): ReceivedMessage {
  const choice = completion?.choices?.[0]
  if (!choice?.message) throw new SyntaxError('no completion')
  const { message, finish_reason } = choice
  const text = message.content ?? ''
  if (text !== '') onText?.(text)
  const stop = message.refusal ? 'refusal' : (stops[finish_reason] ?? 'end')
  return { text, stop, ...usageOf(completion.usage) }
}

async function readStream(stream: AsyncIterable<ChatCompletionChunk>, onText?: (piece: string) => void) {
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
    if (choice?.finish_reason) stop = stops[choice.finish_reason] ?? 'end'
  }
  // A connection that ends early looks like the end of the stream.
  if (stop === null) throw new IncompleteStreamError()
  return { text, stop: hasRefused ? 'refusal' : stop, ...usageOf(usage) }
}

const stops: Record<string, Stop> = { length: 'length', content_filter: 'refusal' }

function usageOf(usage: CompletionUsage | null | undefined): { usage: TokenUsage | null; cachedTokens: number } {
  if (!usage) return { usage: null, cachedTokens: 0 }
  const cachedTokens = tokenCount(usage.prompt_tokens_details?.cached_tokens) ?? 0
  const inputTokens = Math.max(0, (tokenCount(usage.prompt_tokens) ?? 0) - cachedTokens)
  return { usage: { inputTokens, outputTokens: tokenCount(usage.completion_tokens) ?? 0 }, cachedTokens }
}

/**
 * The rules, then the page and the task as one message. The parts that don't change between requests about a page come first, because
 * services cache a prefix.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
function chatParams(
  request: ModelRequest,
  limit: 'max_tokens' | 'max_completion_tokens',
): ChatCompletionCreateParamsStreaming {
  const { model, system, page, task, schema, maxOutputTokens } = request
  return {
    model: model.startsWith(openAiPrefix) ? model.slice(openAiPrefix.length) : model,
    [limit]: maxOutputTokens,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: `${page}\n\n${task}` },
      ...correctionMessages(request),
    ],
    stream: true,
    stream_options: { include_usage: true },
    ...(schema ? { response_format: responseFormat(schema) } : {}),
  }
}

function responseFormat(schema: JsonSchema): ChatCompletionCreateParamsStreaming['response_format'] {
  const strict = strictSchema(schema)
  return { type: 'json_schema', json_schema: { name: 'answer', schema: strict ?? schema, strict: strict !== null } }
}

/**
 * Returns the parameters without the one that the service refused; null if the refusal doesn't identify one. JSON is first requested with
 * its schema, then as any JSON object, then only in the task's wording.
 */
function withoutRefused(
  params: ChatCompletionCreateParamsStreaming,
  { status, parameters = [] }: ModelServiceError['failure'],
): ChatCompletionCreateParamsStreaming | null {
  if (status !== 400 && status !== 422) return null
  const { stream_options, max_tokens, response_format } = params
  if (stream_options && parameters.includes('stream_options')) return { ...params, stream_options: undefined }
  if (max_tokens && parameters.includes('max_tokens'))
    return { ...params, max_tokens: undefined, max_completion_tokens: max_tokens }
  if (response_format?.type === 'json_schema') return { ...params, response_format: { type: 'json_object' } }
  return response_format ? { ...params, response_format: undefined } : null
}

/** Copied unchanged. Further limits on a value are left to the validation of the answer. */
const plain = ['type', 'enum', 'const', 'description', 'title', '$ref'] as const
const named = ['properties', '$defs', 'definitions'] as const
/** Keywords that change what is valid in ways that strict outputs can't express. */
const unsupported = [
  ...['oneOf', 'allOf', 'not', 'if', 'then', 'else', 'prefixItems', 'contains', 'patternProperties', 'propertyNames'],
  ...['dependentSchemas', 'dependentRequired', 'dependencies', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['$dynamicRef', '$recursiveRef'],
]

/**
 * Closes all objects and makes their properties required; null if strict outputs can't express the schema. Time and depth are limited by
 * the schema's size, because references are copied, never followed.
 * @see https://platform.openai.com/docs/guides/structured-outputs
 */
export function strictSchema(schema: JsonSchema): JsonSchema | null {
  return attempt(() => reduce(schema), Unsupported) ?? null
}

class Unsupported extends Error {}

function reduce(schema: unknown): JsonSchema {
  if (!isJsonObject(schema) || unsupported.some((keyword) => schema[keyword] !== undefined)) throw new Unsupported()
  const reduced: JsonSchema = {}
  for (const keyword of plain) if (schema[keyword] !== undefined) reduced[keyword] = schema[keyword]
  if (schema.items !== undefined) reduced.items = reduce(schema.items)
  if (Array.isArray(schema.anyOf)) reduced.anyOf = schema.anyOf.map(reduce)
  for (const keyword of named) {
    const parts = schema[keyword]
    if (!isJsonObject(parts)) continue
    reduced[keyword] = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, reduce(part)]))
  }
  if (Object.keys(reduced).every((keyword) => keyword === 'description' || keyword === 'title')) throw new Unsupported()
  return [schema.type].flat().includes('object') ? closed(reduced, schema) : reduced
}

/** An object with arbitrary property names would be forced to be empty. */
function closed(reduced: JsonSchema, { additionalProperties }: JsonSchema): JsonSchema {
  const { properties = {} } = reduced
  const required = Object.keys(properties as object)
  const isOpen = required.length === 0 ? additionalProperties !== false : isJsonObject(additionalProperties)
  if (isOpen) throw new Unsupported()
  return { ...reduced, properties, required, additionalProperties: false }
}
