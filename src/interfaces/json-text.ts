/** Parses JSON in the text of a parameter. */

import { JsonTooComplexError, parseJson } from './parse-json.ts'
import { repeatedNames } from './repeated-names.ts'

/** The text isn't JSON, is too complex, or has a duplicate name. The message is the end of a sentence about it. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

/** Returns the value. Throws JsonTextError. */
export function parseJsonText(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const reason = error instanceof JsonTooComplexError ? 'is too complex' : 'is not valid JSON'
    throw new JsonTextError(`${reason}: ${(error as Error).message}`)
  }
  if (repeatedNames(text).size > 0) throw new JsonTextError('has a duplicate name')
  return value
}
