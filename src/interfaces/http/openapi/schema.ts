/** Converts the contract's schemas to JSON Schema. */

import { z } from 'zod'

export type Json = Record<string, unknown>

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}

/** Returns the JSON content of a response, with examples by name. */
export function jsonContent(schema: Json, examples: Json = {}): Json {
  return { 'application/json': Object.keys(examples).length === 0 ? { schema } : { schema, examples } }
}
