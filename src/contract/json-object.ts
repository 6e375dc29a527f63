/** Parameters that are JSON objects with any names and values, such as extraction rules and schemas. */

import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../base/json-value.ts'
import { addProblem } from './parameters.ts'

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
