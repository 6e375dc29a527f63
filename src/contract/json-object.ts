/** Parameters that are JSON objects of any names and values: extraction rules, schemas. */

import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../base/json-value.ts'
import { addProblem } from './parameters.ts'

interface JsonObjectOptions {
  /** Most UTF-16 units of the object as compact JSON. */
  maxChars: number
  description: string
  example: JsonObject
  /** What is wrong with an object of that length, or null. */
  check(value: JsonObject): string | null
}

/** A JSON object, as it was written: zod's own objects and records leave out `__proto__`, which is a name too. Problems are value_error. */
export function jsonObject({ description, example, ...rules }: JsonObjectOptions) {
  const anyValue = z.unknown().check((context) => {
    const problem = problemOf(context.value, rules)
    if (problem !== null) addProblem(context, 'value_error', `Value error, ${problem}`)
  })
  // The check lets objects alone through.
  return (anyValue as z.ZodType<JsonObject>).optional().meta({ type: 'object', description, examples: [example] })
}

function problemOf(value: unknown, { maxChars, check }: Pick<JsonObjectOptions, 'maxChars' | 'check'>): string | null {
  if (!isJsonObject(value)) return 'this should be a JSON object, in which no name is given twice'
  const chars = JSON.stringify(value).length
  if (chars > maxChars) return `this should have at most ${maxChars} characters as compact JSON, and has ${chars}`
  return check(value)
}
