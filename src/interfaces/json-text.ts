/** Parses JSON text leniently. */

import { parseJson } from './parse-json.ts'
import { repeatedNames } from './repeated-names.ts'

/** Returns the value, or undefined if the text isn't JSON, is too complex to parse, or contains a duplicate name. */
export function jsonOf(text: string): unknown {
  try {
    const value = parseJson(text)
    return repeatedNames(text).size > 0 ? undefined : value
  } catch {
    return undefined
  }
}
