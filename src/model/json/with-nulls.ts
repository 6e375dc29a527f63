/** Rewrites a JSON Schema so that null represents values missing from a page. */

import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema } from '../model/language-model.ts'

interface NullOptions {
  /** Makes only scalars nullable and every property required, because services limit the number of union types. */
  scalarsOnly: boolean
}

/** Keywords that hold schemas by name. The schemas in the first two describe property values. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const ofProperties = new Set(['properties', 'patternProperties', 'additionalProperties'])
const single = ['items', 'additionalProperties', 'then', 'else']
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

/** Allows null for every property's value. Schemas in `not` and `if` don't require a value and stay unchanged. */
export function withNulls(schema: JsonSchema, options: NullOptions): JsonSchema {
  const changed: JsonSchema = { ...schema }
  const change = (keyword: string, part: unknown) => {
    if (!isJsonObject(part)) return part
    const inner = withNulls(part, options)
    return isValue(keyword, options) ? nullable(inner, options) : inner
  }
  for (const keyword of named) {
    const parts = schema[keyword]
    if (!isJsonObject(parts)) continue
    changed[keyword] = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(keyword, part)]))
  }
  // If the page lacks a required property, the answer contains null instead of leaving the property out.
  if (options.scalarsOnly && isJsonObject(schema.properties)) changed.required = Object.keys(schema.properties)
  for (const keyword of single) if (isJsonObject(schema[keyword])) changed[keyword] = change(keyword, schema[keyword])
  for (const keyword of lists) {
    const parts = schema[keyword]
    if (Array.isArray(parts)) changed[keyword] = parts.map((part) => change(keyword, part))
  }
  return options.scalarsOnly ? changed : withoutExclusion(changed, schema)
}

/** In the model's schema, values with arbitrary names stay unchanged, because they are left out if the page lacks them. */
function isValue(keyword: string, { scalarsOnly }: NullOptions): boolean {
  return scalarsOnly ? keyword === 'properties' : ofProperties.has(keyword)
}

/** An object of nulls may match several alternatives when exactly one must match. */
function withoutExclusion({ oneOf, ...changed }: JsonSchema, before: JsonSchema): JsonSchema {
  if (oneOf === undefined) return changed
  if (JSON.stringify(oneOf) === JSON.stringify(before.oneOf)) return { ...changed, oneOf }
  const { allOf } = changed
  return { ...changed, allOf: [...(Array.isArray(allOf) ? allOf : []), { anyOf: oneOf }] }
}

function nullable(schema: JsonSchema, { scalarsOnly }: NullOptions): JsonSchema {
  const { type, anyOf, oneOf } = schema
  if (scalarsOnly && (type === 'array' || type === 'object' || schema.$ref !== undefined) && mayBeEmpty(schema)) {
    return schema
  }
  if (type === 'null' || (isPlain(schema) && Array.isArray(type) && type.includes('null'))) return schema
  const variants = [anyOf, oneOf].find(Array.isArray) ?? []
  if (isPlain(schema) && variants.some((variant) => isJsonObject(variant) && variant.type === 'null')) return schema
  return { anyOf: [schema, { type: 'null' }] }
}

/** True if the schema allows an empty list or an object of nulls, to say that the page has no values. */
function mayBeEmpty({ minItems, minProperties }: JsonSchema): boolean {
  return !(Number(minItems) > 0) && !(Number(minProperties) > 0)
}

/** True if a type that includes null is enough to allow null. An enum may still exclude null. */
function isPlain(schema: JsonSchema): boolean {
  return ['enum', 'const', 'allOf', 'not', 'if'].every((keyword) => schema[keyword] === undefined)
}

/**
 * Returns a function that checks whether a name occurs in the schema. Problems with an answer are sent to the model outside the fence, so
 * they must not include names that a page made it write.
 */
export function namesIn(schema: JsonSchema): (name: string) => boolean {
  const json = JSON.stringify(schema)
  return (name) => json.includes(`${JSON.stringify(name)}:`)
}
