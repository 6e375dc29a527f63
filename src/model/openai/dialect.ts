/** What a service takes of the chat completions API: begun with all of it, and reduced by what the service refuses. */

import type { ModelServiceError } from '../model/service-error.ts'

export interface Dialect {
  /** How an answer in JSON is asked for: by its schema, as any JSON object, or by the words of the task alone. */
  format: 'json_schema' | 'json_object' | 'text'
  /** The parameter for the longest answer: the older name is what most services know, OpenAI's newer models only the other. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** Whether the tokens of a streamed answer are asked for. */
  asksUsage: boolean
}

/** Parameters that a refusal may name. */
export const refusable = ['stream_options', 'max_tokens', 'max_completion_tokens'] as const

/** Statuses with which services refuse a parameter that they do not know. */
const refusals = new Set([400, 422])

const simplerFormat = { json_schema: 'json_object', json_object: 'text', text: null } as const
const otherLimit = { max_tokens: 'max_completion_tokens', max_completion_tokens: 'max_tokens' } as const

interface Refusal {
  error: ModelServiceError
  /** Whether an answer in JSON was asked for. */
  hasSchema: boolean
  /** Whether the length limit has had its other name already. */
  hasTriedLimits: boolean
}

/** The same less what the service refused; null when that is not known. */
export function withoutRefused(dialect: Dialect, { error, hasSchema, hasTriedLimits }: Refusal): Dialect | null {
  const { status, kind, parameters } = error
  if (!refusals.has(status ?? 0) || kind === contextExceeded) return null
  if (dialect.asksUsage && parameters.includes('stream_options')) return { ...dialect, asksUsage: false }
  if (!hasTriedLimits && parameters.includes(dialect.limit)) return { ...dialect, limit: otherLimit[dialect.limit] }
  const format = hasSchema ? simplerFormat[dialect.format] : null
  return format === null ? null : { ...dialect, format }
}

/** The services' name for a request that is longer than the model reads. */
export const contextExceeded = 'context_length_exceeded'

interface Dialects {
  /** What is known of the service with this model. */
  of(model: string): Dialect
  /** The service has taken a request: what it refused before that is not asked for again. */
  learn(model: string, taken: Dialect, hasSchema: boolean): void
}

export function createDialects(initial: Dialect): Dialects {
  const known = new Map<string, Dialect>()
  /** Models that have answered by a schema: a refusal is then about one schema, which a caller chose. */
  const takeSchemas = new Set<string>()
  const of = (model: string) => known.get(model) ?? initial
  return {
    of,
    learn(model, taken, hasSchema) {
      if (hasSchema && taken.format === 'json_schema') takeSchemas.add(model)
      const format = takeSchemas.has(model) || !hasSchema ? of(model).format : taken.format
      known.set(model, { ...taken, format })
    },
  }
}
