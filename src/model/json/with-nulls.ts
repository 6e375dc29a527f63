/** Rewrites a JSON Schema so that null stands for what a page does not say. */

import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema } from '../model/language-model.ts'

interface NullOptions {
  /** Makes scalars nullable alone, and every property required: services limit the number of union types. */
  scalarsOnly: boolean
}

/** Keywords with schemas by name; the values of the first two are values of properties. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const ofProperties = new Set(['properties', 'patternProperties', 'additionalProperties'])
const single = ['items', 'additionalProperties', 'then', 'else']
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

/** The schema with null allowed for every property's value. What stands in `not` and `if` asks for no value, and stays. */
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
  // A required property that the page lacks is answered with null instead of being left out.
  if (options.scalarsOnly && isJsonObject(schema.properties)) changed.required = Object.keys(schema.properties)
  for (const keyword of single) if (isJsonObject(schema[keyword])) changed[keyword] = change(keyword, schema[keyword])
  for (const keyword of lists) {
    const parts = schema[keyword]
    if (Array.isArray(parts)) changed[keyword] = parts.map((part) => change(keyword, part))
  }
  return options.scalarsOnly ? changed : withoutExclusion(changed, schema)
}

/** For the model, values of any name stay as they are: they are left out where the page lacks them. */
function isValue(keyword: string, { scalarsOnly }: NullOptions): boolean {
  return scalarsOnly ? keyword === 'properties' : ofProperties.has(keyword)
}

/** An object of nulls may fit several of the alternatives of which exactly one had to fit. */
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

/** An empty list or an object of nulls says that the page has none, where the schema allows it. */
function mayBeEmpty({ minItems, minProperties }: JsonSchema): boolean {
  return !(Number(minItems) > 0) && !(Number(minProperties) > 0)
}

/** Whether a type that includes null is enough for null: a list of allowed values may lack it. */
function isPlain(schema: JsonSchema): boolean {
  return ['enum', 'const', 'allOf', 'not', 'if'].every((keyword) => schema[keyword] === undefined)
}

/**
 * Tells whether a name stands in the schema. What is wrong with an answer is told to the model outside of the fence: names
 * that a page made it write must not appear there.
 */
export function namesIn(schema: JsonSchema): (name: string) => boolean {
  const json = JSON.stringify(schema)
  return (name) => json.includes(`${JSON.stringify(name)}:`)
}
