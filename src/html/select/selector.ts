/** Validates a CSS selector before any fetch: its syntax, its length and its potential cost. */

import { parse } from 'css-what'
import { compileSelector } from './compile.ts'
import { countCompounds, shapeProblem } from './selector-shape.ts'
import { normaliseSelector, SelectorSyntaxError } from './selector-syntax.ts'

const maxLength = 1000
const maxCompounds = 20

/**
 * Returns null if `selectAll` can run the selector, otherwise the problem with it, worded as a `value_error`. Safe on any text: the
 * recursive parser sees only text that `normaliseSelector` accepts (`:is(` × 5,000 overflows it).
 * @example
 * checkSelector('main > p') // null
 * checkSelector(' ') // 'Value error, the selector is blank'
 */
export function checkSelector(selector: string): string | null {
  const problem = selectorProblem(selector)
  return problem === null ? null : `Value error, ${problem}`
}

/** The same problem, worded as part of a sentence. */
export function selectorProblem(selector: string): string | null {
  if (selector.trim() === '') return 'the selector is blank'
  if (selector.length > maxLength) return `the selector is longer than ${maxLength} characters`
  try {
    const normal = normaliseSelector(selector)
    const list = parse(normal)
    const problem = shapeProblem(list)
    if (problem) return problem
    if (countCompounds(list) > maxCompounds) return `the selector has more than ${maxCompounds} compounds`
    compileSelector(normal)
    return null
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return error.message
    return `not a usable CSS selector: ${error instanceof Error ? error.message.slice(0, 200) : 'syntax error'}`
  }
}
