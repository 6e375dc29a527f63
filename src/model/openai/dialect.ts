/** The subset of the chat completions API that a service supports: assumes all of it, and removes what the service refuses. */

import type { ModelServiceError } from '../model/service-error.ts'

export interface Dialect {
  /** How a JSON answer is requested: with its schema, as any JSON object, or only in the words of the task. */
  format: 'json_schema' | 'json_object' | 'text'
  /** The parameter for the maximum answer length. Most services know the older name; OpenAI's newer models only know the newer one. */
  limit: 'max_tokens' | 'max_completion_tokens'
  /** True if the token usage of a streamed answer is requested. */
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
  /** True if a JSON answer was requested. */
  hasSchema: boolean
  /** True if the length limit's other name has been tried already. */
  hasTriedLimits: boolean
}

/** Returns the dialect without the refused parameter; null if the refusal doesn't identify one. */
export function withoutRefused(dialect: Dialect, { error, hasSchema, hasTriedLimits }: Refusal): Dialect | null {
  const { status, kind, parameters } = error
  if (!refusals.has(status ?? 0) || kind === contextExceeded) return null
  if (dialect.asksUsage && parameters.includes('stream_options')) return { ...dialect, asksUsage: false }
  if (!hasTriedLimits && parameters.includes(dialect.limit)) return { ...dialect, limit: otherLimit[dialect.limit] }
  const format = hasSchema ? simplerFormat[dialect.format] : null
  return format === null ? null : { ...dialect, format }
}

/** The services' code for a request that is longer than the model can read. */
export const contextExceeded = 'context_length_exceeded'

interface Dialects {
  /** The known dialect of the service for this model. */
  of(model: string): Dialect
  /** Records a request that the service accepted, so that the parameters it refused before are not sent again. */
  learn(model: string, taken: Dialect, hasSchema: boolean): void
}

export function createDialects(initial: Dialect): Dialects {
  const known = new Map<string, Dialect>()
  /** Models that have accepted a schema: a refusal is then about one particular schema, which a caller chose. */
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
