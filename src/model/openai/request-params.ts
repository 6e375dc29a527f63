/** Builds the parameters of a chat completion from a model request. */

import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { JsonSchema, ModelRequest } from '../model/language-model.ts'
import type { ModelServiceError } from '../model/service-error.ts'
import { strictSchema } from './strict-schema.ts'

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
