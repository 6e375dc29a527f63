/** Reduces a JSON Schema to the keywords of strict structured outputs. */

import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema } from '../model/language-model.ts'

/** Copied unchanged. Further limits on a value are left to the validation of the answer. */
const plain = ['type', 'enum', 'const', 'description', 'title', '$ref'] as const
/** Keywords that hold one schema, an array of schemas, or schemas by name. */
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
