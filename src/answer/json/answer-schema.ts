/** A JSON Schema of the caller's → what the model must keep to, and whether an answer does. What a page lacks is null everywhere. */

import { z } from 'zod'
import type { JsonSchema } from '../model/language-model.ts'

export interface JsonShape {
  /** The schema for the model: an object, with null allowed for everything plain. */
  schema: JsonSchema
  /** The caller's own value out of an answer that has the schema's form, or has the caller's form already. */
  unwrap(answer: unknown, parse?: (text: string) => unknown): unknown
  /** What is wrong with a value, in a few words, or null. */
  faultOf(value: unknown): string | null
}

/** A schema that can't be read is treated as none: its words still stand in the prompt. */
export function shapeOf(given: JsonSchema | null): JsonShape {
  const schema = given === null ? null : withoutPatterns(given)
  const judge = schema === null ? null : judgeOf(schema)
  if (schema === null || judge === null) return anyJson
  const isObject = schema.type === 'object' && schema.properties !== undefined
  const sent = withNulls(schema, { plainOnly: true })
  return {
    schema: isObject ? sent : wrapped('answer', sent, schema),
    unwrap: (answer) => (isObject ? answer : unwrapped('answer', answer)),
    faultOf(value) {
      const issue = judgedBy(judge, value)
      if (!issue) return null
      // Names that a page made the model write are told to nobody: the fault is read outside of the fence.
      const path = issue.path.map((name) => (typeof name === 'number' || isNamed(schema, String(name)) ? name : '…'))
      const message = issue.code === 'unrecognized_keys' ? 'It has fields that were not asked for' : issue.message
      return `${path.map(String).join('.') || 'the whole'}: ${message}`
    },
  }
}

function judgedBy(judge: z.ZodType, value: unknown): z.core.$ZodIssue | undefined {
  try {
    return judge.safeParse(value).error?.issues[0]
  } catch (error) {
    // A schema that leads to itself without end judges nothing.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isNamed(schema: JsonSchema, name: string): boolean {
  return JSON.stringify(schema).includes(`${JSON.stringify(name)}:`)
}

/** Where no form is given: JSON as text in a field, which the service can hold the model to. */
const anyJson: JsonShape = {
  schema: {
    type: 'object',
    properties: { json: { type: 'string', description: 'The whole answer as JSON text.' } },
    required: ['json'],
    additionalProperties: false,
  },
  unwrap(answer, parse = JSON.parse) {
    const inner = unwrapped('json', answer)
    // A model that is not held to it may give the value itself.
    return inner !== answer && typeof inner === 'string' ? parse(inner) : inner
  },
  faultOf: () => null,
}

/** The answer's only field; an answer without it is taken as it is. */
function unwrapped(field: string, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !Object.hasOwn(answer, field)) return answer
  return Object.keys(answer).length === 1 ? (answer as Record<string, unknown>)[field] : answer
}

function wrapped(field: string, inner: JsonSchema, { $defs, definitions }: JsonSchema): JsonSchema {
  const { $defs: _, definitions: __, $schema: ___, ...rest } = inner
  return {
    type: 'object',
    properties: { [field]: rest },
    required: [field],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs: inner.$defs }),
    ...(definitions === undefined ? {} : { definitions: inner.definitions }),
  }
}

function judgeOf(schema: JsonSchema): z.ZodType | null {
  try {
    return z.fromJSONSchema(withNulls(schema, { plainOnly: false }) as z.core.JSONSchema.JSONSchema)
  } catch {
    // No schema, or one that uses what is not known here.
    return null
  }
}

/** A caller's regular expression could be made to run for ever, here, on what a page makes the model say. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const isPattern = (name: string, value: unknown) =>
    name === 'patternProperties' || (name === 'pattern' && typeof value === 'string')
  return JSON.parse(JSON.stringify(schema, (name, value) => (isPattern(name, value) ? undefined : value)))
}

interface NullOptions {
  /** Lists and objects can be empty instead: the service bounds how many fields may be of two kinds. */
  plainOnly: boolean
}

/** The schema with null allowed for every property. */
function withNulls(schema: JsonSchema, options: NullOptions): JsonSchema {
  const made: JsonSchema = { ...schema }
  for (const name of ['properties', '$defs', 'definitions']) {
    const parts = schema[name]
    if (!isObject(parts)) continue
    made[name] = Object.fromEntries(
      Object.entries(parts).map(([key, part]) => {
        if (!isObject(part)) return [key, part]
        const inner = withNulls(part, options)
        return [key, name === 'properties' ? nullable(inner, options) : inner]
      }),
    )
  }
  // Whoever must name every field says null of what is missing, instead of nothing.
  if (options.plainOnly && isObject(schema.properties)) made.required = Object.keys(schema.properties)
  for (const name of ['items', 'additionalProperties']) {
    const part = schema[name]
    if (isObject(part)) made[name] = withNulls(part, options)
  }
  for (const name of ['anyOf', 'oneOf', 'allOf']) {
    const parts = schema[name]
    if (Array.isArray(parts)) made[name] = parts.map((part) => (isObject(part) ? withNulls(part, options) : part))
  }
  return made
}

function nullable(schema: JsonSchema, { plainOnly }: NullOptions): JsonSchema {
  const { type, anyOf, oneOf } = schema
  if (plainOnly && (type === 'array' || type === 'object' || schema.$ref !== undefined)) return schema
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema
  const variants = [anyOf, oneOf].find(Array.isArray) ?? []
  if (variants.some((variant) => isObject(variant) && variant.type === 'null')) return schema
  return { anyOf: [schema, { type: 'null' }] }
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
