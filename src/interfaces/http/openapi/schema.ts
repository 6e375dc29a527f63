/** The contract's schemas as JSON Schema. */

import { z } from 'zod'

export type Json = Record<string, unknown>

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}

/** A response's content in JSON, with examples by name. */
export function jsonContent(schema: Json, examples: Json = {}): Json {
  return { 'application/json': Object.keys(examples).length === 0 ? { schema } : { schema, examples } }
}
