/** Builds the parameters of a Messages API call from a model request. */

import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema'
import type { MessageCreateParamsStreaming, MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { JsonSchema, ModelRequest } from '../model/language-model.ts'

/**
 * The system prompt, then the page (with a cache mark if it is worth caching), then the task. The parts that don't change between requests
 * about a page come first, because the service caches a prefix.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function requestParams(request: ModelRequest): MessageCreateParamsStreaming {
  const { model, system, page, cachesPage, task, schema, correction, maxOutputTokens } = request
  const cacheMark = cachesPage ? { cache_control: { type: 'ephemeral' } as const } : {}
  const messages: MessageParam[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: page, ...cacheMark },
        { type: 'text', text: task },
      ],
    },
  ]
  if (correction) {
    messages.push(
      { role: 'assistant', content: correction.answer.trim() || '(nothing)' },
      { role: 'user', content: correction.problem },
    )
  }
  return {
    model,
    max_tokens: maxOutputTokens,
    system: [{ type: 'text', text: system }],
    messages,
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
  try {
    const supported = transformJSONSchema(schema as Parameters<typeof transformJSONSchema>[0])
    return { output_config: { format: { type: 'json_schema', schema: { ...supported } } } }
  } catch {
    // The SDK rejects a schema with untyped parts. The prompt still contains the schema's text.
    return {}
  }
}

/** True if any object in the schema has a schema for additional properties, or doesn't name any properties. */
function allowsAdditionalProperties(schema: JsonSchema): boolean {
  const { type, properties, additionalProperties } = schema
  const hasNamed = typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0
  if (typeof additionalProperties === 'object' && additionalProperties !== null) return true
  if (type === 'object' && !hasNamed && additionalProperties !== false) return true
  return Object.values(schema).some((keyword) =>
    [keyword]
      .flat()
      .some((part) => typeof part === 'object' && part !== null && allowsAdditionalProperties(part as JsonSchema)),
  )
}
