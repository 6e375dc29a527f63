/** The value that a JSON text says, where it says one. */

import { parseJson } from './parse-json.ts'
import { repeatedNames } from './repeated-names.ts'

/** Undefined for other text, for one that is too complex to parse, and for one that gives a name twice. */
export function jsonOf(text: string): unknown {
  try {
    const value = parseJson(text)
    return repeatedNames(text).size > 0 ? undefined : value
  } catch {
    return undefined
  }
}
