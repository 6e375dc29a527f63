/** Builds the parameters of a chat completion from a model request. */

import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { JsonSchema, ModelRequest } from '../model/language-model.ts'
import type { Dialect } from './dialect.ts'
import { strictSchema } from './strict-schema.ts'

/** Prefix of these models' ids: the rest is the name that the service knows. */
const modelPrefix = 'openai/'

/**
 * The rules, then the page and the task as one message. The parts that stay the same between requests about one page come first,
 * because services cache a prefix.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function chatParams(request: ModelRequest, dialect: Dialect): ChatCompletionCreateParamsStreaming {
  const { model, system, page, task, schema, correction, maxOutputTokens } = request
  const form = schema && dialect.format === 'json_object' ? `\n\n${formWords(schema)}` : ''
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: system },
    { role: 'user', content: `${page}\n\n${task}${form}` },
  ]
  if (correction) {
    messages.push(
      { role: 'assistant', content: correction.answer.trim() || '(nothing)' },
      { role: 'user', content: correction.problem },
    )
  }
  return {
    model: model.startsWith(modelPrefix) ? model.slice(modelPrefix.length) : model,
    [dialect.limit]: maxOutputTokens,
    messages,
    stream: true,
    ...(dialect.asksUsage ? { stream_options: { include_usage: true } } : {}),
    ...(schema ? responseFormat(schema, dialect) : {}),
  }
}

/** A service without schema support still needs the format: an answer that isn't an object is wrapped in a field. */
function formWords(schema: JsonSchema): string {
  return `(The answer is one JSON object that is valid under this JSON Schema: ${JSON.stringify(schema)})`
}

function responseFormat(
  schema: JsonSchema,
  { format }: Dialect,
): Pick<ChatCompletionCreateParamsStreaming, 'response_format'> {
  if (format === 'text') return {}
  if (format === 'json_object') return { response_format: { type: 'json_object' } }
  const strict = strictSchema(schema)
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: strict ?? schema, strict: strict !== null },
    },
  }
}
