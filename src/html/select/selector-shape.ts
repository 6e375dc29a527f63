/** Checks the shape of a parsed selector: invalid CSS that css-what accepts, and the number of compounds. */

import type { Selector } from 'css-what'
import { compileNth } from './nth.ts'

const combinators = new Set<string>(['descendant', 'child', 'sibling', 'adjacent'])

/** The problem with a list of selectors, worded as part of a sentence, or null. */
export function shapeProblem(selectors: readonly Selector[][]): string | null {
  return problemOfList(selectors, false, false)
}

function problemOfList(list: readonly Selector[][], isRelative: boolean, isInHas: boolean): string | null {
  if (list.length === 0) return 'the selector is blank'
  for (const tokens of list) {
    if (combinators.has(tokens.at(-1)?.type ?? 'descendant')) return 'the selector ends with a combinator'
    if (combinators.has(tokens[0]?.type ?? '') && !isRelative) return 'the selector starts with a combinator'
    for (const token of tokens) {
      const problem = problemOfToken(token, isInHas)
      if (problem) return problem
    }
  }
  return null
}

function problemOfToken(token: Selector, isInHas: boolean): string | null {
  if (token.type !== 'pseudo') return null
  if (token.name.startsWith('nth-')) compileNth(String(token.data ?? ''))
  if (!Array.isArray(token.data)) return null
  const isHas = token.name === 'has'
  if (isHas && isInHas) return 'the selector nests :has inside :has'
  return problemOfList(token.data, isHas, isInHas || isHas)
}

/** Compounds of all selectors, including those in parentheses. */
export function countCompounds(list: readonly Selector[][]): number {
  return list.reduce((sum, tokens) => sum + 1 + tokens.reduce((inner, token) => inner + compoundsOf(token), 0), 0)
}

function compoundsOf(token: Selector): number {
  if (combinators.has(token.type)) return 1
  return token.type === 'pseudo' && Array.isArray(token.data) ? countCompounds(token.data) : 0
}
