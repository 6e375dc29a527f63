/** Checks the selectors of fields before anything is fetched. */

import type { JsonObject } from '../../base/json-value.ts'
import { type Fields, readRules } from '../../contract/extract-rules.ts'
import { scopedSelectorProblem } from '../../html/select/select.ts'

/**
 * Returns null if all selectors of valid rules are usable. Otherwise, describes the problem with the first unusable one as a `value_error`.
 * @example
 * checkFields({ title: 'h1', image: 'img@src' }) // null
 * checkFields({ title: 'h1::before' }) // "Value error, title: pseudo-elements are not supported, at '::before'"
 */
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
