/** Validates a CSS selector before any fetch: its syntax, its length and the work it may cost. */

import { parse, type Selector } from 'css-what'
import { compileSelector } from './compile.ts'
import { compileNth } from './nth.ts'
import { normaliseSelector, SelectorSyntaxError } from './selector-syntax.ts'

const maxLength = 1000
const maxCompounds = 20

/**
 * Null when `selectAll` can run the selector, else what is wrong with it, in the words of a `value_error`.
 * Cheap and safe on any text: the recursive parser sees only what `normaliseSelector` let through (`:is(` × 5,000 overflows it).
 */
export function checkSelector(selector: string): string | null {
  const problem = selectorProblem(selector)
  return problem === null ? null : `Value error, ${problem}`
}

/** The same as a part of a sentence. */
export function selectorProblem(selector: string): string | null {
  if (selector.trim() === '') return 'the selector is blank'
  if (selector.length > maxLength) return `the selector is longer than ${maxLength} characters`
  try {
    const normal = normaliseSelector(selector)
    const problem = shapeProblem(parse(normal))
    if (problem) return problem
    compileSelector(normal)
    return null
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return error.message
    return `not a CSS selector that can be used: ${error instanceof Error ? error.message.slice(0, 200) : 'syntax error'}`
  }
}

const combinators = new Set<string>(['descendant', 'child', 'sibling', 'adjacent'])

/** What css-what lets through and CSS does not, and what costs too much. */
function shapeProblem(selectors: Selector[][]): string | null {
  let compounds = 0

  function judge(list: Selector[][], isRelative: boolean, isInHas: boolean): string | null {
    if (list.length === 0) return 'the selector is blank'
    for (const tokens of list) {
      if (combinators.has(tokens.at(-1)?.type ?? 'descendant')) return 'the selector ends with a combinator'
      if (combinators.has(tokens[0]?.type ?? '') && !isRelative) return 'the selector starts with a combinator'
      compounds += 1 + tokens.filter(({ type }) => combinators.has(type)).length
      for (const token of tokens) {
        const problem = judgeToken(token, isInHas)
        if (problem) return problem
      }
    }
    return compounds > maxCompounds ? `the selector has more than ${maxCompounds} compounds` : null
  }

  function judgeToken(token: Selector, isInHas: boolean): string | null {
    if (token.type !== 'pseudo') return null
    if (token.name.startsWith('nth-')) compileNth(String(token.data ?? ''))
    if (!Array.isArray(token.data)) return null
    const isHas = token.name === 'has'
    if (isHas && isInHas) return 'the selector nests :has inside :has'
    return judge(token.data, isHas, isInHas || isHas)
  }

  return judge(selectors, false, false)
}
