/** Parameter schemas that operations share. Their problems have Pydantic's types and messages. */

import { z } from 'zod'
import type { ErrorType } from '../base/errors.ts'
import { isJsonObject, type JsonObject } from '../base/json-value.ts'

/**
 * A string of `min` to `max` UTF-16 units. Zod's `max` counts code points, as JSON Schema does, and appears only in the schema. Later
 * checks never see a string that is out of bounds, which may be megabytes long.
 */
export function boundedText(min: number, max: number) {
  return z
    .string()
    .min(min, { abort: true })
    .max(max, { abort: true })
    .check((context) => {
      if (context.value.length > max) addProblem(context, 'string_too_long', tooLong(max))
    })
}

export function tooLong(max: number | bigint): string {
  return `String should have at most ${max} character${max === 1 ? '' : 's'}`
}

/** A BCP 47 language tag. */
export function languageTag() {
  return boundedText(0, 100).check((context) => {
    try {
      new Intl.Locale(context.value)
    } catch {
      addProblem(context, 'value_error', 'Value error, locale must be a BCP 47 language tag, such as en-US')
    }
  })
}

export function integer(min: number, max: number) {
  return z.int().min(min).max(max)
}

/** Returns a schema for a boolean with a default. */
export const toggle = (byDefault: boolean, description: string) => z.boolean().default(byDefault).describe(description)

export const nullableText = z.string().nullable()

/** Time limit for the whole request, in milliseconds. Fractions are allowed. */
export function timeoutMs(min: number, max: number, byDefault: number) {
  return z.number().min(min).max(max).default(byDefault).describe('Time limit in milliseconds.')
}

/** Adds a problem to a zod check. `next` is the next step, if it is more specific than the one for the type. */
export function addProblem(
  context: Pick<z.core.ParsePayload<unknown>, 'value' | 'issues'>,
  type: Extract<ErrorType, 'url_parsing' | 'url_scheme' | 'enum' | 'string_too_long' | 'value_error'>,
  message: string,
  next?: string,
): void {
  context.issues.push({ code: 'custom', input: context.value, message, params: { type, next } })
}

/**
 * Returns the kind of value that a schema takes, such as `boolean`, `int` or `string`, ignoring defaults, options and transforms.
 * @example
 * parameterKind(z.int().min(1).optional()) // 'int'
 */
export function parameterKind(schema: z.ZodType): string {
  type Definition = z.ZodType['def'] & { innerType?: z.ZodType; in?: z.ZodType; format?: string }
  const { type, format, innerType, in: written }: Definition = schema.def
  const inner = innerType ?? written
  if (inner) return parameterKind(inner)
  return type === 'number' && format === 'safeint' ? 'int' : type
}

/** True for a list of strings that may contain commas. In a query string, it is written as JSON. */
export function isTextList(schema: z.ZodType): boolean {
  const { innerType, element } = schema.def as { innerType?: z.ZodType; element?: z.ZodType }
  return innerType ? isTextList(innerType) : element?.def.type === 'string'
}

/** Returns the first example of a schema, or undefined. */
export function exampleOf(schema: z.ZodType): unknown {
  const { innerType, in: written } = schema.def as { innerType?: z.ZodType; in?: z.ZodType }
  const [example] = (schema.meta()?.examples ?? []) as unknown[]
  const inner = innerType ?? written
  return example === undefined && inner ? exampleOf(inner) : example
}

interface JsonObjectOptions {
  /** Maximum length of the object as compact JSON, in UTF-16 units. */
  maxChars: number
  description: string
  example: JsonObject
  /** Returns the problem with an object, or null. Called only for objects within the size limit. */
  check(value: JsonObject): string | null
}

/** A JSON object that keeps all its names. Zod's own objects and records drop `__proto__`. Problems are reported as value_error. */
export function jsonObject({ description, example, ...rules }: JsonObjectOptions) {
  const anyValue = z.unknown().check((context) => {
    const problem = problemOf(context.value, rules)
    if (problem !== null) addProblem(context, 'value_error', `Value error, ${problem}`)
  })
  // The check only accepts objects.
  return (anyValue as z.ZodType<JsonObject>).optional().meta({ type: 'object', description, examples: [example] })
}

function problemOf(value: unknown, { maxChars, check }: Pick<JsonObjectOptions, 'maxChars' | 'check'>): string | null {
  if (!isJsonObject(value)) return 'this should be a JSON object without duplicate names'
  const chars = JSON.stringify(value).length
  if (chars > maxChars) return `this should have at most ${maxChars} characters as compact JSON, but has ${chars}`
  return check(value)
}
