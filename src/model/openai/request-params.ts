/** Builds the parameters of a chat completion from a model request. */

import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema, ModelRequest } from '../model/language-model.ts'
import type { ModelServiceError } from '../model/service-error.ts'

/** Prefix of these models' ids. The rest is the name that the service knows. */
const modelPrefix = 'openai/'

/**
 * The rules, then the page and the task as one message. The parts that don't change between requests about a page come first, because
 * services cache a prefix.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function chatParams(
  request: ModelRequest,
  limit: 'max_tokens' | 'max_completion_tokens',
): ChatCompletionCreateParamsStreaming {
  const { model, system, page, task, schema, correction, maxOutputTokens } = request
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: system },
    { role: 'user', content: `${page}\n\n${task}` },
  ]
  if (correction) {
    messages.push(
      { role: 'assistant', content: correction.answer.trim() || '(nothing)' },
      { role: 'user', content: correction.problem },
    )
  }
  return {
    model: model.startsWith(modelPrefix) ? model.slice(modelPrefix.length) : model,
    [limit]: maxOutputTokens,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(schema ? { response_format: responseFormat(schema) } : {}),
  }
}

function responseFormat(schema: JsonSchema): ChatCompletionCreateParamsStreaming['response_format'] {
  const strict = strictSchema(schema)
  return {
    type: 'json_schema',
    json_schema: { name: 'answer', schema: strict ?? schema, strict: strict !== null },
  }
}

/**
 * Returns the parameters without the one that the service refused; null if the refusal doesn't identify one. JSON is first requested with
 * its schema, then as any JSON object, then only in the task's wording.
 */
export function withoutRefused(
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
const one = ['items'] as const
const lists = ['anyOf'] as const
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
  try {
    return reduce(schema)
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

class Unsupported extends Error {}

function reduce(schema: unknown): JsonSchema {
  if (!isJsonObject(schema) || unsupported.some((keyword) => schema[keyword] !== undefined)) throw new Unsupported()
  const reduced: JsonSchema = {}
  for (const keyword of plain) if (schema[keyword] !== undefined) reduced[keyword] = schema[keyword]
  for (const keyword of one) if (schema[keyword] !== undefined) reduced[keyword] = reduce(schema[keyword])
  for (const keyword of lists) {
    const parts = schema[keyword]
    if (Array.isArray(parts)) reduced[keyword] = parts.map(reduce)
  }
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
