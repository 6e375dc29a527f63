/** Checks the selectors of fields before anything is fetched. */

import type { JsonObject } from '../../base/json-value.ts'
import { type Fields, readRules } from '../../contract/extract-rules.ts'
import { scopedSelectorProblem } from '../../html/select/scoped-selector.ts'

/** Returns null if the selectors of all valid rules can be used, or else the `value_error` message for the first that can't. */
export function checkFields(rules: JsonObject): string | null {
  const problem = problemOf(readRules(rules))
  return problem === null ? null : `Value error, ${problem}`
}

function problemOf(fields: Fields): string | null {
  for (const { path, selector, value } of fields) {
    const problem = selector === '' ? null : scopedSelectorProblem(selector)
    if (problem !== null) return `${path}: ${problem}`
    const inner = typeof value === 'object' && 'fields' in value ? problemOf(value.fields) : null
    if (inner !== null) return inner
  }
  return null
}
