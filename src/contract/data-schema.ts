/** The parameter `json_schema`. Checks JSON Schemas without compiling them. */

import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../base/json-value.ts'
import { jsonObject } from './parameters.ts'

/** Maximum nesting of schemas. */
const maxDepth = 20

/** Keywords whose value is never a schema, even if it looks like one. */
const literals = new Set(['const', 'enum', 'default', 'examples'])
/** Keywords whose values are objects or lists of schemas. These don't count as levels. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'])
const references = ['$ref', '$dynamicRef', '$recursiveRef']

export const dataSchema = jsonObject({
  maxChars: 50_000,
  description:
    'JSON Schema of type object. Content is an object that a language model fills in from this page alone, with null for what the page lacks. +5 credits, only once with prompt.',
  example: { type: 'object', properties: { price: { type: 'number' } } },
  check: (schema) =>
    schema.type === 'object' ? problemIn(schema, 1) : 'the root of the schema must be of type object',
})

/** Returns the object for a page other than the requested one: an empty list for each property that must be a list, null for the others. */
export function missingData({ properties }: JsonObject): JsonObject {
  const entries = isJsonObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, isJsonObject(schema) && schema.type === 'array' ? [] : null]),
  )
}

/** The limit on nesting also applies to literals, so that recursion can't overflow the stack. */
function problemIn(value: unknown, depth: number, isLiteral = false): string | null {
  if (typeof value !== 'object' || value === null) return null
  if (depth > maxDepth) return `the schema is nested deeper than ${maxDepth}`
  if (!isLiteral && isJsonObject(value) && refersElsewhere(value))
    return 'references in the schema must start with #, because they can only point to parts of the same schema'
  for (const [keyword, part] of Object.entries(value)) {
    const isLiteralPart = isLiteral || (literals.has(keyword) && !Array.isArray(value))
    const isCollection = (maps.has(keyword) && isJsonObject(part)) || (lists.has(keyword) && Array.isArray(part))
    for (const one of isCollection && !isLiteralPart ? Object.values(part as object) : [part]) {
      const problem = problemIn(one, depth + 1, isLiteralPart)
      if (problem !== null) return problem
    }
  }
  return null
}

/** True if the schema refers to a URL, which is never fetched. */
function refersElsewhere(schema: JsonObject): boolean {
  return references.some((keyword) => typeof schema[keyword] === 'string' && !schema[keyword].startsWith('#'))
}
